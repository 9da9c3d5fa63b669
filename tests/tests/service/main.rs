//! The whole service over HTTP, on the embedded database.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod announcements;
mod authorization;
mod boards;
mod budgets;
mod calculators;
mod closing;
mod closings;
mod concurrency;
mod deployment;
mod description;
mod faults;
mod hiding;
mod logs;
mod matches;
mod operators;
mod privacy;
mod ratings;
mod reasons;
mod requests;
mod rules;
mod samples;
mod seasons;
mod threats;
