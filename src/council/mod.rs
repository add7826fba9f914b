//! Floor 4: the protocols, one folder each; none names another. `shared` is what those that are about
//! a question derive alike.

pub mod lenses;
pub mod rfc;
pub mod rounds;
pub mod shared;
