//! Panels, lenses and the language, as files write them.

use super::*;
use crate::config::{Config, ConfigOrigin, load};
use crate::model::panel::RoundsLimits;

fn config(text: &str) -> Config {
    load(text.as_bytes(), "council.yaml", ConfigOrigin::Reviewed).expect("valid")
}

fn faults(text: &str, origin: ConfigOrigin) -> Vec<String> {
    let faults = load(text.as_bytes(), "council.yaml", origin).expect_err("has faults");
    faults.iter().map(ToString::to_string).collect()
}

fn is_told(text: &str, expected: &[&str]) {
    let found = faults(text, ConfigOrigin::Reviewed);
    let expected: Vec<String> = expected.iter().map(|f| format!("council.yaml:{f}")).collect();
    assert_eq!(found, expected);
}

#[test]
fn limits_from_config() {
    let text = "council: {looks: {rounds: 1}}
councils:
  design:
    council: rounds
    members:
    - {name: claude, holder: anthropic:m, chair: true, voice: false}
    - {name: openai, holder: openai:m, fallback: command:codex}
    - {name: box, holder: 'mailbox:box'}
    limits: {r2: 45}
    quorum: {r2_min: 0, allow_partial: false}
    short_circuit: {enabled: true, skip_r2_if: [low_risk_topic], skip_r3_if: [budget_constraint]}
    labelled: true
    timeout_seconds: 60
    token_budget: 9000
    materials_tokens: 100
    looks: off
";
    let panel = &config(text).panels["design"];
    let PanelPolicy::Rounds(policy) = &panel.council else { panic!("{panel:?}") };
    assert_eq!(policy.limits, RoundsLimits { r1: 60, r2: 45, r3: 120 });
    assert_eq!((policy.quorum.r1_min, policy.quorum.r2_min), (2, 0));
    assert!(policy.quorum.r3_required && !policy.quorum.allow_partial && policy.labelled);
    assert!(policy.short_circuit.enabled && policy.short_circuit.skip_r2_if.len() == 1);
    assert_eq!(
        (panel.timeout_seconds, panel.token_budget, panel.materials_tokens),
        (60, 9_000, 100)
    );
    assert_eq!(panel.looks.rounds, 0);
    let seats: Vec<(&str, bool, bool)> =
        panel.members.iter().map(|m| (m.name.as_str(), m.is_voice, m.is_chair)).collect();
    assert_eq!(seats, [("claude", false, true), ("openai", true, false), ("box", true, false)]);
    assert_eq!(panel.members[1].fallback, Some("command:codex".parse().expect("a holder")));
}

#[test]
fn a_panel_needs_no_more_than_a_council_names_and_holders() {
    let two = "[{name: a, holder: 'openai:m'}, {name: b, holder: 'gemini:m'}]";
    let text = format!(
        "council: {{looks: {{rounds: 1}}}}\ncouncils: {{p: {{council: rounds, members: {two}}}}}\n"
    );
    let panel = &config(&text).panels["p"];
    assert_eq!(panel.council, PanelPolicy::Rounds(RoundsPolicy::default()));
    assert!(panel.members[0].is_chair && panel.members.iter().all(|member| member.is_voice));
    assert_eq!(
        (panel.timeout_seconds, panel.token_budget, panel.materials_tokens),
        (3_600, 150_000, 40_000)
    );
    assert_eq!(panel.looks.rounds, 1, "as council.looks");

    let text = "councils:
  p:
    council: lenses
    members:
    - {name: contrarian, holder: 'openai:m'}
    - {name: slow, holder: 'openai:m', lens: latency}
    - {name: third, holder: 'openai:m', lens: mode-79}
    - {name: last, holder: 'gemini:m', voice: false}
    synthesis: last
    rounds: 2
    profile: balanced
    collect_after: 30
lenses: {latency: ' Look at waits. '}
language: german
";
    let config = config(text);
    let panel = &config.panels["p"];
    let PanelPolicy::Lenses(policy) = &panel.council else { panic!("{panel:?}") };
    assert!(policy.debate && policy.collect_after == 30);
    let lenses: Vec<_> = panel.members.iter().map(|m| (m.lens.as_deref(), m.is_chair)).collect();
    let of = |lens| (Some(lens), false);
    assert_eq!(lenses, [of("contrarian"), of("latency"), of("mode-79"), (None, true)]);
    assert_eq!(config.lenses["latency"], "Look at waits.");
    assert_eq!(config.language, "German");
}

#[test]
fn two_of_one_lens_is_a_fault() {
    is_told(
        "councils:
  p:
    council: lenses
    members:
    - {name: contrarian, holder: offline}
    - {name: b, holder: offline, lens: contrarian}
    - {name: c, holder: offline, lens: contrarain}
    - {name: d, holder: offline}
    - {name: e, holder: offline, voice: false}
    - {name: e, holder: offline, lens: mode-0}
    synthesis: final
lenses: {contrarian: x, Mine: ''}
language: Elvish
",
        &[
            "6:40: the panel p looks twice through the lens contrarian: give one member another",
            &format!(
                "7:40: \"contrarain\" is no lens; did you mean contrarian?; there are {}, mode-1 to mode-80, or a name of lenses",
                crate::model::lens::SHIPPED.join(", ")
            ),
            &format!(
                "8:7: the member d needs a lens: {}, mode-1 to mode-80, or a name of lenses",
                crate::model::lens::SHIPPED.join(", ")
            ),
            "9:7: e has no voice and words no synthesis, so it has nothing to do: remove it, or name it under synthesis",
            "10:14: the panel p has two members e: rename one",
            &format!(
                "10:40: \"mode-0\" is no lens; there are {}, mode-1 to mode-80, or a name of lenses",
                crate::model::lens::SHIPPED.join(", ")
            ),
            "11:16: \"final\" is no member of the panel p; write derived, or a member's name",
            "12:10: the lens contrarian comes with the tool: take another name",
            "12:25: \"Mine\" cannot name a lens: take a small letter, then up to 23 small letters, digits and hyphens",
            "12:31: the lens Mine should have 1 to 600 characters",
            "13:11: \"Elvish\" is no language known here; write its English name, as in German",
        ],
    );
}

#[test]
fn every_fault_of_rounds_is_told_at_its_place() {
    is_told(
        "councils:
  One:
    council: roles
  empty: {council: rounds, members: }
  p:
    members: [{name: a, holder: offline}]
  q:
    council: rounds
    member: []
    members:
    - {name: A, holder: nobody:m, chair: true}
    - {name: b, holder: openai, fallback: command:none, chair: true, lens: contrarian}
    - {name: c, holder: 'replay:session.yaml', voice: false}
    - {holder: offline}
    - {name: d, rank: 1}
    quorum: {r1_min: 1, r2_min: 6, r2_mix: 1}
    limits: {r1: 0, lens: 5}
    short_circuit: {skip_r2_if: [luck]}
    profile: fast
    rounds: 3
",
        &[
            "2:3: \"One\" cannot name a panel: take a small letter, then up to 23 small letters, digits and hyphens",
            "2:3: the panel One has no members: name 2 to 9",
            "3:14: councils.One.council is \"roles\"; it can be rounds or lenses",
            "4:3: the panel empty has no members: name 2 to 9",
            "5:3: the panel p does not say which council it holds: write council: rounds, or lenses",
            "6:14: the panel p has 1 voice; a council needs 2 to 9",
            "9:5: unknown key \"member\"; did you mean \"members\"? (known: council, members, limits, quorum, short_circuit, labelled, profile, rounds, synthesis, collect_after, timeout_seconds, token_budget, materials_tokens, looks)",
            "11:14: \"A\" cannot name a member: take a small letter, then up to 23 small letters, digits and hyphens",
            "11:25: there is no provider nobody: name it under providers, or take one of anthropic, openai, gemini",
            "12:25: \"openai\" holds no seat: it can be offline, PROVIDER:MODEL (as in anthropic:MODEL, openai:MODEL or gemini:MODEL), command:NAME (claude, codex, gemini) or mailbox:DIR",
            "12:43: there is no command none: name it under commands, or take one of claude, codex, gemini",
            "12:64: the panel q has two chairs: one member words the synthesis",
            "12:70: lens is a key of lenses, and the panel q holds rounds: take chair",
            "13:7: c has no voice and is no chair, so it has nothing to do: remove it, or make it the chair",
            "13:25: recorded answers are not taken from a file of the repository: name this configuration with --config",
            "14:7: a member of the panel q has no name",
            "15:7: the member d has no holder: name who answers for it",
            "15:17: unknown key \"rank\"; did you mean \"name\"? (known: name, holder, fallback, chair, voice, lens)",
            "16:22: councils.q.quorum.r1_min is 1; the least is 2",
            "16:33: r2_min is 6, and the panel q has 4 voices",
            "16:36: unknown key \"r2_mix\"; did you mean \"r2_min\"? (known: r1_min, r2_min, r3_required, allow_partial)",
            "17:18: councils.q.limits.r1 is 0; the least is 1",
            "17:21: lens is a key of lenses, and the panel q holds rounds: take r1, r2 or r3",
            "18:34: councils.q.short_circuit.skip_r2_if[0] is \"luck\"; it can be high_agreement_in_r1 or low_risk_topic",
            "19:5: profile is a key of lenses, and the panel q holds rounds: take quorum, short_circuit or labelled",
            "20:5: rounds is a key of lenses, and the panel q holds rounds: take quorum, short_circuit or labelled",
            "20:13: councils.q.rounds is 3; the most is 2",
        ],
    );
}

#[test]
fn a_word_that_is_none_is_told_with_those_that_are() {
    is_told(
        "councils:
  q:
    council: lenses
    members: [{name: a, holder: offline, lens: cost}, {name: b, holder: offline, lens: user}]
    profile: slow
    looks: maybe
",
        &[
            "5:14: councils.q.profile is \"slow\"; it can be thorough, balanced or fast",
            "6:12: councils.q.looks is \"maybe\"; it can be off, or rounds (0 to 10), requests (1 to 20), paths and deny",
        ],
    );
}

/// A panel of a reviewed file is bound as its seats are.
#[test]
fn threats_n7_a_stranger_names_no_program_and_no_other_key() {
    let text = "councils:
  p:
    council: rounds
    members: [{name: a, holder: 'command:mine'}, {name: b, holder: 'far:m'}]
commands: {mine: {argv: [sh]}}
providers: {far: {dialect: openai, base_url: 'https://x.example', key_env: AWS_SECRET_ACCESS_KEY}}
";
    let found = faults(text, ConfigOrigin::Reviewed);
    assert!(
        found[0].contains("a program that the reviewed repository names is not run"),
        "{found:?}"
    );
    assert!(found[1].contains("may not have AWS_SECRET_ACCESS_KEY sent anywhere"), "{found:?}");
    assert_eq!(found.len(), 2);
    assert!(load(text.as_bytes(), "mine.yaml", ConfigOrigin::Given).is_ok());
    let recorded = "councils: {p: {council: rounds, members: [{name: a, holder: 'replay:s'}, {name: b, holder: offline}]}}";
    let found = faults(recorded, ConfigOrigin::Reviewed);
    assert!(found[0].contains("recorded answers are not taken"), "{found:?}");
}
