//! Of one review, which findings may explain which: the conditions of R57's table.

use std::collections::{BTreeMap, HashMap};

use super::Part;
use super::bytes::Search;
use crate::gates::diagnostic::quoted;
use crate::gates::{Overview, acyclicity, coverage, mapping, path};
use crate::model::{Finding, Location, Severity, TicketId};
use crate::source::keys::Holds;
use crate::source::{Dossier, Requirement, Ticket};

/// The lists of dependencies and of requirements, by their paths in a ticket.
const DEPENDENCIES: [&str; 7] = [
    "ticket_meta.dependencies",
    "ticket_meta.dependencies.tickets",
    "dependencies",
    "dependencies.tickets",
    "ticket.depends_on",
    "ticket.dependencies",
    "ticket.dependencies.blocked_by",
];
const REQUIREMENTS: [&str; 6] = [
    "ticket_meta.binds.requirements",
    "ticket_meta.binds.requirement_ids",
    "ticket.source.requirements",
    "ticket.source.requirement_ids",
    "ticket.requirements",
    "ticket.requirement_ids",
];

/// The findings of one review, and what they are about.
pub(super) struct ConsequenceContext<'s> {
    dossier: &'s Dossier,
    all: &'s Overview,
    findings: &'s [&'s Finding],
    /// The findings at each file.
    by_file: HashMap<&'s str, Vec<usize>>,
    /// The ids offered for a reference that leads nowhere, by its place.
    offers: HashMap<Location, Vec<&'s str>>,
    /// Requirements that no ticket covers, and whether these are all.
    uncovered: (Vec<&'s Requirement>, bool),
    /// R47: by ticket, each path that it changes too early, with who creates it.
    early: BTreeMap<&'s TicketId, Vec<(String, Vec<&'s TicketId>)>>,
    /// In which findings' files, none of which can be read, a word stands.
    search: Search,
}

impl<'s> ConsequenceContext<'s> {
    pub(super) fn of(dossier: &'s Dossier, all: &'s Overview, findings: &'s [&'s Finding]) -> Self {
        let has = |rule: &str| findings.iter().any(|finding| finding.rule.as_str() == rule);
        let rfc = dossier.rfc();
        let mut by_file: HashMap<&str, Vec<usize>> = HashMap::new();
        for (at, finding) in findings.iter().enumerate() {
            by_file.entry(&finding.location.file).or_default().push(at);
        }
        let mut offers: HashMap<Location, Vec<&str>> = HashMap::new();
        if has("R21") || has("R22") {
            for ((ticket, entry), near) in all.graph().offers(&dossier.tickets) {
                let ticket = &dossier.library.tickets[ticket];
                let at = ticket.dependencies[entry].place.in_file(&ticket.file);
                offers.entry(at).or_default().extend(near);
            }
        }
        if let Some(rfc) = rfc.filter(|_| has("R36")) {
            for ((file, place), near) in coverage::offered(dossier, rfc) {
                offers.entry(place.in_file(file)).or_default().extend(near);
            }
        }
        let uncovered = match rfc.filter(|_| has("R38")) {
            Some(rfc) => coverage::uncovered(dossier, rfc, all),
            None => (Vec::new(), false),
        };
        let early = match has("R47") {
            true => mapping::early(dossier, all),
            false => BTreeMap::new(),
        };
        let mut scene = Self {
            dossier,
            all,
            findings,
            by_file,
            offers,
            uncovered,
            early,
            search: Search::default(),
        };
        scene.look_into_broken_files();
        scene
    }

    /// Looks for uncovered requirements and missing paths in the tickets that cannot be read, and in files
    /// that are not named as tickets.
    fn look_into_broken_files(&mut self) {
        let dossier = self.dossier;
        let broken = dossier.unreadable.iter().filter_map(|&at| {
            let file = &dossier.library.unreadable_tickets[at];
            let why = |&at: &usize| {
                let finding = self.findings[at];
                let is_fatal = matches!(finding.rule.as_str(), "R4" | "R5" | "R6");
                is_fatal && finding.severity == Severity::Blocker
            };
            let finding = self.at_file(&file.file).iter().copied().find(why)?;
            Some((finding, file.bytes.as_slice()))
        });
        let misnamed = dossier.misnamed.iter().enumerate().map(|(nth, &at)| {
            let bytes = dossier.library.misnamed_tickets[at].bytes.as_slice();
            (self.findings.len() + nth, bytes)
        });
        let broken: Vec<(usize, &[u8])> = broken.chain(misnamed).collect();
        if broken.is_empty() {
            return;
        }
        let missing: Vec<String> = (0..self.findings.len())
            .filter(|&at| self.findings[at].rule.as_str() == "R45")
            .flat_map(|at| self.paths(at))
            .collect();
        let requirements = self.uncovered.0.iter().flat_map(|requirement| names(requirement));
        let requirements = requirements.map(str::to_owned);
        let mut search = Search::of(requirements.chain(missing));
        for (finding, bytes) in broken {
            search.through(bytes, finding);
        }
        self.search = search;
    }

    fn at_file(&self, file: &str) -> &[usize] {
        self.by_file.get(file).map_or(&[], Vec::as_slice)
    }

    fn ticket_at(&self, file: &str) -> Option<&'s Ticket> {
        self.dossier.tickets().find(|ticket| ticket.file == file)
    }

    /// What a finding says, part by part, and which others may explain each.
    pub(super) fn parts(&self, at: usize) -> Vec<Part> {
        let finding = self.findings[at];
        let one = |causes: Vec<usize>| vec![Part { says: String::new(), causes }];
        match finding.rule.as_str() {
            "R16" => one(self.misnamed(finding)),
            "R18" => one(self.unreadable_binding()),
            "R36" => {
                let here = self.at_file(&finding.location.file).iter().copied();
                let same = |&other: &usize| {
                    let other = self.findings[other];
                    other.rule.as_str() == "R35" && other.location == finding.location
                };
                one(here.filter(same).collect())
            }
            "R37" => one(self.orphaned(finding)),
            "R38" => self.uncovered(finding),
            "R45" => {
                let named = |path: String| Part {
                    says: quoted(&path),
                    causes: self.search.files(&path).to_vec(),
                };
                self.paths(at).into_iter().map(named).collect()
            }
            "R28" => self.unplanned(),
            "R47" => self.untimely(finding),
            "R3A" => self.unserved(),
            "R3D" => self.without_criteria(),
            _ => Vec::new(),
        }
    }

    /// R16 of a file whose id is not its name.
    fn misnamed(&self, finding: &Finding) -> Vec<usize> {
        let file = &finding.location.file;
        let is_misnamed = self.ticket_at(file).is_some_and(|ticket| {
            let said = ticket.id.as_ref().and_then(|id| id.value.parse::<TicketId>().ok());
            said.is_some_and(|said| said != ticket.stem)
        });
        if is_misnamed { self.of_rules(file, &["R11"]) } else { Vec::new() }
    }

    /// R18 where the RFC's own binding cannot be read.
    fn unreadable_binding(&self) -> Vec<usize> {
        let lacks_meta = self.dossier.rfc().is_some_and(|rfc| rfc.meta.is_none());
        let rules = self.findings.iter().enumerate().filter(|(_, finding)| {
            finding.rule.as_str() == "R33" || (finding.rule.as_str() == "R17" && lacks_meta)
        });
        rules.map(|(at, _)| at).collect()
    }

    /// The findings of some rules at a file.
    fn of_rules(&self, file: &str, rules: &[&str]) -> Vec<usize> {
        let here = self.at_file(file).iter().copied();
        here.filter(|&at| rules.contains(&self.findings[at].rule.as_str())).collect()
    }

    /// The findings by which a list of a ticket is not read as it was meant: at its own place, or at
    /// a key that is nearly its own.
    fn at_lists(&self, file: &str, holds: Holds) -> Vec<usize> {
        let lists: &[&str] = match holds {
            Holds::Dependencies => &DEPENDENCIES,
            Holds::Requirements => &REQUIREMENTS,
            Holds::Criteria | Holds::Weighty | Holds::Other => &[],
        };
        let is_slip = |at: usize| {
            let slips = self.ticket_at(file).into_iter().flat_map(|ticket| &ticket.slips);
            let mut slips = slips.filter(|slip| slip.holds == holds);
            slips.any(|slip| slip.place.in_file(file) == self.findings[at].location)
        };
        let is_at_list = |&at: &usize| {
            let path = self.findings[at].location.yaml_path();
            let mut lists = lists.iter().filter_map(|list| path.strip_prefix(list));
            lists.any(|rest| rest.is_empty() || rest.starts_with('['))
        };
        let found = self.of_rules(file, &["R9", "R15", "R52"]).into_iter();
        found
            .filter(|at| match self.findings[*at].rule.as_str() {
                "R52" => is_slip(*at),
                _ => is_at_list(at),
            })
            .collect()
    }

    /// The findings of these rules at a ticket's references that offer one of the ids.
    fn offering(&self, file: &str, rules: &[&str], ids: &[&str]) -> Vec<usize> {
        let offers = |&at: &usize| {
            let offers = self.offers.get(&self.findings[at].location);
            offers.is_some_and(|offers| offers.iter().any(|offer| ids.contains(offer)))
        };
        self.of_rules(file, rules).into_iter().filter(offers).collect()
    }

    /// R37 of one ticket, or of all where no requirement is covered.
    fn orphaned(&self, finding: &Finding) -> Vec<usize> {
        let file = &finding.location.file;
        let mut causes = Vec::new();
        let (_, is_all_bare) = self.uncovered;
        if !is_all_bare || coverage::orphans(self.dossier).len() == 1 {
            causes = self.of_rules(file, &["R36"]);
            causes.extend(self.at_lists(file, Holds::Requirements));
        }
        if is_all_bare {
            let gaps = self.findings.iter().enumerate();
            causes.extend(gaps.filter(|(_, gap)| gap.rule.as_str() == "R38").map(|(at, _)| at));
        }
        causes
    }

    /// R38: the requirement at the finding's place, or all that are uncovered.
    fn uncovered(&self, finding: &Finding) -> Vec<Part> {
        let (uncovered, is_all_bare) = &self.uncovered;
        let is_meant = |requirement: &&&Requirement| {
            *is_all_bare || requirement.place.in_file(&requirement.file) == finding.location
        };
        let part = |requirement: &&Requirement| {
            let files = names(requirement).flat_map(|name| self.search.files(name));
            Part { says: quoted(&requirement.id), causes: files.copied().collect() }
        };
        uncovered.iter().filter(is_meant).map(part).collect()
    }

    /// R45: the path that the finding names; several may stand in one note.
    fn paths(&self, at: usize) -> Vec<String> {
        let finding = self.findings[at];
        let Some(ticket) = self.ticket_at(&finding.location.file) else {
            return Vec::new();
        };
        let here =
            ticket.paths.iter().filter(|e| e.place.in_file(&ticket.file) == finding.location);
        let paths = here.filter_map(|entry| path::plain(&entry.raw).ok());
        paths.filter(|path| finding.description.contains(&quoted(path))).collect()
    }

    /// R28: each dependency that a ticket's file lacks.
    fn unplanned(&self) -> Vec<Part> {
        let Some(rfc) = self.dossier.rfc() else {
            return Vec::new();
        };
        let mut parts = Vec::new();
        for lacking in acyclicity::lacking(self.all.graph(), self.dossier, rfc) {
            let ticket = lacking.ticket;
            for id in lacking.ids {
                let mut causes = self.offering(&ticket.file, &["R21", "R22"], &[id.as_str()]);
                causes.extend(self.at_lists(&ticket.file, Holds::Dependencies));
                parts.push(Part { says: format!("{} on {id}", ticket.stem), causes });
            }
        }
        parts
    }

    /// R47: each path that the ticket changes too early.
    fn untimely(&self, finding: &Finding) -> Vec<Part> {
        let file = &finding.location.file;
        let paths = finding.ticket.as_ref().and_then(|ticket| self.early.get(ticket));
        let part = |(path, creators): &(String, Vec<&TicketId>)| {
            let creators: Vec<&str> = creators.iter().map(|id| id.as_str()).collect();
            let mut causes = self.offering(file, &["R21", "R22"], &creators);
            causes.extend(self.at_lists(file, Holds::Dependencies));
            Part { says: quoted(path), causes }
        };
        paths.into_iter().flatten().map(part).collect()
    }

    /// R3A: each requirement that a ticket's file lacks.
    fn unserved(&self) -> Vec<Part> {
        let Some(rfc) = self.dossier.rfc() else {
            return Vec::new();
        };
        let mut parts = Vec::new();
        for lacking in coverage::lacking(self.dossier, rfc) {
            let ticket = lacking.ticket;
            for (id, requirement) in lacking.requirements {
                let ids: Vec<&str> = names(requirement).collect();
                let mut causes = self.offering(&ticket.file, &["R36"], &ids);
                causes.extend(self.at_lists(&ticket.file, Holds::Requirements));
                parts.push(Part { says: format!("{} {id}", ticket.stem), causes });
            }
        }
        parts
    }

    /// R3D: each ticket without a criterion.
    fn without_criteria(&self) -> Vec<Part> {
        let bare = coverage::bare(self.dossier).into_iter();
        let part = |ticket: &Ticket| Part {
            says: ticket.stem.to_string(),
            causes: self.at_lists(&ticket.file, Holds::Criteria),
        };
        bare.map(part).collect()
    }
}

/// The ids that name a requirement.
fn names(requirement: &Requirement) -> impl Iterator<Item = &str> {
    requirement.aliases.iter().chain([&requirement.id]).map(String::as_str)
}
