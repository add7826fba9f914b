//! `verify` of an outcome by itself: what it says of every reply is said to the machine again, and the
//! outcome that comes of it must be the same. So numbers, conflicts, checks of a synthesis, agreement,
//! dissent, confidence, result and disclaimers are derived by the code that made them.

use std::collections::{BTreeMap, VecDeque};

use super::assemble::{body, head};
use super::sat::{Counted, counted};
use super::told::OutcomeCouncil;
use crate::core::call::CallError;
use crate::core::protocol::{CallId, Effect, Event, EventOf};
use crate::council::for_council;
use crate::council::shared::admitted::{AdmittedReply, Deviation};
use crate::council::shared::opening::{Opening, Sitter};
use crate::evidence::read::{EvidenceReadFault, MOST_FAULTS, OUTCOME};
use crate::evidence::seal::to_json;
use crate::evidence::v2::council::CallFault;
use crate::evidence::v2::outcome::{DeviationWord, OfficeWord, Outcome};
use crate::evidence::verify;
use crate::model::panel::CouncilKind;
use crate::model::{Identity, MemberId, MemberName, Receipt};
use crate::source::brief::Brief;

/// The protocol of an outcome or of a session, as its first lines say it.
pub fn protocol_of(bytes: &[u8]) -> Option<&str> {
    let lines = bytes.split(|byte| *byte == b'\n').take(4);
    let mut words = lines.filter_map(|line| line.strip_prefix(b"protocol: "));
    std::str::from_utf8(words.next()?).ok()
}

/// Verifies the bytes of one outcome: its form, its seal, and all that follows from what it says.
pub fn verify(bytes: &[u8]) -> Result<Outcome, Vec<EvidenceReadFault>> {
    // What names no council is told what the first of them would say.
    let kind = protocol_of(bytes).and_then(CouncilKind::of_protocol);
    for_council!(kind.unwrap_or(CouncilKind::ALL[0]), C => {
        let outcome = verify::envelope(bytes, C::WORD, &OUTCOME)?;
        let faults = follows::<C>(&outcome);
        if faults.is_empty() { Ok(outcome) } else { Err(faults) }
    })
}

fn fault(message: impl Into<String>) -> Vec<EvidenceReadFault> {
    vec![EvidenceReadFault::of_file(message.into())]
}

/// What an outcome says that does not follow from the replies in it.
fn follows<C: OutcomeCouncil>(outcome: &Outcome) -> Vec<EvidenceReadFault> {
    let opening = match opening::<C>(outcome) {
        Ok(opening) => opening,
        Err(why) => return fault(why),
    };
    let spent: u64 = outcome.calls.iter().map(|call| call.charged).sum();
    let meta = outcome.council_metadata.as_ref().expect("an opening was made of it");
    if spent != meta.tokens.spent {
        return fault(format!(
            "its calls were charged {spent} tokens, and it says {}",
            meta.tokens.spent
        ));
    }
    let state = match played::<C>(outcome, opening) {
        Ok(state) => state,
        Err(why) => return fault(why),
    };
    let (Some(told), Some(again)) = (C::told(&state, false), body::<C>(&state, &outcome.calls))
    else {
        return fault("nothing follows from it");
    };
    let mut faults = Vec::new();
    match told.ending {
        None => faults.push("its replies lead to no end".to_owned()),
        Some(ending) if ending.result != outcome.head.result => faults.push(format!(
            "its replies lead to {}, and it says {}",
            ending.result, outcome.head.result
        )),
        Some(ending) if !is_same_reason(&ending.reason, &outcome.head.terminal_reason) => {
            faults.push("terminal_reason is another than what its replies lead to".to_owned());
        }
        Some(_) => {}
    }
    if outcome.head.terminal_state != outcome.head.result.terminal_state() {
        faults.push("terminal_state does not follow from the result".to_owned());
    }
    if head(&told).and_then(|head| head.open) != outcome.head.open {
        faults.push("open is not what follows from the result".to_owned());
    }
    if counted(&told) != Counted::said(meta) {
        faults.push("council_metadata does not count what its members are".to_owned());
    }
    let materials = outcome.inputs.materials().map(|file| (file.path.as_str(), &file.digest));
    if Brief::digest_of(&outcome.body.question, materials) != outcome.inputs.digest {
        faults.push("inputs.digest is not that of its question and materials".to_owned());
    }
    let (stated, derived) = (to_json(&outcome.body), to_json(&again));
    let keys = |value: &serde_json::Value| -> Vec<String> {
        value.as_object().into_iter().flatten().map(|(key, _)| key.clone()).collect()
    };
    let mut all = keys(&stated);
    all.extend(keys(&derived).into_iter().filter(|key| stated.get(key).is_none()));
    for key in all {
        if stated.get(&key) != derived.get(&key) {
            faults.push(format!("{key} is not what follows from the replies in it"));
        }
    }
    faults.into_iter().take(MOST_FAULTS).map(EvidenceReadFault::of_file).collect()
}

/// A line is the same up to its colon: what stands behind names tokens and faults that only the session
/// knows.
fn is_same_reason(derived: &str, stated: &str) -> bool {
    derived.split(':').next() == stated.split(':').next()
}

/// What the session was opened with.
fn opening<C: OutcomeCouncil>(outcome: &Outcome) -> Result<Opening<C::Panel>, String> {
    let meta = outcome.council_metadata.as_ref().ok_or("it has no council_metadata")?;
    let rules = outcome.inputs.policy.as_ref().ok_or("it has no inputs.policy")?;
    let policy = C::panel(rules).ok_or("inputs.policy is that of another council")?;
    let members = meta.members.iter().map(|member| Sitter {
        name: member.name.clone(),
        identity: Identity {
            provider: member.provider.clone(),
            model: member.model.clone(),
            parameters: member.parameters.clone(),
            prices: member.prices,
        },
        is_voice: matches!(member.office, Some(OfficeWord::Voice | OfficeWord::ChairAndVoice)),
        is_chair: matches!(member.office, Some(OfficeWord::Chair | OfficeWord::ChairAndVoice)),
        lens: member.lens.clone(),
        brief: member.brief.clone(),
    });
    Ok(Opening {
        council: outcome.head.council_id.clone(),
        panel: meta.panel.clone(),
        question: outcome.body.question.clone(),
        brief: outcome.inputs.digest.clone(),
        has_materials: outcome.inputs.materials().next().is_some(),
        seed: meta.seed,
        members: members.collect(),
        timeout_seconds: rules.timeout_seconds,
        token_budget: rules.token_budget,
        looks: crate::model::policy::LookPolicy::off(),
        policy,
        least: Vec::new(),
    })
}

/// The state that the replies of an outcome lead to.
fn played<C: OutcomeCouncil>(
    outcome: &Outcome,
    opening: Opening<C::Panel>,
) -> Result<C::State, String> {
    let names: Vec<_> = opening.members.iter().map(|sitter| sitter.name.clone()).collect();
    let mut state = C::initial();
    let mut queue = VecDeque::from([Event::Opened { input: opening }]);
    let mut tasks: BTreeMap<CallId, (MemberId, C::Task)> = BTreeMap::new();
    let mut steps = 0_u32;
    loop {
        let Some(event) = queue.pop_front() else {
            if C::is_over(&state) {
                return Ok(state);
            }
            // Nobody waits for more: what is told is how it was stopped.
            let reason = outcome.head.terminal_reason.split(':').next().unwrap_or_default();
            let last = match reason {
                "TIMEOUT" => Event::DeadlinePassed,
                "CANCELLED" => Event::Interrupted,
                "BUDGET_EXHAUSTED" => {
                    let call = tasks.keys().next_back().copied();
                    let call = call.ok_or("a budget ended it before anybody was asked")?;
                    Event::Estimated { call, tokens: u64::MAX, again: None }
                }
                _ => return Err("a reply that its steps need is not in it".to_owned()),
            };
            queue.push_back(last);
            steps += 1;
            if steps > 10_000 {
                return Err("its steps do not come to an end".to_owned());
            }
            continue;
        };
        let (next, effects) = C::step(state.clone(), event).map_err(|why| why.to_string())?;
        state = next;
        for effect in effects {
            match effect {
                Effect::Estimate { call, member, task, .. } => {
                    let name = C::task(&task);
                    let is_budget = outcome.head.terminal_reason.starts_with("BUDGET_EXHAUSTED")
                        && reply::<C>(outcome, &names, member, name.step).is_none()
                        && failed::<C>(outcome, &names, member, name.step).is_none();
                    let is_skipped = C::is_too_dear(&outcome.body, name.step);
                    tasks.insert(call, (member, task));
                    if is_skipped {
                        queue.push_back(Event::Estimated { call, tokens: u64::MAX, again: None });
                    } else if !is_budget {
                        queue.push_back(Event::Estimated { call, tokens: 0, again: None });
                    }
                }
                Effect::Dispatch { call, .. } => {
                    let (member, task) = &tasks[&call];
                    queue.extend(answer::<C>(outcome, &names, *member, call, task)?);
                }
                Effect::GiveUp { call, fault } => {
                    queue.push_back(Event::Failed { call, fault, receipt: Receipt::default() });
                }
                Effect::SetTimer { .. } | Effect::Show { .. } | Effect::AwaitPerson(_) => {}
            }
        }
    }
}

/// What an outcome says that came of a call; nothing where it was stopped before.
fn answer<C: OutcomeCouncil>(
    outcome: &Outcome,
    names: &[MemberName],
    member: MemberId,
    call: CallId,
    task: &C::Task,
) -> Result<Option<EventOf<C>>, String> {
    let task = C::task(task);
    let receipt = Receipt::default();
    if let Some(reply) = reply::<C>(outcome, names, member, task.step) {
        let name = &names[usize::from(member.0)];
        let digest = Some(C::digest(&reply.reply));
        let is_own = |call: &crate::evidence::v2::call::Call| {
            call.agent_id == *name && call.question == task.form && call.reply == digest
        };
        if !outcome.calls.iter().any(is_own) {
            return Err(format!("what {name} said in {} is not what its call brought", task.step));
        }
        return Ok(Some(Event::Answered { call, reply, receipt }));
    }
    let fault = failed::<C>(outcome, names, member, task.step);
    Ok(fault.map(|fault| Event::Failed { call, fault, receipt }))
}

fn reply<C: OutcomeCouncil>(
    outcome: &Outcome,
    names: &[MemberName],
    member: MemberId,
    step: &str,
) -> Option<AdmittedReply<C::Given>> {
    let name = &names[usize::from(member.0)];
    let (reply, stands) = C::given(&outcome.body, name, step)?;
    let own = outcome.body.deviations.iter().filter(|one| one.member == *name && one.step == step);
    // A choice that does not count is found again.
    let told = own.filter(|one| one.kind != DeviationWord::UnreasonedChange);
    let deviations =
        told.map(|one| Deviation { kind: one.kind.into(), detail: one.detail.clone() }).collect();
    Some(AdmittedReply { reply, stands, deviations })
}

fn failed<C: OutcomeCouncil>(
    outcome: &Outcome,
    names: &[MemberName],
    member: MemberId,
    step: &str,
) -> Option<CallError> {
    let name = &names[usize::from(member.0)];
    let own = outcome.body.failures.iter().find(|one| one.member == *name && one.step == step);
    if let Some(failure) = own {
        return Some(failure.fault.clone().into());
    }
    C::failed(&outcome.body, name, step)
}

impl From<CallFault> for CallError {
    fn from(fault: CallFault) -> Self {
        match fault {
            CallFault::Malformed(why) => Self::Malformed(why),
            CallFault::Unavailable(why) => Self::Unavailable(why),
            CallFault::Refused(why) => Self::Refused(why),
            CallFault::Truncated(why) => Self::Truncated(why),
            CallFault::TimedOut(why) => Self::TimedOut(why),
            CallFault::Unauthorised(why) => Self::Unauthorised(why),
            CallFault::RateLimited(why) => Self::RateLimited(why),
            CallFault::Late(why) => Self::Late(why),
            CallFault::GivenUp(why) => Self::GivenUp(why),
        }
    }
}
