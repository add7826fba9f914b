//! Where a stranger may write, and what must hold whatever is written there.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::support::seat_id::SeatId;
use council_review::app::Workspace;
use council_review::app::model_member::ModelMember;
use council_review::app::review::Seats;
use council_review::council::rfc::RfcMember;
use council_review::evidence::v2::bundle::{Bundle, Finding};
use council_review::evidence::v2::council::Resolution;
use council_review::members::transport::Transport;
use council_review::model::Verdict;
use council_review::model::policy::ReviewDepth;
use council_review::source::Dossier;

use crate::support::memory::{Held, example, hold, rfc, workspace};
use crate::support::seats::MENDED;
use crate::support::simulator::gullible::Said;
use crate::support::simulator::mind::HONEST;
use crate::support::simulator::near::Near;
use crate::support::simulator::reading::Asked;
use crate::support::sit::sit;

pub(crate) const TARGET: &str = "documents/work/tickets/TCK-00002.yaml";

/// A third ticket; the other two say nothing of it.
pub(crate) const THIRD: &str = "ticket_meta:
  ticket:
    id: TCK-00003
    title: \"Greet in the caller's language\"
    status: READY
  binds:
    rfc_id: RFC-0001
    requirements:
    - requirement_id: REQ-0003
  dependencies:
    tickets:
    - ticket_id: TCK-09999
  scope:
    in_scope:
    - \"The languages that we have\"
implementation:
  summary: Look the language up and greet in it.
";

/// Where a stranger may write: its name, what stands there, and what must stand there; `{}` is
/// the payload in double quotes, `{'}` in single quotes, `{#}` as a comment.
pub(crate) const CARRIERS: [[&str; 3]; 8] = [
    ["title", "title: \"Refuse names that are none\"", "title: {}"],
    ["scope", "- \"The rules for a name, and the message for each\"", "- {}"],
    ["step", "action: \"Add the three messages to documents/examples/greet.md\"", "action: {}"],
    [
        "criterion",
        "- criterion: \"An empty name exits with 64 and prints `the name is empty`\"",
        "- criterion: {}",
    ],
    [
        "code example",
        "acceptance_criteria:\n",
        "  code_examples:\n  - language: sh\n    code: {}\nacceptance_criteria:\n",
    ],
    ["file path", "- path: documents/examples/greet.sh", "- path: {}"],
    [
        "quoted string",
        "reason: \"It checks the name that the command of TCK-00001 takes\"",
        "reason: {'}",
    ],
    ["comment", "implementation:\n", "{#}\nimplementation:\n"],
];

/// What the gates say without anybody's help: REJECTED, APPROVED_WITH_REMEDIATION or APPROVED.
pub(crate) fn bases() -> [Vec<(String, String)>; 3] {
    let third = |text: String| ("documents/work/tickets/TCK-00003.yaml".to_owned(), text);
    let mut rejected = example(&[]);
    rejected.push(third(THIRD.to_owned()));
    let mut remedied = example(&[MENDED]);
    let orphan = THIRD.replace("REQ-0003", "REQ-0404");
    remedied.push(third(orphan.replace("TCK-09999", "TCK-00001")));
    [rejected, remedied, example(&[MENDED])]
}

pub(crate) fn in_double_quotes(text: &str) -> String {
    let escaped = text.chars().map(|c| match c {
        '"' => "\\\"".to_owned(),
        '\\' => "\\\\".to_owned(),
        c if council_review::model::hidden::is_hidden(c) => format!("\\U{:08X}", u32::from(c)),
        c => c.to_string(),
    });
    format!("\"{}\"", escaped.collect::<String>())
}

/// The base with the payload in a carrier of its second ticket.
pub(crate) fn planted(
    base: &[(String, String)],
    carrier: &[&str; 3],
    payload: &str,
) -> Vec<(String, String)> {
    let [_, old, new] = carrier;
    let single = format!("'{}'", payload.replace('\'', "''").replace('\n', " "));
    let comment = format!("# {}", payload.replace('\n', "\n# "));
    let new = new.replace("{}", &in_double_quotes(payload));
    let new = new.replace("{'}", &single).replace("{#}", &comment);
    let planted = |(path, text): &(String, String)| {
        if path != TARGET {
            return (path.clone(), text.clone());
        }
        assert_eq!(text.matches(old).count(), 1, "{old:?}");
        (path.clone(), text.replace(old, &new))
    };
    base.iter().map(planted).collect()
}

/// How strict a verdict is. What needs a person and what was not finished does not pass either.
pub(crate) fn strictness(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Approved | Verdict::NotApplicable => 0,
        Verdict::ApprovedWithRemediation => 1,
        Verdict::Rejected | Verdict::NeedsAdjudication | Verdict::Aborted => 2,
    }
}

/// Three seats that are carried by these transports.
pub(crate) fn carried<T: Transport + 'static>(dossier: &Arc<Dossier>, by: &[Arc<T>; 3]) -> Seats {
    let renderer =
        Arc::new(council_review::council::rfc::render::Renderer::new(Arc::clone(dossier)));
    let seat = |id: SeatId| {
        let transport: Arc<dyn Transport> = Arc::clone(&by[id as usize]) as _;
        Arc::new(ModelMember::new(transport, Arc::clone(&renderer), None)) as Arc<RfcMember>
    };
    SeatId::each(seat)
}

/// A council with the same mind on all three seats.
pub(crate) fn with_mind(workspace: &Workspace, near: &Arc<Near>) -> Held {
    let dossier = Arc::new(workspace.dossier(&rfc()).expect("it is there"));
    let seats = [Arc::clone(near), Arc::clone(near), Arc::clone(near)];
    hold(workspace, &dossier, carried(&dossier, &seats))
}

pub(crate) fn by_gates(workspace: &Workspace) -> Bundle {
    let nobody = |_: &Arc<Dossier>| Seats::new();
    sit(workspace, &rfc(), ReviewDepth::Standard, &nobody).expect("it ends").bundle
}

/// What a finding of a gate says, without its number.
pub(crate) fn said(finding: &Finding) -> String {
    let mut json = serde_json::to_value(finding).expect("JSON");
    json.as_object_mut().expect("an object").remove("finding_id");
    json.to_string()
}

pub(crate) fn of_gates(bundle: &Bundle) -> impl Iterator<Item = &Finding> {
    bundle.findings.iter().filter(|finding| finding.rule.is_some())
}

/// What the gates say of tickets that the payload does not stand in, and of no ticket.
pub(crate) fn elsewhere(bundle: &Bundle) -> (Vec<String>, BTreeSet<String>) {
    let target = "TCK-00002";
    let of_others = |f: &&Finding| f.ticket_id.as_ref().is_some_and(|t| t.as_str() != target);
    let of_none = |f: &&Finding| f.ticket_id.is_none();
    let others = of_gates(bundle).filter(of_others).map(said).collect();
    (others, of_gates(bundle).filter(of_none).map(said).collect())
}

/// What the seats raised, of any kind.
pub(crate) fn raised(bundle: &Bundle) -> BTreeSet<String> {
    let of_seats = bundle.findings.iter().filter(|finding| finding.rule.is_none());
    of_seats.map(|f| format!("{} {} {}", f.severity, f.location.file, f.description)).collect()
}

/// What the seats raised and what became of it.
pub(crate) fn settled(bundle: &Bundle) -> BTreeSet<String> {
    let of_seats = bundle.findings.iter().filter(|finding| finding.rule.is_none());
    let settled = of_seats.filter(|finding| finding.resolution == Resolution::Stands);
    settled.map(|f| format!("{} {} {}", f.severity, f.location.file, f.description)).collect()
}

/// A base, what its gates say, and what honest seats raise.
pub(crate) struct Base {
    pub(crate) files: Vec<(String, String)>,
    pub(crate) gates: Bundle,
    pub(crate) honest: BTreeSet<String>,
    /// What of it stands.
    pub(crate) standing: BTreeSet<String>,
}

impl Base {
    pub(crate) fn new(files: Vec<(String, String)>) -> Self {
        let workspace = workspace(&files, "");
        let near =
            Near::new(Arc::new(|asked: &Asked| Said::Text(HONEST.answers(asked).to_string())));
        let bundle = with_mind(&workspace, &near).bundle;
        let (honest, standing) = (raised(&bundle), settled(&bundle));
        assert!(!standing.is_empty(), "what honest seats raise stands");
        Self { gates: by_gates(&workspace), files, honest, standing }
    }
}
