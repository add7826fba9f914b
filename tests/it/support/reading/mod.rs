//! Small strict readers of what the tool prints, so that tests see it as its readers do. Each gives
//! the shape of an output, without its texts, and panics over whatever it should not hold.

pub mod axe;
pub mod browser;
pub mod gitlab;
pub mod markdown;
pub mod markup;
pub mod runner;
pub mod sarif;
