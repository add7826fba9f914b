//! One script: who fails when, and the end that must come of it.

use std::fmt;
use std::sync::{Arc, Mutex};

use crate::support::seat_id::SeatId;
use council_review::app::Workspace;
use council_review::app::review::Seats;
use council_review::core::budget::COUNTABLE;
use council_review::core::call::CallError;
use council_review::core::look::Looks;
use council_review::core::member::Member as _;
use council_review::core::protocol::Protocol as _;
use council_review::council::rfc::ask::Task;
use council_review::council::rfc::{CallOutcome, RfcCouncil};
use council_review::model::policy::CouncilPolicy;
use council_review::model::{Severity, Verdict};
use council_review::source::Dossier;
use serde_json::{Value, json};

use super::table::{Comes, Fault};
use crate::support::memory::{Held, example, hold, rfc, workspace};
use crate::support::scribble::{Drawn, Scribbler};
use crate::support::seats::MENDED;
use crate::support::simulator::deed::Deed;
use crate::support::simulator::gullible::Said;
use crate::support::simulator::mind::Mind;
use crate::support::simulator::near::{Carried, Near};
use crate::support::simulator::reading::Asked;
use crate::support::simulator::seat::{seat, transport};
use crate::support::simulator::wire::Dialect;
use crate::support::simulator::{self, Simulator, Turn};

/// The question of each cycle; 0 is INIT.
const QUESTIONS: [&str; 4] = ["SELECT_MODES", "STRUCTURAL", "FEASIBILITY", "CONVERGE"];

/// A dossier that the gates approve.
pub(crate) struct Scene {
    workspace: Workspace,
    pub(crate) dossier: Arc<Dossier>,
}

impl Scene {
    pub(crate) fn new(modes: &str) -> Self {
        let config = format!("council:\n  modes: {modes}\n  token_budget: 200000\n");
        let workspace = workspace(&example(&[MENDED]), &config);
        let dossier = Arc::new(workspace.dossier(&rfc()).expect("it is there"));
        Self { workspace, dossier }
    }
}

/// A finding out of what a task's text offers, at words that stand where it points: nobody votes on
/// another, and each fault strikes a vote.
pub(crate) fn finding(
    text: &str,
    dossier: &Dossier,
    seed: u64,
    drawn: &Arc<Mutex<Drawn>>,
) -> Value {
    let scribbler = Scribbler::calm("raiser", seed, drawn);
    let readable = |finding: &Value| dossier.text(finding["file"].as_str()?);
    let draws = std::iter::repeat_with(|| scribbler.finding(text)).take(1_000);
    let mut finding = draws.into_iter().find(|f| readable(f).is_some()).expect("a file is named");
    let source = readable(&finding).expect("it was found by that");
    let path = finding["yaml_path"].as_str().expect("a text").to_owned();
    let words = |path: &str| -> Option<String> {
        let place = source.node(path)?;
        let mut lines = (place.line..=place.end_line).map(|number| source.line(number).trim());
        lines.find(|line| !line.is_empty()).map(str::to_owned)
    };
    let (path, quote) = match words(&path) {
        Some(quote) => (path, quote),
        None => (String::new(), words("").expect("a file of words")),
    };
    finding["cites"] = json!([]);
    finding["yaml_path"] = json!(path);
    finding["quote"] = json!(quote.chars().take(200).collect::<String>());
    finding
}

/// A fault at a place.
#[derive(Clone, Copy)]
pub(crate) struct Strike<'f> {
    pub(crate) fault: &'f Fault,
    pub(crate) dialect: Dialect,
    pub(crate) seat: SeatId,
    pub(crate) cycle: usize,
}

impl Strike<'_> {
    fn is_lost(&self) -> bool {
        matches!(self.fault.comes, Comes::Lost(..))
    }
}

impl fmt::Display for Strike<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { fault, dialect, seat, cycle } = self;
        write!(f, "{} at {seat} ({dialect:?}) in cycle {cycle}", fault.name)
    }
}

/// One or two faults in one council.
pub(crate) struct Script<'f> {
    strikes: Vec<Strike<'f>>,
    verifies: bool,
    /// What its finding is drawn from.
    seed: u64,
}

impl fmt::Display for Script<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let strikes: Vec<String> = self.strikes.iter().map(ToString::to_string).collect();
        f.write_str(&strikes.join(", and "))
    }
}

/// What must come of a script.
#[derive(Debug, PartialEq, Eq)]
struct End {
    state: &'static str,
    verdict: &'static str,
    /// The seats that are lost, in which cycle, and why.
    lost: Vec<(SeatId, u8, &'static str)>,
}

impl<'f> Script<'f> {
    pub(crate) fn one(strike: Strike<'f>, place: usize) -> Self {
        Self::of(vec![strike], place)
    }

    pub(crate) fn two(first: Strike<'f>, second: Strike<'f>, place: usize) -> Self {
        Self::of(vec![first, second], place)
    }

    fn of(strikes: Vec<Strike<'f>>, place: usize) -> Self {
        Self { strikes, verifies: place.is_multiple_of(4), seed: place as u64 }
    }

    /// The seat that raises the one finding, and never fails.
    fn raiser(&self) -> SeatId {
        let fails = |seat: &SeatId| self.strikes.iter().any(|strike| strike.seat == *seat);
        SeatId::ALL.into_iter().find(|seat| !fails(seat)).expect("at most two fail")
    }

    /// The seat that opposes it: one that never fails, or else the first that does.
    fn opposer(&self) -> SeatId {
        let fails = |seat: &SeatId| self.strikes.iter().any(|strike| strike.seat == *seat);
        let sound = SeatId::ALL.into_iter().filter(|seat| !fails(seat)).nth(1);
        sound.unwrap_or(self.strikes[0].seat)
    }

    fn mind(&self, seat: SeatId) -> Mind {
        Mind {
            raises: (seat == self.raiser()).then_some("MAJOR"),
            vote: if seat == self.opposer() { "OPPOSE" } else { "SUPPORT" },
        }
    }

    /// Whether a strike happens at all: once nobody is left who opposes the finding, two stand
    /// behind it, and cycle 3 has nothing to ask. Nobody votes on what is INFO.
    fn happens(&self, strike: &Strike<'_>, severity: Severity) -> bool {
        let silenced =
            |other: &Strike<'_>| other.is_lost() && other.cycle < 3 && other.seat == self.opposer();
        let is_voted_on = severity != Severity::Info && !self.strikes.iter().any(silenced);
        strike.cycle < 3 || is_voted_on
    }

    /// How it must end with a finding of this weight.
    fn end(&self, severity: Severity) -> End {
        let mut lost: Vec<(SeatId, u8, &'static str)> = Vec::new();
        for strike in &self.strikes {
            if let (Comes::Lost(kind, _), true) =
                (strike.fault.comes, self.happens(strike, severity))
            {
                lost.push((strike.seat, strike.cycle as u8, kind));
            }
        }
        lost.sort();
        let is_lost = |seat: SeatId| lost.iter().any(|(id, ..)| *id == seat);
        let votes = |of: fn(&Mind) -> bool| {
            SeatId::ALL.into_iter().filter(|&id| !is_lost(id) && of(&self.mind(id))).count()
        };
        let (state, verdict) = if lost.len() == 2 {
            ("ABORTED", "ABORTED")
        } else if severity == Severity::Info || votes(|mind| mind.vote == "SUPPORT") >= 2 {
            ("CONVERGED", Verdict::of([severity]).as_str())
        } else {
            ("DEADLOCKED", "NEEDS_ADJUDICATION")
        };
        End { state, verdict, lost }
    }

    /// Plays it; what is wrong with its end, or how it ended.
    pub(crate) fn play(&self, scenes: &[Scene; 2]) -> Result<String, String> {
        let is_init = self.strikes.iter().any(|strike| strike.cycle == 0);
        let scene = &scenes[usize::from(is_init)];
        let mut simulators = Vec::new();
        let mut seats = Seats::new();
        let raised: Arc<Mutex<Option<Value>>> = Arc::default();
        for id in SeatId::ALL {
            let mind = self.mind(id);
            let strike = self.strikes.iter().find(|strike| strike.seat == id);
            let held = match strike {
                None => {
                    let (dossier, raised) = (Arc::clone(&scene.dossier), Arc::clone(&raised));
                    let (seed, drawn) = (self.seed, Arc::default());
                    let voice = move |asked: &Asked| {
                        let mut answer = mind.answers(asked);
                        if asked.question == "STRUCTURAL" && mind.raises.is_some() {
                            let finding = finding(&asked.text, &dossier, seed, &drawn);
                            answer["findings"] = json!([finding]);
                            *raised.lock().expect("unharmed") = Some(finding);
                        }
                        Said::Text(answer.to_string())
                    };
                    let near = Carried(Near::new(Arc::new(voice)));
                    seat(&scene.dossier, near)
                }
                Some(strike) => {
                    let simulator = Simulator::start(self.script(strike));
                    let timers = strike.fault.timers;
                    let by = transport(&simulator, strike.dialect, "sk-canary-0123456789", timers);
                    simulators.push((*strike, simulator));
                    seat(&scene.dossier, by)
                }
            };
            seats.insert(id.name(), held);
        }
        let held = hold(&scene.workspace, &scene.dossier, seats);
        if self.verifies {
            held.must_verify();
        }
        let raised = raised.lock().expect("unharmed").take();
        let severity = raised.and_then(|f| serde_json::from_value(f["severity"].clone()).ok());
        self.judge(&held, &simulators, severity.unwrap_or(Severity::Major))
    }

    fn script(&self, strike: &Strike<'f>) -> simulator::Script {
        let (does, cycle, times) =
            (Arc::clone(&strike.fault.does), strike.cycle, strike.fault.times);
        let mind = self.mind(strike.seat);
        Arc::new(move |turn: &Turn<'_>| {
            let honest = mind.answers(turn.asked);
            if turn.asked.question == QUESTIONS[cycle] && turn.number <= times {
                does(turn, &honest)
            } else {
                Deed::reply(turn, &honest)
            }
        })
    }

    fn judge(
        &self,
        held: &Held,
        simulators: &[(Strike<'f>, Simulator)],
        severity: Severity,
    ) -> Result<String, String> {
        let Held { charter, bundle, .. } = held;
        let kind = |fault: &CallError| match fault {
            CallError::Malformed(_) => "MALFORMED",
            CallError::Unavailable(_) => "UNAVAILABLE",
            CallError::Refused(_) => "REFUSED",
            CallError::Truncated(_) => "TRUNCATED",
            CallError::TimedOut(_)
            | CallError::Unauthorised(_)
            | CallError::RateLimited(_)
            | CallError::Late(_)
            | CallError::GivenUp(_) => unreachable!("nothing of the table leads there"),
        };
        let lost = charter.seats.iter().filter_map(|(&id, seat)| {
            let failure = seat.failure.as_ref()?;
            Some((SeatId::of(charter.roster.name(id)), failure.cycle, kind(&failure.fault)))
        });
        let found = End {
            state: bundle.terminal_state.as_str(),
            verdict: bundle.verdict.as_str(),
            lost: lost.collect(),
        };
        let expected = self.end(severity);
        if found != expected {
            let failures: Vec<String> = charter
                .seats
                .iter()
                .filter_map(|(&id, seat)| {
                    let fault = &seat.failure.as_ref()?.fault;
                    Some(format!("{} {fault}", charter.roster.name(id)))
                })
                .collect();
            return Err(format!("{found:?}, not {expected:?} ({})", failures.join("; ")));
        }
        for (strike, simulator) in simulators {
            let faults = simulator.faults();
            if !faults.is_empty() {
                return Err(format!("requests that no vendor takes: {faults:?}"));
            }
            let asked = simulator.asked(strike.seat, QUESTIONS[strike.cycle]);
            let requests = match strike.fault.comes {
                Comes::Survives(requests) | Comes::Lost(_, requests) => requests,
            };
            let requests = if self.happens(strike, severity) { requests } else { 0 };
            // An abort may overtake the other seat's requests.
            let is_right =
                asked == requests || (bundle.verdict.as_str() == "ABORTED" && asked < requests);
            if !is_right {
                return Err(format!("{asked} requests, not {requests}"));
            }
            self.charged(strike, severity, held)?;
        }
        let end = charter.ending.as_ref().and_then(|ending| ending.abort);
        Ok(end.map_or_else(|| expected.state.to_owned(), |abort| abort.to_string()))
    }

    /// What nobody credible reported is charged as it was reserved (A7).
    fn charged(&self, strike: &Strike<'_>, severity: Severity, held: &Held) -> Result<(), String> {
        let spent: u64 = held.charter.calls.iter().map(|call| charge(&call.outcome)).sum();
        let budget = &held.charter.calls.budget;
        let under_way = budget.reserved();
        if spent != budget.spent() || spent + under_way > budget.limit() {
            return Err(format!("{spent} charged, {} spent, {under_way} reserved", budget.spent()));
        }
        if !strike.fault.as_reserved || !self.happens(strike, severity) {
            return Ok(());
        }
        for call in &held.charter.calls {
            if call.task.seat != strike.seat.name()
                || call.task.question.name() != QUESTIONS[strike.cycle]
            {
                continue;
            }
            let nobody = Carried(Near::new(Arc::new(|_| Said::Refusal)));
            let dossier = held.dossier();
            let reserved = council_review::app::model_member::ModelMember::new(
                Arc::new(nobody),
                Arc::new(council_review::council::rfc::render::Renderer::new(dossier)),
                None,
            )
            .estimate_next(&call.task, &offered(&held.charter.policy, &call.task))
            .min(COUNTABLE);
            let charged = charge(&call.outcome);
            if charged != reserved {
                return Err(format!("{charged} charged and {reserved} reserved"));
            }
        }
        Ok(())
    }
}

fn charge(outcome: &CallOutcome) -> u64 {
    match outcome {
        CallOutcome::Answered { charged, .. }
        | CallOutcome::Failed { charged, .. }
        | CallOutcome::Lost { charged } => *charged,
        CallOutcome::Estimating | CallOutcome::Dispatched | CallOutcome::Looking => 0,
    }
}

/// The looks that a task is offered.
fn offered(policy: &CouncilPolicy, task: &Task) -> Looks {
    if RfcCouncil::may_look(task) { Looks::offered(&policy.looks) } else { Looks::default() }
}
