//! The whole service over HTTP, on the embedded database.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod boards;
mod budgets;
mod closing;
mod concurrency;
mod description;
mod faults;
mod reasons;
mod requests;
mod samples;
