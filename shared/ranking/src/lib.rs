//! ranking

pub mod names;
