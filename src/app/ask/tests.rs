//! What a wish comes to: questions, panels, materials, and one line for each that cannot be.

use super::*;
use crate::app::archive::SnapshotArchive;
use crate::app::init::EXAMPLE;
use crate::config::{ConfigOrigin, PanelPolicy, load};
use crate::council::lenses::LensesCouncil;
use crate::council::rounds::RoundsCouncil;
use crate::council::shared::opening::Opening;
use crate::model::panel::CouncilKind;
use crate::model::{Choice, Identity, LanguageSource, QuestionKind, Stakes};
use crate::source::memory::MemorySnapshot;

const CONFIG: &str = "councils:
  design:
    council: rounds
    members:
    - {name: claude, holder: 'anthropic:m', voice: false, chair: true}
    - {name: openai, holder: 'openai:m', fallback: 'command:codex'}
    - {name: gemini, holder: 'gemini:m'}
  angles:
    council: lenses
    members:
    - {name: contrarian, holder: 'openai:m'}
    - {name: waits, holder: 'openai:m', lens: latency}
    - {name: user, holder: 'gemini:m'}
    - {name: cost, holder: 'gemini:m'}
    profile: balanced
    synthesis: cost
  rules:
    council: rounds
    members: [{name: openai, holder: offline}, {name: gemini, holder: 'gemini:m', chair: true}]
lenses: {latency: Look at every wait.}
";

/// The example of `init`, with panels, files and an RFC of each kind that gives nothing to judge.
fn tree() -> MemorySnapshot {
    EXAMPLE
        .iter()
        .fold(MemorySnapshot::new(), |tree, (path, text)| tree.file(*path, text))
        .file("council.yaml", CONFIG)
        .file("documents/rfcs/RFC-0002/seed.md", "# Seed\n")
        .file("docs/plan.md", "# Plan\n\n## Caching\nMove it.\n")
        .file("src/a.rs", "/// Adds.\npub fn add(a: u8, b: u8) -> u8 {\n    a + b\n}\n")
        .file(".env", "TOKEN=x\n")
}

fn english(_: &str) -> Option<&'static str> {
    Some("English")
}

fn no_patch(path: &str, old: Option<&str>, new: Option<&str>) -> Result<String, String> {
    Ok(format!("{path}\n-{}\n+{}\n", old.unwrap_or_default(), new.unwrap_or_default()))
}

fn asked_of(
    tree: &MemorySnapshot,
    base: Option<&dyn Snapshot>,
    wish: &AskWish,
) -> Result<AskedCouncil, AppFault> {
    let config = load(CONFIG.as_bytes(), "council.yaml", ConfigOrigin::Reviewed).expect("valid");
    let workspace = Workspace::load(tree, config);
    let archive = SnapshotArchive(tree);
    prepare(
        wish,
        &AskInputs {
            workspace: &workspace,
            files: tree,
            base,
            patch: &no_patch,
            archive: &archive,
            detect: &english,
        },
    )
}

fn asked(wish: &AskWish) -> Result<AskedCouncil, AppFault> {
    asked_of(&tree(), None, wish)
}

/// A wish with a question and a panel.
fn plain() -> AskWish {
    AskWish {
        question: Some(" Should the cache be a service? ".to_owned()),
        panel: Some("design".to_owned()),
        ..AskWish::default()
    }
}

fn words(of: &[&str]) -> Vec<String> {
    of.iter().map(|&word| word.to_owned()).collect()
}

#[test]
fn the_kind_is_given_or_said_by_the_options_and_never_guessed() {
    let kind = |wish: &AskWish| asked(wish).expect("it can be asked").brief.question.kind;
    assert_eq!(kind(&plain()), QuestionKind::Open);
    assert_eq!(kind(&AskWish { options: words(&["a", "b"]), ..plain() }), QuestionKind::Decision);
    assert_eq!(
        kind(&AskWish { kind: Some(QuestionKind::Decision), ..plain() }),
        QuestionKind::Decision
    );
    let rfc = Some("RFC-0001".parse().expect("an id"));
    assert_eq!(kind(&AskWish { rfc: rfc.clone(), ..plain() }), QuestionKind::Open);
    let fixed = AskWish { question: None, rfc, ..plain() };
    assert_eq!(kind(&fixed), QuestionKind::Review);
    let question = asked(&fixed).expect("it can be asked").brief.question.clone();
    assert!(question.text.starts_with("Is the plan of RFC-0001 sound?"), "{}", question.text);
    assert_eq!(question.language.source, LanguageSource::Default, "the words are ours");
}

#[test]
fn a_question_says_all_that_the_person_said() {
    let wish = AskWish {
        options: words(&["Redis", " Nothing "]),
        constraints: words(&["No new service"]),
        domains: words(&["security"]),
        stakes: Some(Stakes::Low),
        language: Some("german".to_owned()),
        ..plain()
    };
    let AskedCouncil { brief, panel, rfc } = asked(&wish).expect("it can be asked");
    let question = &brief.question;
    assert_eq!(question.text, "Should the cache be a service?");
    assert_eq!(question.options, ["Redis", "Nothing"]);
    assert_eq!(question.choices()[1], Choice::Option(2));
    assert_eq!((question.stakes, question.language.name.as_str()), (Stakes::Low, "German"));
    assert_eq!(question.language.source, LanguageSource::Given);
    assert_eq!((panel.name.as_str(), rfc), ("design", None));
    assert_eq!(
        asked(&plain()).expect("fine").brief.question.language.source,
        LanguageSource::Detected
    );
}

#[test]
fn every_wish_that_cannot_be_is_one_line() {
    let rfc = |id: &str| Some(id.parse().expect("an id"));
    let member = |all: &[&str]| AskWish { panel: None, members: words(all), ..plain() };
    let council = |kind| AskWish { panel: None, council: Some(kind), ..plain() };
    let table: Vec<(&str, AskWish, &str)> = vec![
        ("usage", AskWish { question: None, ..plain() }, "there is no question: write one"),
        ("input", AskWish { question: Some(" ".to_owned()), ..plain() }, "the question is empty"),
        (
            "input",
            AskWish { question: Some("x".repeat(1 << 20)), ..plain() },
            "the question has 1048576 characters",
        ),
        (
            "input",
            AskWish { panel: None, ..plain() },
            "nobody sits in this council: name a panel with --panel (angles, design, rules)",
        ),
        (
            "input",
            AskWish { panel: Some("desgin".to_owned()), ..plain() },
            "there is no panel desgin; did you mean design?",
        ),
        (
            "usage",
            AskWish { council: Some(CouncilKind::Rounds), ..plain() },
            "leave out --council rounds",
        ),
        ("input", council(CouncilKind::Lenses), "nobody sits in this council"),
        ("input", member(&["user=openai:m"]), "--member names 1, and a council needs 2 to 9"),
        ("usage", member(&["user=openai:m", "user=gemini:m"]), "there are two members user"),
        ("usage", member(&["skeptic=openai:m", "user=gemini:m"]), "there is no lens skeptic"),
        ("usage", member(&["user"]), "write a name and its holder"),
        ("usage", member(&["user=openai"]), "holds no seat"),
        ("usage", member(&["user=nobody:m"]), "there is no provider nobody"),
        ("usage", member(&["User=openai:m"]), "cannot name a member"),
        (
            "usage",
            AskWish { members: words(&["none=openai:m"]), ..plain() },
            "the panel design has no such member; there are claude, openai, gemini",
        ),
        (
            "usage",
            AskWish { chair: Some("none".to_owned()), ..plain() },
            "--chair none: there is no such member",
        ),
        ("usage", AskWish { rounds: Some(2), ..plain() }, "--rounds is of lenses"),
        (
            "usage",
            AskWish { rounds: Some(3), panel: Some("angles".to_owned()), ..plain() },
            "--rounds is 3",
        ),
        (
            "usage",
            AskWish { language: Some("Klingon".to_owned()), ..plain() },
            "--language: \"Klingon\" is no language",
        ),
        (
            "usage",
            AskWish { kind: Some(QuestionKind::Open), options: words(&["a", "b"]), ..plain() },
            "--option is what a decision chooses from",
        ),
        ("input", AskWish { options: words(&["a"]), ..plain() }, "leaves nothing to choose"),
        (
            "input",
            AskWish { options: words(&["a", "a"]), ..plain() },
            "--option says the same twice",
        ),
        (
            "input",
            AskWish { options: vec!["a".to_owned(); 10], ..plain() },
            "--option is there 10 times",
        ),
        ("input", AskWish { constraints: words(&[" "]), ..plain() }, "--constraint is empty"),
        ("input", AskWish { domains: words(&["Data Protection"]), ..plain() }, "is no domain"),
        (
            "usage",
            AskWish { findings: vec!["FND-RFC-0001-001".parse().expect("an id")], ..plain() },
            "--finding is of a review",
        ),
        ("input", AskWish { files: words(&["../x"]), ..plain() }, "outside the repository"),
        ("input", AskWish { files: words(&[".env"]), ..plain() }, "(SECRET_SUSPECTED)"),
        ("input", AskWish { files: words(&["docs"]), ..plain() }, "is a folder"),
        ("input", AskWish { rfc: rfc("RFC-0002"), ..plain() }, "holds no YAML yet"),
        ("input", AskWish { rfc: rfc("RFC-0009"), ..plain() }, "there is no RFC-0009"),
        (
            "input",
            AskWish { ticket: Some("TCK-00009".parse().expect("an id")), ..plain() },
            "there is no ticket TCK-00009; did you mean",
        ),
        ("input", AskWish { note: Some("\n".to_owned()), ..plain() }, "the note is empty"),
        (
            "input",
            AskWish {
                escalation: rfc("RFC-0001"),
                findings: vec!["FND-RFC-0001-001".parse().expect("an id")],
                ..plain()
            },
            "RFC-0001 has no review",
        ),
        (
            "input",
            AskWish { panel: Some("rules".to_owned()), ..plain() },
            "panel rules: member openai is offline. The built-in rules answer only questions about an RFC's tickets. Name a model, an agent or a mailbox",
        ),
        (
            "input",
            AskWish {
                panel: Some("rules".to_owned()),
                question: None,
                rfc: rfc("RFC-0001"),
                chair: Some("openai".to_owned()),
                ..plain()
            },
            "words the synthesis. The built-in rules hold no office",
        ),
    ];
    for (whose, wish, said) in table {
        let fault = asked(&wish).expect_err(said);
        let is_whose = match whose {
            "usage" => matches!(fault, AppFault::Usage(_)),
            _ => matches!(fault, AppFault::BadInput(_)),
        };
        let line = fault.to_string();
        assert!(is_whose && line.contains(said) && !line.contains('\n'), "{whose} {said}: {line}");
    }
}

#[test]
fn who_sits_is_the_panel_with_what_the_person_changed() {
    let sits = |wish: &AskWish| {
        let panel = asked(wish).expect("it can be asked").panel;
        let told = panel.members.iter().map(|member| {
            let lens = member.lens.as_ref().map_or(String::new(), |lens| format!("/{lens}"));
            let sign = match (member.is_voice, member.is_chair) {
                (true, true) => "!",
                (true, false) => "",
                (false, _) => "~",
            };
            format!("{}{sign}{lens}={}", member.name, member.holder)
        });
        told.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(sits(&plain()), "claude~=anthropic:m openai=openai:m gemini=gemini:m");
    let changed = AskWish {
        members: words(&["openai=command:claude"]),
        chair: Some("gemini".to_owned()),
        ..plain()
    };
    assert_eq!(sits(&changed), "openai=command:claude gemini!=gemini:m");
    let angles = AskWish { panel: Some("angles".to_owned()), ..plain() };
    let seated = "contrarian/contrarian=openai:m waits/latency=openai:m user/user=gemini:m";
    assert_eq!(sits(&angles), format!("{seated} cost~=gemini:m"));
    assert_eq!(
        sits(&AskWish { chair: Some("user".to_owned()), ..angles }),
        seated.replace("user/", "user!/")
    );
    let named = AskWish {
        panel: None,
        members: words(&["mode-79=openai:m", "latency=gemini:m"]),
        rounds: Some(2),
        ..plain()
    };
    assert_eq!(sits(&named), "mode-79/mode-79=openai:m latency/latency=gemini:m");
    let PanelPolicy::Lenses(policy) = asked(&named).expect("fine").panel.council else {
        panic!("lenses")
    };
    assert!(policy.debate);
    let rounds = AskWish {
        panel: None,
        council: Some(CouncilKind::Rounds),
        members: words(&["a=openai:m", "b=gemini:m"]),
        ..plain()
    };
    assert_eq!(sits(&rounds), "a!=openai:m b=gemini:m");
    let offline = AskWish {
        council: Some(CouncilKind::Lenses),
        rfc: Some("RFC-0001".parse().expect("an id")),
        ..AskWish::default()
    };
    assert_eq!(
        sits(&offline),
        "structure/structure=offline implementability/implementability=offline atomicity/atomicity=offline reuse/reuse=offline"
    );
    let no_looks = AskWish { no_looks: true, ..plain() };
    assert_eq!(asked(&no_looks).expect("fine").panel.looks.rounds, 0);
}

#[test]
fn materials_are_what_the_options_name_with_files_first() {
    let names = |wish: &AskWish| {
        let brief = asked(wish).expect("it can be asked").brief;
        let names = brief.materials.iter().map(|material| material.name.clone());
        names.collect::<Vec<_>>()
    };
    let rfc = Some("RFC-0001".parse().expect("an id"));
    let wish = AskWish {
        files: words(&["docs/plan.md", "./src/a.rs"]),
        rfc: rfc.clone(),
        note: Some("Be quick.".to_owned()),
        ..plain()
    };
    let found = names(&wish);
    assert_eq!(found[..2], ["docs/plan.md", "src/a.rs"]);
    assert_eq!(found[found.len() - 2..], ["findings:RFC-0001", "note:stdin"]);
    assert!(found.contains(&"documents/work/tickets/TCK-00001.yaml".to_owned()), "{found:?}");
    let brief = asked(&wish).expect("fine").brief;
    let of = |name: &str| brief.material(name).expect(name);
    assert_eq!(of("docs/plan.md").outline, ["1: Plan", "3: Caching"]);
    if cfg!(feature = "symbols") {
        assert_eq!(of("src/a.rs").outline, ["2: pub fn add(a: u8, b: u8) -> u8"]);
    }
    let findings = &of("findings:RFC-0001").text;
    assert!(findings.starts_with("BLOCKER R38 GATE-"), "{}", &**findings);
    let ticket =
        AskWish { question: None, ticket: Some("TCK-00002".parse().expect("an id")), ..plain() };
    assert_eq!(names(&ticket), ["documents/work/tickets/TCK-00002.yaml"]);
    assert_eq!(asked(&ticket).expect("fine").rfc, rfc);
    assert!(names(&plain()).is_empty());
}

#[test]
fn a_change_is_shown_file_by_file() {
    let now = tree();
    let before = tree().file("src/a.rs", "old\n").file(".env", "TOKEN=y\n");
    let wish = AskWish { question: None, diff: Some("main".to_owned()), ..plain() };
    let brief = asked_of(&now, Some(&before), &wish).expect("it can be asked").brief;
    let names: Vec<&str> = brief.materials.iter().map(|material| material.name.as_str()).collect();
    assert_eq!(names, ["diff:src/a.rs"]);
    assert_eq!((brief.excluded.len(), brief.excluded[0].path.as_str()), (1, ".env"));
    assert!(brief.find("diff:src/a.rs", "-old").is_some());
    assert_eq!(brief.question.kind, QuestionKind::Review);
    let same = asked_of(&now, Some(&now), &wish).expect_err("nothing").to_string();
    assert!(same.contains("nothing differs between main and"), "{same}");
    let secret = tree().file(".env", "TOKEN=y\n");
    let line = asked_of(&now, Some(&secret), &wish).expect_err("a secret").to_string();
    assert!(line.contains("none of what changed since main may be shown"), "{line}");
}

#[test]
fn an_opening_is_a_function_of_panel_and_brief() {
    let angles =
        AskWish { panel: Some("angles".to_owned()), files: words(&["docs/plan.md"]), ..plain() };
    fn open<C: QuestionCouncil>(wish: &AskWish) -> Opening<C::Panel> {
        let asked = asked(wish).expect("it can be asked");
        let id = "COUNCIL-LENSES-20260126-100000".parse().expect("an id");
        let lenses = [("latency".to_owned(), "Look at every wait.".to_owned())].into();
        opening::<C>(&asked.panel, &asked.brief, id, &lenses, &|member| {
            Identity::new(member.holder.to_string(), "m")
        })
    }
    let opened = open::<LensesCouncil>(&angles);
    assert_eq!(opened, open::<LensesCouncil>(&angles));
    assert!(opened.has_materials && opened.least.is_empty());
    assert_eq!(opened.voices().count(), 3);
    assert_eq!(opened.chair().map(|chair| opened.sitter(chair).name.as_str()), Some("cost"));
    assert_eq!(opened.members[1].brief, "Look at every wait.");
    assert_eq!(opened.members[0].identity.provider, "openai:m");
    let rounds = open::<RoundsCouncil>(&plain());
    assert!(!rounds.has_materials);
    assert_ne!(rounds.seed, opened.seed);
    assert_eq!((rounds.timeout_seconds, rounds.token_budget), (3_600, 150_000));
}
