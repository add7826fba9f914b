//! Whether a program that holds a seat reads what a ticket names: looked at before anybody is asked.

use std::collections::BTreeMap;
use std::sync::Arc;

use tokio::task::JoinSet;

use crate::members::transport::{Canary, ProbeCost, Transport};
use crate::model::{Identity, MemberName};

/// The first seat, in their order, whose program read a canary, with the line that says so. It costs
/// no tokens; a program that can only be looked at by asking it is not looked at.
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
        Canary::Read(way) => Some((seat, way)),
        Canary::NoProgram | Canary::Unread { .. } | Canary::Unseen(_) => None,
    });
    let line = |(seat, way): (MemberName, _)| {
        let Identity { provider, model, .. } = transports[&seat].identity();
        let act = advice(&seat);
        (seat, format!("{provider}:{model} {}: {act}", reads(way)))
    };
    read.min().map(line)
}

/// What a program does that read a canary.
pub(super) fn reads(way: &str) -> String {
    format!("reads files that a ticket names, as in {way:?}")
}

/// What to do about it.
pub(super) fn advice(seat: &MemberName) -> String {
    format!("update the program, or leave the seat offline (--seat {seat}=offline)")
}
