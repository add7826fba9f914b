//! What gates 5 to 7 are. The subagents answer them (DESIGN.md §7); here they are only described.

use super::Meta;
use crate::model::GateId;

pub(super) static ATOMICITY: Meta = Meta {
    id: GateId::Atomicity,
    asks: "Can each ticket land as one change: at most ten files, at most two components, with its own tests, and nothing left broken behind it?",
    why: "A change that cannot be merged, reviewed or taken back on its own holds up everything that waits for it.",
};

pub(super) static IMPLEMENTABILITY: Meta = Meta {
    id: GateId::Implementability,
    asks: "Could an agent carry out each ticket without asking anybody? Are its steps clear, its paths and signatures given, its edge cases named, and can its result be verified?",
    why: "What a ticket leaves open, each implementer will invent, and no two alike.",
};

pub(super) static ANTI_COUSIN: Meta = Meta {
    id: GateId::AntiCousin,
    asks: "Does a ticket build again what the code base already has: a helper, a trait, a pattern, a whole hierarchy? Does it pass by the extension point that was made for it?",
    why: "A second version of the same thing has to be found, tested and fixed twice, and the two drift apart.",
};
