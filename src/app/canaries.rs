//! Whether a program that holds a seat, or is a member of a panel, reads what a text names: looked at
//! before anybody is asked.

use std::collections::BTreeMap;
use std::sync::Arc;

use tokio::task::JoinSet;

use crate::members::transport::{Canary, ProbeCost, Transport};
use crate::model::MemberName;

/// The first of them, in their order, whose program read a canary, and what says so. It costs no tokens; a
/// program that can only be looked at by asking it is not looked at.
pub async fn refused(
    transports: &BTreeMap<MemberName, Arc<dyn Transport>>,
) -> Option<(MemberName, String)> {
    let mut looks = JoinSet::new();
    for (seat, transport) in transports {
        let (seat, transport) = (seat.clone(), Arc::clone(transport));
        looks.spawn(async move { (seat, transport.look_at_canaries(ProbeCost::None).await) });
    }
    let looked = looks.join_all().await;
    let read = looked.into_iter().filter_map(|(seat, canary)| match canary {
        Canary::Read { who, way } => Some((seat, who, way)),
        Canary::NoProgram | Canary::Unread { .. } | Canary::Unseen(_) => None,
    });
    read.min().map(|(seat, who, way)| (seat, format!("{who} {}", reads(way))))
}

/// What a program does that read a canary.
pub(super) fn reads(way: &str) -> String {
    format!("reads files that a ticket names, as in {way:?}")
}

/// What to do about it; `without` says how to do without the member.
pub fn advice(without: &str) -> String {
    format!("update the program, or {without}")
}
