//! The rules of GATES.md that can fire, each declared once: `explain`, the README's table and
//! SARIF's rules are printed from here, and every finding takes its gate, kind and weight from here.

use super::rule_info::RuleInfo;
use crate::model::{GateId, Severity, Subcategory};

/// The rule of gates 1 to 4 with this id, upper or lower case.
pub(super) fn decided(id: &str) -> Option<&'static RuleInfo> {
    DECIDED.iter().find(|rule| rule.id.eq_ignore_ascii_case(id)).copied()
}

macro_rules! rules {
    ($($id:ident $gate:ident $subcategory:ident $severity:ident $varies:literal
       $title:literal $why:literal $act:literal;)*) => {
        $(
            #[doc = concat!("GATES.md ", stringify!($id), ": ", $title, ".")]
            pub(super) static $id: RuleInfo = RuleInfo {
                id: stringify!($id),
                gate: GateId::$gate,
                subcategory: Subcategory::$subcategory,
                severity: Severity::$severity,
                varies: $varies,
                title: $title,
                why: $why,
                act: $act,
            };
        )*

        /// Every rule that can fire of gates 1 to 4, in the order of GATES.md.
        pub(super) static DECIDED: [&RuleInfo; [$(stringify!($id)),*].len()] = [$(&$id,)*];
    };
}

rules! {
R2 Schema SchemaViolation Blocker ""
    "a ticket file whose name or kind is unusable"
    "It looks like a ticket, so people count on it, and nothing reads it."
    "Rename the file to TCK- and five digits with .yaml, and replace a link by the file itself.";
R4 Schema SchemaViolation Blocker ""
    "a file beyond the reader's limits"
    "Nobody can review a file that is too large, too deep or expands without end. Read are 1 MiB, 64 levels of nesting, 100,000 nodes with what aliases repeat, and 1 MiB of text that aliases repeat; an alias inside the node it names is refused. A long list is no fault."
    "Split the file, or write out what its aliases repeat.";
R5 Schema SchemaViolation Blocker
    "MINOR for a byte order mark, INFO for carriage returns"
    "bytes that are not plain UTF-8 text"
    "Other readers will stop at these bytes, or see something else than you do."
    "Save the file as UTF-8 without a byte order mark and with line feeds.";
R6 Schema SchemaViolation Blocker ""
    "a file that is not one YAML document with a mapping at its root"
    "Nothing the file says can be relied on until it parses."
    "Fix the syntax at the place shown; quote values that hold a colon or a hash sign.";
R7 Schema SchemaViolation Blocker ""
    "a tab character"
    "YAML forbids tabs where they count, and readers differ where they do not."
    "Replace tabs by spaces.";
R8 Schema SchemaViolation Blocker ""
    "a tag or key outside the YAML 1.2 core schema"
    "Such values mean different things in different readers, some of which run code for them."
    "Write plain scalars, lists and mappings with text keys.";
R9 Schema SchemaViolation Blocker ""
    "a key that occurs twice in one mapping"
    "Readers differ in which of the two values they take."
    "Keep one of the two.";
R10 Schema SchemaViolation Blocker ""
    "a ticket without exactly one usable header"
    "Id, title and binding all hang below the header."
    "Keep one of `ticket_meta` and `ticket`, with the ticket's fields below it, as in a file of `council-review new ticket RFC-0042 --for REQ-0001`.";
R11 Schema SchemaViolation Blocker ""
    "a ticket id that is missing, malformed, or not the file's name"
    "Everything refers to tickets by id; a second name for one ticket breaks every reference."
    "Give the id and the file the same name: TCK- and five digits.";
R12 Schema SchemaViolation Blocker ""
    "a title that is missing or too short to say anything"
    "The title is what people see in every list and every review."
    "Write what will be different when the ticket is done.";
R13 Schema SchemaViolation Blocker
    "MINOR when the value is a word of another kind, such as MAINTENANCE"
    "an rfc_id that is missing or unusable"
    "A ticket that belongs to no RFC is reviewed by nobody."
    "Write the id of the RFC, as in RFC-0042.";
R14 Schema SchemaViolation Minor
    "BLOCKER when the value is not a text"
    "a status that is unknown or not spelled in its usual way"
    "Whether a ticket still counts is decided by its status."
    "Use one of DRAFT OPEN READY IN_PROGRESS BLOCKED COMPLETED DONE CLOSED MERGED CANCELLED SUPERSEDED.";
R15 Schema SchemaViolation Blocker ""
    "a list that is no list, or an entry that names nothing"
    "What cannot be read there is silently missing from every other check."
    "Write a list of ids or paths, or of mappings that hold them.";
R16 Schema SchemaViolation Blocker ""
    "one ticket id in two files"
    "A reference to that id means either of two tickets."
    "Give the later file an id of its own.";
R17 Schema BrokenRef Blocker
    "MAJOR when only the RFC's own 00_meta.yaml is at fault, INFO when all its tickets are dead"
    "an RFC without a folder, or whose meta file does not say so"
    "Tickets implement a decision; without the RFC there is none."
    "Bind the tickets to the RFC that they mean, or write its folder: `council-review new rfc \"Title\" --id RFC-0042`.";
R18 Schema BrokenRef Minor ""
    "a ticket bound to a PRD that its RFC does not bind"
    "Ticket and RFC then answer to different product requirements."
    "Take the PRD from the RFC's meta file, or add it there.";
R33 Schema SchemaViolation Major ""
    "an RFC whose PRD id is malformed"
    "Its product requirements and its atlas cannot be found."
    "Write PRD- and four digits, or NONE.";
R35 Schema BrokenRef Major ""
    "a requirement reference to a file that does not exist"
    "The ticket sends its implementer to a page that is not there."
    "Correct the path, or add the requirement's file.";
R21 DependencyAcyclicity BrokenRef Blocker ""
    "a dependency on a ticket that does not exist"
    "Nobody can tell what must be done first."
    "Correct the id, or remove the entry.";
R22 DependencyAcyclicity BrokenRef Blocker
    "INFO when the RFC named has that ticket"
    "a dependency written as RFC-dddd:TCK-ddddd"
    "Ticket ids are unique in the repository; the prefix can only be superfluous or wrong."
    "Write the ticket's id alone.";
R23 DependencyAcyclicity SchemaViolation Minor ""
    "a dependency listed twice"
    "A repeated entry often means that another ticket was meant."
    "Remove one of the two, or write the ticket that was meant.";
R24 DependencyAcyclicity DependencyCycle Blocker ""
    "tickets that depend on each other in a circle"
    "There is no order in which they can be done."
    "Drop the one dependency of the circle that is not real, or split a ticket.";
R25 DependencyAcyclicity BrokenRef Major ""
    "a dependency on a ticket that was given up"
    "What it was to deliver will never come."
    "Depend on the ticket that took its place, or remove the entry.";
R27 DependencyAcyclicity PhaseMisordering Major ""
    "a dependency on a ticket of a later phase"
    "The phases promise an order that the dependencies rule out."
    "Move one of the two tickets to another phase.";
R28 DependencyAcyclicity PhaseMisordering Major ""
    "planned dependencies that the ticket files lack"
    "The plan knows an order that the ticket does not show."
    "Copy the dependencies into the tickets, or take them out of the plan.";
R29 DependencyAcyclicity BrokenRef Major ""
    "a planned ticket that has no file, or binds another RFC"
    "The plan counts on work that this RFC does not have."
    "Write the ticket, correct the id, or take the entry out of the plan.";
R31 ScopeCoverage SchemaViolation Blocker
    "MINOR when a requirement's id is not its file's name"
    "a requirement file that cannot be read"
    "Coverage of requirements that nobody can read means nothing."
    "Fix the file; name it after the id inside.";
R36 ScopeCoverage BrokenRef Major ""
    "a reference to a requirement that nobody defines"
    "The ticket claims to serve something that does not exist."
    "Correct the id, or define the requirement.";
R37 ScopeCoverage OrphanTicket Major ""
    "a ticket that serves no requirement"
    "Nobody can say when it is right, or why it is done."
    "Name the requirement it serves, or move it out of the RFC.";
R38 ScopeCoverage ScopeGap Blocker ""
    "a requirement without a ticket"
    "The RFC promises it and nothing would bring it about."
    "Write a ticket for it, add it to one that does it, or withdraw it.";
R39 ScopeCoverage OrphanTicket Minor ""
    "an RFC that defines no requirements"
    "Its tickets cannot be checked against anything."
    "State what the RFC demands in its 01 file or in requirements/; without an 01 file: `council-review new rfc \"Title\" --id RFC-0042`.";
R3A ScopeCoverage ScopeGap Major ""
    "planned requirements that the ticket files lack"
    "The plan says that a ticket serves them; the ticket does not know."
    "Copy the references into the tickets, or take them out of the plan.";
R3C ScopeCoverage EvidenceGap Info ""
    "evidence artifacts that do not exist yet"
    "They usually appear with the implementation; a wrong path never will."
    "Check the paths; add the files when the work is done.";
R3D ScopeCoverage EvidenceGap Minor ""
    "tickets without any acceptance criterion"
    "Nothing would show that the work was done."
    "Add at least one criterion that can be checked.";
R42 CcpMapping CcpMismatch Blocker
    "MINOR for a pattern or prose in place of a path; lowered in notes and in closed tickets"
    "something that is not a path inside the repository"
    "It names nothing that can be changed here, or reaches for what must not be touched."
    "Write the file's path from the repository's root, one entry for each file.";
R43 CcpMapping CcpMismatch Blocker ""
    "a component atlas that cannot be read"
    "Without it no path can be mapped to a component."
    "Fix the atlas, or generate it again.";
R45 CcpMapping CcpMismatch Blocker
    "MINOR when only the atlas knows the file, when its folder is new with the RFC, or when it is only read or deleted; lowered in notes and in closed tickets"
    "a file to change that does not exist"
    "The ticket builds on something that is not there."
    "Correct the path, or let a ticket that comes before create the file.";
R46 CcpMapping CcpMismatch Blocker
    "MINOR below a top-level folder that exists; lowered in notes and in closed tickets"
    "a new file outside every component"
    "Code that belongs to no component is owned, tested and found by nobody."
    "Put the file into the component it belongs to, or justify a new one.";
R47 CcpMapping PhaseMisordering Major
    "MINOR in notes and in closed tickets"
    "a file changed by a ticket that does not wait for its creation"
    "Done in the order given, the file is not there when it is needed."
    "Add the creating ticket to the dependencies.";
R48 CcpMapping ScopeOverlap Minor
    "INFO in notes and in closed tickets"
    "two tickets that create one file"
    "The second one will overwrite or repeat the first."
    "Let one ticket create the file and the other one change it.";
R52 Schema SchemaViolation Minor
    "MAJOR when the key that is missing holds dependencies, requirements or criteria"
    "a key that is nearly one that is missing"
    "Unknown keys are ignored: nothing below a mistyped one is read."
    "Rename the key to the one that is meant.";
R53 Schema SchemaViolation Major ""
    "hidden characters in what a file says"
    "People and models then read another text than the one shown. Variation selectors of emoji, and joiners between emoji or in scripts that are spelled with them, are none of these."
    "Type the values again by hand, or delete the characters.";
R54 Schema SchemaViolation Blocker ""
    "an ambiguous layout: two roots in use, or a link at or above a root"
    "Only one folder of each kind is read. What lies in the other is reviewed by nobody."
    "Name one folder under `layout` in council.yaml, or move the files into one.";
}
