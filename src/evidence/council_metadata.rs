//! Who sat, what the calls took, and how much of a panel it was: derived from the bundle's own
//! lines, so that `verify` derives it again.

use std::collections::{BTreeMap, BTreeSet};

use super::looks::Numbers;
use super::v2::OFFLINE;
use super::v2::bundle::{Agreement, BallotStatus, Finding, Panel, Subagent};
use super::v2::call::{Call, CallCosts};
use super::v2::council::{CallFault, SeatFailure};
use super::v2::inputs::Inputs;
use super::v2::session::SessionRecord;
use crate::core::roster::RosterEntry;
use crate::council::rfc::roster::office;
use crate::council::rfc::{CallOutcome, RfcCallRecord, SessionState};
use crate::model::opinion::Vote;
use crate::model::{MemberName, Receipt, Timestamp, price};

/// The seats, as both files name them.
pub(super) fn subagents(charter: &SessionState) -> Vec<Subagent> {
    charter
        .roster
        .iter()
        .map(|(member, RosterEntry { name, identity })| {
            (member, name, identity, &charter.seats[&member])
        })
        .map(|(member, name, identity, seat)| Subagent {
            agent_id: name.clone(),
            emergent_role: office(name).map_or("", |office| office.role).to_owned(),
            selected_modes: seat.modes.clone(),
            mode_selection: seat.selected.into(),
            provider: identity.provider.clone(),
            model: identity.model.clone(),
            parameters: identity.parameters.clone(),
            prices: identity.prices,
            served_models: served_models(
                &member,
                charter.calls.iter().filter_map(|call| Some((call.member, call.receipt()?))),
            ),
            failure: seat.failure.as_ref().map(SeatFailure::from),
        })
        .collect()
}

/// The models that answered one member's calls.
pub(super) fn served_models<M: PartialEq>(
    member: &M,
    receipts: impl Iterator<Item = (M, Receipt)>,
) -> BTreeSet<String> {
    receipts.filter(|(asked, _)| asked == member).filter_map(|(_, r)| r.model).collect()
}

/// Every call, by number, timed by the session's records. `inputs` number what was looked at.
pub(super) fn calls(
    charter: &SessionState,
    records: &[SessionRecord],
    inputs: &Inputs,
) -> Vec<Call> {
    let numbers = Numbers::of(inputs);
    let of = |names: &[&str]| -> BTreeMap<u64, Timestamp> {
        let is_of =
            |record: &&SessionRecord| names.iter().any(|name| record.event["event"] == **name);
        let named = |record: &SessionRecord| Some((record.event["call"].as_u64()?, record.at));
        records.iter().filter(is_of).filter_map(named).collect()
    };
    let (sent, ended) = (of(&["ESTIMATED"]), of(&["ANSWERED", "FAILED"]));
    let seconds = |id: u64| {
        let seconds = ended.get(&id)?.unix() - sent.get(&id)?.unix();
        // A clock that was set back in between must not give a negative time.
        Some(u64::try_from(seconds).unwrap_or(0))
    };
    let line = |record: &RfcCallRecord| {
        let looks = numbers.rows(record);
        Call { looks, ..call(record, charter, seconds(record.id.0.into())) }
    };
    charter.calls.iter().map(line).collect()
}

fn call(record: &RfcCallRecord, charter: &SessionState, seconds: Option<u64>) -> Call {
    let (mut reply, mut cause) = (None, None);
    let outcome = record.outcome_name();
    match &record.outcome {
        CallOutcome::Answered { reply: digest, .. } => reply = Some(digest.clone()),
        CallOutcome::Failed { fault, .. } => {
            cause = Some(CallFault::from(fault.clone()).to_string());
        }
        CallOutcome::Lost { .. }
        | CallOutcome::Looking
        | CallOutcome::Estimating
        | CallOutcome::Dispatched => {}
    }
    let (receipt, charged) = (record.receipt().unwrap_or_default(), record.charged());
    let identity = charter.roster.identity(record.member);
    let is_sent = identity.provider != OFFLINE && outcome != "ESTIMATING";
    Call {
        call: record.id.0,
        agent_id: charter.roster.name(record.member).clone(),
        question: record.task.question.name().to_owned(),
        attempt: record.task.attempt,
        task: record.task.digest(),
        outcome: outcome.to_owned(),
        reply,
        fault: cause,
        cost_usd: is_sent.then(|| told(cost_of(&receipt, identity.prices.as_ref()))),
        receipt,
        charged,
        seconds,
        looks: Vec::new(),
    }
}

/// What a call cost; `None` when nobody can know. An answer that was kept costs nothing again; a sum
/// that whoever answered says knows prices of helpers, too.
fn cost_of(receipt: &Receipt, prices: Option<&price::Prices>) -> Option<price::Cost> {
    if receipt.kept_from.is_some() {
        return Some(price::Cost::default());
    }
    receipt.cost_usd.or_else(|| Some(prices?.cost(receipt.usage?)))
}

fn told(cost: Option<price::Cost>) -> String {
    cost.map_or_else(|| "unknown".to_owned(), |cost| cost.to_string())
}

/// What a call cost, as its line says it.
pub(super) fn cost_told(receipt: &Receipt, prices: Option<&price::Prices>) -> String {
    told(cost_of(receipt, prices))
}

/// What a line must say of its cost, by its seat.
pub(super) fn cost_line(call: &Call, seat: &Subagent) -> Option<String> {
    let is_sent = seat.provider != OFFLINE && call.outcome != "ESTIMATING";
    is_sent.then(|| told(cost_of(&call.receipt, seat.prices.as_ref())))
}

/// What the calls cost together; none when nothing was sent to anybody.
pub(super) fn cost(calls: &[Call], subagents: &[Subagent]) -> Option<CallCosts> {
    let prices: BTreeMap<&MemberName, Option<price::Prices>> =
        subagents.iter().map(|seat| (&seat.agent_id, seat.prices)).collect();
    call_costs(calls, |call| prices.get(&call.agent_id).copied().flatten())
}

/// The same, of calls whose prices are known otherwise.
pub(super) fn call_costs(
    calls: &[Call],
    prices: impl Fn(&Call) -> Option<price::Prices>,
) -> Option<CallCosts> {
    let mut sent = calls.iter().filter(|call| call.cost_usd.is_some()).peekable();
    sent.peek()?;
    let (mut known, mut unknown_calls) = (price::Cost::default(), 0);
    for call in sent {
        match cost_of(&call.receipt, prices(call).as_ref()) {
            Some(cost) => known = known.plus(cost),
            None => unknown_calls += 1,
        }
    }
    Some(CallCosts { known_usd: known.to_string(), unknown_calls })
}

/// How much of a panel it was.
pub(super) fn panel(subagents: &[Subagent], findings: &[Finding]) -> Panel {
    let models = subagents.iter().flat_map(|seat| {
        let named = seat.served_models.is_empty().then_some(&seat.model);
        seat.served_models.iter().chain(named)
    });
    let providers: BTreeSet<&str> = subagents.iter().map(|s| s.provider.as_str()).collect();
    let with = |status: BallotStatus| {
        findings.iter().flat_map(|f| &f.ballots).filter(|b| b.status == status).count() as u32
    };
    Panel {
        distinct_providers: providers.len() as u32,
        distinct_models: models.collect::<BTreeSet<_>>().len() as u32,
        offline: subagents.iter().all(|seat| seat.provider == OFFLINE),
        spoilt_ballots: with(BallotStatus::Spoilt),
        missing_ballots: with(BallotStatus::Missing),
        agreement: agreement(subagents, findings),
    }
}

/// Each pair of members, in order.
fn agreement(subagents: &[Subagent], findings: &[Finding]) -> Vec<Agreement> {
    let of = |agents: [&MemberName; 2]| {
        let both = findings.iter().filter_map(|finding| {
            let [first, second] = agents.map(|seat| last_word(finding, seat));
            Some((first?, second?))
        });
        let both: Vec<(Vote, Vote)> = both.collect();
        let same = both.iter().filter(|(first, second)| first == second).count() as u32;
        Agreement { agents: agents.map(MemberName::clone), same, of: both.len() as u32 }
    };
    let pairs = subagents.iter().enumerate().flat_map(|(at, first)| {
        subagents[at + 1..].iter().map(move |second| [&first.agent_id, &second.agent_id])
    });
    pairs.map(of).collect()
}

/// What a seat said of a finding in the end: its ballot, else its stance.
fn last_word(finding: &Finding, seat: &MemberName) -> Option<Vote> {
    let ballot = finding.ballots.iter().find(|ballot| ballot.agent_id == *seat);
    let stance = || finding.stances.iter().find(|stance| stance.agent_id == *seat);
    ballot.and_then(|ballot| ballot.vote).or_else(|| Some(stance()?.vote))
}
