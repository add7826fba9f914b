//! Payloads in the four ways into a council: its question, a file, what a peer says, a lens of the repository. Members
//! that answer as before lead to the same result: what is shown decides nothing by itself (THREATS.md C3).

use std::sync::Arc;

use council_review::council::lenses::LensesCouncil;
use council_review::council::rounds::RoundsCouncil;
use council_review::model::QuestionKind;
use council_review::source::brief::{Brief, MaterialKind, Materials};

use super::super::prompts::scene;
use super::{Ask, Held, Said, chair, hold, lens, opinion, rebuttal, review, words};
use crate::support::simulator::payloads::payloads;
use crate::support::{self, scale};

/// Where a payload stands.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Carrier {
    Nowhere,
    Question,
    File,
    Peer,
    Lens,
}

const CARRIERS: [Carrier; 4] = [Carrier::Question, Carrier::File, Carrier::Peer, Carrier::Lens];

/// The scene's brief with a payload in it.
fn brief(carrier: Carrier, payload: &str) -> Arc<Brief> {
    let mut question = scene::question(QuestionKind::Decision, "English");
    if carrier == Carrier::Question {
        question.text = format!("{} {payload}", question.text);
    }
    if carrier != Carrier::File {
        return scene::brief_of(question);
    }
    let plain = scene::brief_of(question.clone());
    let mut materials = Materials::new(&|_, _| Vec::new());
    let text = format!("{}{payload}\n", &*plain.materials[0].text);
    let added = materials.add(MaterialKind::File, scene::CACHE, text);
    added.expect("a text");
    Arc::new(Brief::new(question, materials))
}

/// What came of it, without the words.
fn judged(held: &Held) -> String {
    let (head, body) = (&held.outcome.head, &held.outcome.body);
    let against: Vec<_> = body.dissent.iter().map(|one| (&one.member, one.choice)).collect();
    let (agreement, sure, conflicts) = (&body.agreement, &body.confidence, &body.conflicts);
    format!("{:?} {agreement:?} {against:?} {sure:?} {conflicts:?}", head.result)
}

/// A reply with a payload behind what eve says.
fn told(said: serde_json::Value, ask: &Ask<'_>, carrier: Carrier, payload: &str) -> Said {
    let mut said = said;
    if carrier == Carrier::Peer
        && ask.member == "eve"
        && let Some(position) = said.pointer_mut("/statement/position")
    {
        let own = position.as_str().unwrap_or_default();
        let all: String = format!("{own} {payload}").chars().take(2_000).collect();
        *position = serde_json::json!(all);
    }
    said.into()
}

fn rounds(carrier: Carrier, payload: &str) -> Held {
    let brief = brief(carrier, payload);
    let payload = payload.to_owned();
    hold::<RoundsCouncil>(&brief, scene::rounds(&brief), move |ask| {
        let choice = if ask.member == "eve" { "REJECT" } else { "ADOPT" };
        match ask.step {
            "R1" => told(opinion(ask.member, choice), ask, carrier, &payload),
            "R2" => review(choice, &[]).into(),
            _ => chair("ADOPT", 1, 3).into(),
        }
    })
}

fn lenses(carrier: Carrier, payload: &str) -> Held {
    let brief = brief(carrier, payload);
    let mut opening = scene::lenses(&brief);
    if carrier == Carrier::Lens {
        opening.members[2].brief = payload.chars().take(600).collect();
    }
    let payload = payload.to_owned();
    hold::<LensesCouncil>(&brief, opening, move |ask| {
        let choice = if ask.member == "eve" { "REJECT" } else { "ADOPT" };
        match ask.step {
            "POSITIONS" => told(lens(ask.member, choice), ask, carrier, &payload),
            "DEBATE" => rebuttal(ask.member, choice, &[]).into(),
            _ => words("ADOPT", 1, 3).into(),
        }
    })
}

#[test]
fn no_payload_changes_a_result_by_being_shown() {
    let plain = [rounds(Carrier::Nowhere, ""), lenses(Carrier::Nowhere, "")];
    let mut runs = 0;
    let stride = scale().of(13, 1, 1);
    for payload in payloads().iter().step_by(stride) {
        for carrier in CARRIERS {
            let held = [rounds(carrier, &payload.text), lenses(carrier, &payload.text)];
            for (held, plain) in held.iter().zip(&plain) {
                assert_eq!(judged(held), judged(plain), "{carrier:?}: {}", payload.text);
                assert_eq!(held.rules, plain.rules, "{carrier:?}: {}", payload.text);
                runs += 1;
            }
        }
    }
    support::figure(&format!("{runs} councils with a payload: 0 results changed"));
    assert!(runs > 100);
}
