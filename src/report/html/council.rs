//! Who sat, how they reasoned, what it took.

use serde::Serialize;

use crate::evidence::v2::bundle::{Bundle, CouncilMetadata, Subagent};
use crate::evidence::v2::council::Selected;
use crate::model::{Digest, MemberName};
use crate::prompt::modes;
use crate::report::panel;

#[derive(Debug, Serialize)]
pub(super) struct Council {
    seats: Vec<Seat>,
    /// In sentences.
    course: Vec<String>,
    session: String,
    session_file: String,
    session_digest: String,
    seed: u64,
    calls: Vec<Call>,
}

#[derive(Debug, Serialize)]
struct Seat {
    id: MemberName,
    role: String,
    holder: String,
    served: Vec<String>,
    modes: Vec<(u8, &'static str)>,
    chosen: &'static str,
    failure: Option<String>,
}

#[derive(Debug, Serialize)]
struct Call {
    number: u32,
    seat: MemberName,
    question: String,
    attempt: u8,
    outcome: String,
    fault: Option<String>,
    tokens: u64,
    seconds: String,
    cost: String,
}

impl Council {
    pub(super) fn of(bundle: &Bundle, council: &CouncilMetadata) -> Self {
        let mut course = vec![panel::course(council)];
        course.extend(panel::calls(bundle));
        course.extend(panel::agreement(council));
        course.push(match council.panel.offline {
            true => "no AI model was asked, and nothing was sent".to_owned(),
            false => format!(
                "providers: {}, models: {}",
                council.panel.distinct_providers, council.panel.distinct_models
            ),
        });
        let lost = (council.panel.spoilt_ballots, council.panel.missing_ballots);
        if lost != (0, 0) {
            course
                .push(format!("ballots that do not count: {} spoilt, {} missing", lost.0, lost.1));
        }
        Self {
            seats: council.subagents.iter().map(seat).collect(),
            course,
            session: council.session_id.to_string(),
            session_file: council.session_file.clone(),
            session_digest: bundle.log_digest.as_ref().map(Digest::to_string).unwrap_or_default(),
            seed: council.seed,
            calls: bundle
                .calls
                .iter()
                .map(|call| Call {
                    number: call.call,
                    seat: call.agent_id.clone(),
                    question: call.question.clone(),
                    attempt: call.attempt,
                    outcome: call.outcome.clone(),
                    fault: call.fault.clone(),
                    tokens: call.charged,
                    seconds: call.seconds.map(|seconds| seconds.to_string()).unwrap_or_default(),
                    cost: call.cost_usd.clone().unwrap_or_default(),
                })
                .collect(),
        }
    }
}

fn seat(subagent: &Subagent) -> Seat {
    Seat {
        id: subagent.agent_id.clone(),
        role: subagent.emergent_role.clone(),
        holder: format!("{} {}", subagent.provider, subagent.model).trim_end().to_owned(),
        served: subagent.served_models.iter().filter(|m| **m != subagent.model).cloned().collect(),
        modes: subagent
            .selected_modes
            .iter()
            .map(|mode| (mode.number(), modes::mode(*mode).name.as_str()))
            .collect(),
        chosen: match subagent.mode_selection {
            Selected::Pending => "not chosen yet",
            Selected::KeyModes => "its key modes",
            Selected::Chosen => "its own choice",
            Selected::Drawn => "anchors and a draw",
            Selected::KeyModesAfterInvalidChoice => "its key modes, after two invalid choices",
        },
        failure: subagent
            .failure
            .as_ref()
            .map(|failure| format!("fell out in cycle {}: {}", failure.cycle, failure.fault)),
    }
}
