//! What the scripted members of a council about a question may say, and the parts of replies that both
//! councils share.

use council_review::council::shared::conflict::ConflictView;
use council_review::council::shared::sheet::{PointView, StatementView};
use council_review::council::shared::statement::{
    Argument, ProposedStep, Risk, SourceQuote, StatedLevel, Statement,
};
use council_review::council::shared::synthesis::{
    Conclusion, ConflictSide, Disagreement, MemberQuote, NextAction, Priority, Rested, Synthesis,
};
use council_review::model::{Choice, MemberId};

/// What a statement brings beside its choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Brings {
    /// One argument, and nothing else.
    Little,
    /// A risk of severity HIGH whose quote stands.
    Flaw,
    /// A risk of severity HIGH whose quote does not stand.
    Claim,
    /// All that makes an opinion complete.
    Much,
}

/// What a member says, in one step or another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Line {
    /// Step 1.
    States(Choice, StatedLevel, Brings),
    /// Step 2: the choice as before.
    Keeps,
    /// Another choice, with a reason that was shown.
    Shifts(Choice),
    /// Another choice without a reason.
    ShiftsBare(Choice),
    /// A heavy critique of another's point.
    Challenges,
    /// A critique of its own point: refused.
    CriticisesItself,
    /// A point that nobody was shown: refused.
    NamesTheUnshown,
    /// Step 3: a synthesis that explains all.
    Concludes(Choice),
    /// The same, with a quote that is none, and a consensus of one.
    Embellishes(Choice),
    /// More must be known first.
    NeedsInfo,
    /// Leaves out a conflict.
    HidesAConflict(Choice),
    /// Explains one twice.
    ExplainsTwice(Choice),
    /// Names nobody who chose otherwise.
    HidesASide(Choice),
    /// Rests on a point that nobody was shown: refused.
    RestsOnNothing(Choice),
    /// Any step: a form that was not asked for.
    OtherForm,
    /// A choice that the question does not have.
    NoChoice,
}

/// A choice that no question of the scopes has.
pub(crate) const NO_CHOICE: Choice = Choice::Option(9);

/// How the texts of a member begin.
pub(crate) fn tag(member: MemberId) -> String {
    format!("voice-{} ", member.0)
}

/// A statement, and whether each of its quotes stands.
pub(crate) fn statement(
    member: MemberId,
    choice: Choice,
    confidence: StatedLevel,
    brings: Brings,
) -> (Statement, Vec<bool>) {
    let tag = tag(member);
    let say = |what: &str| format!("{tag}{what}");
    let cite = || vec![SourceQuote { file: "a.md".to_owned(), quote: "a line".to_owned() }];
    let risk = |cites, mitigation: &str| Risk {
        text: say("risk"),
        severity: StatedLevel::High,
        mitigation: mitigation.to_owned(),
        cites,
    };
    let is_much = brings == Brings::Much;
    let (risks, stands) = match brings {
        Brings::Little => (Vec::new(), Vec::new()),
        Brings::Flaw => (vec![risk(cite(), "")], vec![true]),
        Brings::Claim => (vec![risk(cite(), "")], vec![false]),
        Brings::Much => {
            (vec![Risk { severity: StatedLevel::Low, ..risk(cite(), "fix") }], vec![true])
        }
    };
    let some = |what: &str| if is_much { vec![say(what)] } else { Vec::new() };
    let statement = Statement {
        understanding: say("understands"),
        choice,
        position: say("holds"),
        arguments: vec![Argument { text: say("argues"), cites: Vec::new() }],
        risks,
        assumptions: some("assumes"),
        questions: some("asks"),
        next_steps: vec![ProposedStep { action: say("acts"), effort: "a day".to_owned() }],
        confidence,
        confidence_reason: say("knows"),
    };
    (statement, stands)
}

/// A point that nobody has.
pub(crate) const UNSHOWN: &str = "PT-999";

/// A synthesis over what its author is shown.
pub(crate) fn synthesis(
    line: Line,
    author: MemberId,
    statements: &[StatementView],
    remarks: &[PointView],
    conflicts: &[ConflictView],
) -> Synthesis {
    let choice = match line {
        Line::Concludes(choice)
        | Line::Embellishes(choice)
        | Line::HidesAConflict(choice)
        | Line::ExplainsTwice(choice)
        | Line::HidesASide(choice)
        | Line::RestsOnNothing(choice) => choice,
        Line::NoChoice => NO_CHOICE,
        _ => Choice::NeedInfo,
    };
    let letter = |view: &StatementView| view.letter.expect("it has a letter").to_string();
    let tag = tag(author);
    let sides =
        statements.iter().filter(|view| line != Line::HidesASide(choice) || view.choice == choice);
    let sides: Vec<ConflictSide> = sides
        .map(|view| ConflictSide { of: letter(view), text: format!("{tag}tells a side") })
        .collect();
    let mut disagreements: Vec<Disagreement> = conflicts
        .iter()
        .map(|conflict| Disagreement {
            conflict: conflict.id.clone(),
            topic: "which".to_owned(),
            sides: sides.clone(),
            resolution: "so".to_owned(),
            why: "because".to_owned(),
        })
        .collect();
    match line {
        Line::HidesAConflict(_) => drop(disagreements.pop()),
        Line::ExplainsTwice(_) => disagreements.extend(disagreements.first().cloned()),
        _ => {}
    }
    let first = statements.first().expect("somebody stated something");
    let own = first.points[0].id.to_string();
    let rested = match line {
        Line::RestsOnNothing(_) => UNSHOWN.to_owned(),
        _ => remarks.first().map_or_else(|| own.clone(), |remark| remark.id.to_string()),
    };
    let is_embellished = matches!(line, Line::Embellishes(_));
    let quote = |text: String| MemberQuote { of: letter(first), quote: text };
    let rest = |id: String| Rested { text: format!("{tag}reasons"), rests_on: vec![id] };
    Synthesis {
        conclusion: Conclusion {
            choice,
            text: format!("{tag}concludes"),
            missing: if choice == Choice::NeedInfo {
                vec!["a figure".to_owned()]
            } else {
                Vec::new()
            },
        },
        rationale: vec![rest(rested)],
        consensus: if is_embellished { vec![rest(own)] } else { Vec::new() },
        disagreements,
        uncertainties: Vec::new(),
        quotes: match is_embellished {
            true => vec![quote("nobody said this".to_owned()), quote(first.position.clone())],
            false => Vec::new(),
        },
        next_actions: vec![NextAction {
            action: format!("{tag}acts"),
            priority: Priority::Now,
            effort: "a day".to_owned(),
            done_when: "it is done".to_owned(),
        }],
        confidence: StatedLevel::High,
        confidence_reason: "it was read".to_owned(),
    }
}
