//! The pages of names that reports use: exit codes, rules, kinds of findings, modes.

use std::fmt::Write as _;

use super::{Page, block, code, flat, table};
use crate::council::rfc::roster::OFFICES;
use crate::gates::{self, ExampleSide, RULES, RuleInfo};
use crate::model::{Adapter, ExitCode, GateId, Subcategory};
use crate::prompt::modes;
use crate::report;

/// How each command ends that got to its answer.
const ENDS: [[&str; 2]; 13] = [
    ["a review, `resume`, `show` of an RFC", "the code of the verdict: 0, 1, 2 or 3"],
    [
        "`check`",
        "0; 1 for a review that is missing, refused, stale or not good enough; 2 where a person must \
         decide; never 3",
    ],
    [
        "`gates`",
        "0; 1 for REJECTED, or a BLOCKER outside every RFC; 2 where a change takes an RFC out of view \
         and the base does not allow it",
    ],
    [
        "`verify`",
        "0; 1 for a bundle that is unsound, or that is about other files than those of today",
    ],
    [
        "`replay`",
        "0; 1 where the bundle beside the session is another one, or the session is damaged",
    ],
    [
        "`adjudicate`",
        "2 while a point is open; after the last ruling the code of the verdict; 0 for `REMOVAL`",
    ],
    ["`escalations`", "2 while anything waits for a person, else 0"],
    ["`bench`", "0 whatever the verdicts are; 3 for a review that did not reach its end"],
    ["`fix`", "as `gates` over what is left; with `--dry-run`, over what would be left"],
    ["`lsp`", "0 after the client asked it to shut down; 1 when the client went without that"],
    [
        "`ask`, `show` of a council",
        "0 for a yes, 1 for a no, 2 where a person must decide, 3 when it was aborted; 0 with `--plan`",
    ],
    ["`doctor`", "0 when a review can begin, else 65"],
    [
        "`plan`, `report`, `councils`, `summary`, `trends`, `prune`, `explain`, `schema`, `modes`, `init`, `new`, \
         `completions`, `show` of a session",
        "0: they judge nothing",
    ],
];

pub(super) fn exit_codes() -> Page {
    let rows = ExitCode::ALL
        .into_iter()
        .map(|code| [code.number().to_string(), code.name().to_owned(), code.meaning().to_owned()]);
    let ends = ENDS.into_iter().map(|[command, ends]| [command.to_owned(), ends.to_owned()]);
    let body = table(["code", "name", "when"], rows)
        + "Every code but 0 should stop a job of CI: none means \"passed with a remark\". Of several \
           RFCs the worst code wins: 70, 74 and 65 first, then 3, 1, 2, 0. `council-review explain \
           exit-65` prints one of them.\n\n## By command\n\nEach command can end with 64, 65, 70 \
           and 74: it did not get to its answer. Its answers are\n\n"
        + &table(["command", "ends with"], ends);
    Page::new("exit-codes.md", "Exit codes", &body)
}

/// The list of all rules, then a page for each.
pub(super) fn rules() -> Vec<Page> {
    let mut body =
        "Code decides these rules, and no vote touches them. A BLOCKER rejects the RFC; \
        one to three MAJOR findings ask for remediation, more reject it. `council-review explain \
        R38` prints a rule in the terminal.\n\n"
            .to_owned();
    for gate in GateId::ALL {
        let its = || RULES.iter().filter(|rule| rule.gate == gate);
        if its().next().is_none() {
            continue;
        }
        let _ = writeln!(body, "## {}\n\n{}\n", gate.as_str(), flat(gates::meta(gate).asks));
        let rows = its().map(|rule| {
            [
                format!("[{0}](rules/{0}.md)", rule.id),
                rule.title.to_owned(),
                weight(rule),
                format!("[{0}](kinds.md#{1})", rule.subcategory, anchor(rule.subcategory)),
            ]
        });
        body.push_str(&table(["rule", "finds", "weighs", "kind"], rows));
    }
    let mut pages = vec![Page::new("rules.md", "Rules", &body)];
    pages.extend(RULES.iter().map(|rule| page(rule)));
    pages
}

fn weight(rule: &RuleInfo) -> String {
    match rule.varies {
        "" => rule.severity.to_string(),
        varies => format!("{}; {varies}", rule.severity),
    }
}

fn anchor(kind: Subcategory) -> String {
    kind.as_str().to_ascii_lowercase()
}

fn page(rule: &RuleInfo) -> Page {
    let mut body = format!("{}\n\n", flat(rule.why));
    let _ = writeln!(body, "**Fix.** {}\n", flat(rule.act));
    if let Some(fix) = &rule.fix {
        let _ = writeln!(body, "`council-review fix` {}.\n", flat(fix.does));
    }
    let kind = rule.subcategory;
    let facts = [
        ["weighs".to_owned(), weight(rule)],
        ["kind".to_owned(), format!("[{kind}](../kinds.md#{})", anchor(kind))],
        ["gate".to_owned(), code(rule.gate.as_str())],
    ];
    body.push_str(&table(["", ""], facts));
    side(&mut body, "Before", &rule.example.before);
    side(&mut body, "After", &rule.example.after);
    let is_native = gates::rules_of(Adapter::Native).any(|native| native.id == rule.id);
    if is_native {
        let whole =
            "[The format](../FORMAT.md) shows a whole RFC and a whole ticket that pass.\n\n";
        body.push_str(whole);
        waiving(&mut body, &rule.id.to_string());
    }
    Page::new(format!("rules/{}.md", rule.id), &format!("{}: {}", rule.id, flat(rule.title)), &body)
}

/// How a person excepts an RFC from the rule, or why nobody can.
fn waiving(body: &mut String, rule: &str) {
    body.push_str("## Waive it\n\n");
    if gates::OUTSIDE_EVERY_RFC.contains(&rule) {
        body.push_str(
            "It cannot be waived: what it finds belongs to no RFC, and a waiver excepts an RFC.\n",
        );
        return;
    }
    body.push_str(
        "A person can except an RFC from this rule until a day. The finding stays in the evidence, \
         marked WAIVED, and does not weigh.\n\n",
    );
    body.push_str(&block("yaml", &WAIVER.replace("@RULE@", rule)));
    body.push_str("With `--base`, only waivers that the base has count.\n");
}

const WAIVER: &str = "\
# documents/work/waivers/WVR-0001.yaml
waiver:
  id: WVR-0001
  scope:
    rfc_ids: [RFC-0001]
    rules: [@RULE@]
  reason: \"why this may stay for now\"
  approved_by: \"who takes the responsibility\"
  expires: 2027-01-31          # the last day, UTC";

fn side(body: &mut String, name: &str, side: &ExampleSide) {
    let _ = writeln!(body, "## {name}\n\n`{}`:\n", side.file);
    let language = if side.file.ends_with(".md") { "markdown" } else { "yaml" };
    body.push_str(&block(language, side.text));
}

/// Every kind of finding, below its family.
pub(super) fn kinds() -> Page {
    let mut body = "The four weights:\n\n".to_owned();
    let explained = report::index(&OFFICES).into_iter().find(|(kind, _)| *kind == "weights");
    let weights = explained.into_iter().flat_map(|(_, names)| names);
    body.push_str(&table(["weight", "means"], weights.map(|(name, what)| [name, what])));
    let mut family = None;
    for kind in Subcategory::ALL {
        if family != Some(kind.category()) {
            family = Some(kind.category());
            let _ = writeln!(body, "## {}\n", kind.category().as_str());
        }
        let _ = writeln!(body, "### {}\n\n{}\n", kind.as_str(), flat(kind.meaning()));
        let _ = write!(body, "{} unless a rule says otherwise.", kind.default_severity());
        let its = RULES.iter().filter(|rule| rule.subcategory == *kind);
        let its: Vec<String> = its.map(|rule| format!("[{0}](rules/{0}.md)", rule.id)).collect();
        match its.is_empty() {
            true => body.push_str(" Raised by seats.\n\n"),
            false => {
                let _ = writeln!(body, " Rules: {}.\n", its.join(", "));
            }
        }
    }
    Page::new("kinds.md", "Kinds of findings", &body)
}

/// The modes of reasoning, by category.
pub(super) fn modes() -> Page {
    let mut body = "Each seat looks through five of these modes, of at least three categories. \
        `council.modes` in council.yaml says how a seat comes by them.\n\n"
        .to_owned();
    let seats = OFFICES.each_ref().map(|seat| {
        let numbers = seat.key_modes().map(|mode| mode.number().to_string());
        [seat.name.to_owned(), seat.role.to_owned(), numbers.join(", ")]
    });
    body.push_str(&table(["seat", "role", "key modes"], seats));
    let all = modes::all();
    let mut categories: Vec<&str> = Vec::new();
    for mode in all {
        if !categories.contains(&mode.category.as_str()) {
            categories.push(&mode.category);
        }
    }
    for category in categories {
        let _ = writeln!(body, "## {category}\n");
        let its = all.iter().filter(|mode| mode.category == category);
        let rows =
            its.map(|mode| [mode.id.number().to_string(), mode.name.clone(), mode.asks.clone()]);
        body.push_str(&table(["mode", "name", "asks"], rows));
    }
    Page::new("modes.md", "Modes of reasoning", &body)
}
