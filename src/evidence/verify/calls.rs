//! What the calls say of themselves, and what their sums say of the session.

use super::derivation::DerivationCheck;
use crate::core::budget::COUNTABLE;
use crate::evidence::council_metadata;
use crate::evidence::v2::bundle::{Bundle, CouncilMetadata};
use crate::evidence::v2::call::Call;
use crate::model::{Receipt, TerminalState, Usage};

/// The questions that every live seat answers, by cycle.
const QUESTIONS: [&str; 3] = ["STRUCTURAL", "FEASIBILITY", "CONVERGE"];

/// Seats that took part in a cycle and have no answered call in it, a line each. The last cycle asks
/// nobody where there is nothing to vote on.
pub fn unanswered(bundle: &Bundle) -> Vec<String> {
    let Some(council) = &bundle.council_metadata else { return Vec::new() };
    let votes = bundle.findings.iter().any(|finding| finding.contested);
    let cycles = (1..).zip(QUESTIONS).take(usize::from(council.cycles_completed));
    let asked = cycles.filter(|(cycle, _)| *cycle < 3 || votes);
    let missing = asked.flat_map(|(cycle, question)| {
        let live = council
            .subagents
            .iter()
            .filter(move |seat| seat.failure.as_ref().is_none_or(|failure| failure.cycle > cycle));
        let silent = live.filter(move |seat| {
            !bundle.calls.iter().any(|call| {
                call.agent_id == seat.agent_id
                    && call.question == question
                    && call.outcome == "ANSWERED"
            })
        });
        silent.map(move |seat| format!("{} has no answered call in cycle {cycle}", seat.agent_id))
    });
    missing.collect()
}

impl DerivationCheck<'_> {
    pub(super) fn calls(&mut self, council: &CouncilMetadata) {
        let part = "council_metadata";
        let calls = &self.bundle.calls;
        let in_order = calls.iter().zip(1..).all(|(call, number)| call.call == number);
        self.expect(in_order, part, || "the calls are not numbered from 1 on".to_owned());
        let sent = calls.iter().filter(|call| call.outcome != "ESTIMATING").count();
        self.expect(council.tokens.calls as usize == sent, part, || {
            format!("calls is {} and the bundle holds {sent}", council.tokens.calls)
        });
        let charged = calls.iter().fold(0_u64, |sum, call| sum.saturating_add(call.charged));
        self.expect(council.tokens.spent == charged, part, || {
            format!(
                "{} tokens were spent and the calls were charged {charged}",
                council.tokens.spent
            )
        });
        for call in calls {
            self.call(council, call);
        }
        for seat in &council.subagents {
            let id = &seat.agent_id;
            let receipts = calls.iter().map(|call| (&call.agent_id, call.receipt.clone()));
            let served = council_metadata::served_models(&id, receipts);
            self.expect(seat.served_models == served, part, || {
                format!("the models that answered {id} are not those of its calls")
            });
            let last = calls.iter().rfind(|call| call.agent_id == *id);
            let fault = seat.failure.as_ref().map(|failure| failure.fault.to_string());
            let told = last.filter(|call| call.outcome == "FAILED");
            self.expect(
                fault.is_none() || told.and_then(|c| c.fault.clone()) == fault,
                part,
                || format!("{id} fell out and its last call does not say so"),
            );
        }
        self.looked();
        let cost = council_metadata::cost(calls, &council.subagents);
        self.expect(council.cost == cost, part, || {
            "the cost is not what the calls add up to".to_owned()
        });
    }

    fn call(&mut self, council: &CouncilMetadata, call: &Call) {
        let part = "council_metadata";
        let (n, id) = (call.call, &call.agent_id);
        let Some(seat) = council.subagents.iter().find(|seat| seat.agent_id == *id) else {
            return;
        };
        let says = (call.reply.is_some(), call.fault.is_some());
        let (fits, is_over) = match call.outcome.as_str() {
            "ANSWERED" => (says == (true, false), true),
            "FAILED" => (says == (false, true), true),
            "LOST" => (says == (false, false), true),
            "ESTIMATING" | "DISPATCHED" => (says == (false, false) && call.charged == 0, false),
            "LOOKING" => (says == (false, false), false),
            _ => (false, false),
        };
        self.expect(fits, part, || format!("call {n} does not say what became of it"));
        let aborted = self.bundle.terminal_state == TerminalState::Aborted;
        self.expect(is_over || aborted, part, || {
            format!("call {n} is under way in a session that came to its end")
        });
        let cost = council_metadata::cost_line(call, seat);
        self.expect(call.cost_usd == cost, part, || {
            format!("the cost of call {n} is not what its tokens and prices give")
        });
        let Receipt {
            prompt,
            usage,
            requests,
            kept_from,
            model,
            without_schema,
            by_fallback,
            cost_usd,
        } = &call.receipt;
        let silent = prompt.is_none()
            && requests.is_none()
            && model.is_none()
            && usage.is_none()
            && !without_schema
            && !by_fallback
            && cost_usd.is_none();
        self.expect(seat.provider != "offline" || (silent && call.charged == 0), part, || {
            format!("call {n} of an offline seat says that something was sent")
        });
        self.expect(kept_from.is_none() || call.charged == 0, part, || {
            format!("call {n} was answered before and charged all the same")
        });
        // What is charged is the usage, or a reservation that was no smaller.
        let used = usage.map_or(0, Usage::total);
        let fits = usage.is_none_or(|u| u == u.at_most(COUNTABLE))
            && (used == 0 || call.charged == used || used > call.charged);
        self.expect(kept_from.is_some() || !is_over || fits, part, || {
            format!("call {n} was charged more than it used")
        });
    }
}
