//! `council-review` reviews an RFC and its ticket files: exact gates, a council of three, a
//! verdict that anyone can re-derive.

pub mod gates;
pub mod host;
pub mod model;
pub mod port;
pub mod provider;
pub mod source;
pub mod yaml;
