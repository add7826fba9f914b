//! Which RFC has which tickets, requirements, dependencies and faults; everything that more than
//! one file must agree on.

use super::area;
use super::prose::{NOUNS, Words};

/// RFCs of an area.
pub(super) const RFCS_OF_AREA: usize = 16;
/// The number of the RFC of 66 tickets.
const LARGEST: usize = 18;
const LARGEST_TICKETS: usize = 66;
/// Tickets of the other RFCs, in turn.
const SIZES: [usize; 12] = [25, 12, 41, 8, 21, 13, 65, 5, 27, 12, 21, 38];
/// Among sixteen RFCs this one was withdrawn: its folder is gone, its tickets are stubs.
const RETIRED: usize = 9;

/// A whole repository.
pub(super) struct Plan {
    pub(super) rfcs: Vec<Rfc>,
}

/// Where an RFC's requirements stand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Home {
    /// Files of its own.
    Local,
    /// Ids of its PRD.
    Bound,
    /// Items with titles, of its PRD.
    Imported,
}

/// What is wrong with an RFC, or with one of its tickets.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    /// A requirement that no ticket binds.
    Uncovered,
    /// The decomposition gives dependencies that the ticket files have lost.
    LostDependencies,
    /// A ticket changes a file that never was.
    NoSuchPath,
    /// Tickets that bind no requirement.
    Orphans,
    /// A ticket whose YAML breaks.
    BrokenYaml,
    /// One ticket with a small status, one of maintenance, one of no RFC.
    Bindings,
    /// Two tickets that wait for each other.
    Cycle,
    /// A ticket that waits for one that does not exist.
    NoSuchTicket,
    /// A reference to a requirement's file that is not there.
    NoSuchReference,
    /// A ticket without a title.
    NoTitle,
}

/// An RFC.
pub(super) struct Rfc {
    pub(super) number: usize,
    pub(super) prd: usize,
    pub(super) area: usize,
    /// What its own ids carry, as `HEF` in `REQ-HEF-0001`.
    pub(super) tag: String,
    pub(super) home: Home,
    pub(super) requirements: usize,
    pub(super) is_retired: bool,
    pub(super) by_hand: bool,
    pub(super) fault: Option<Fault>,
    pub(super) title: String,
    pub(super) tickets: Vec<Ticket>,
}

/// How a ticket is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
    Meta,
    Hybrid,
    Stub,
}

/// A ticket.
pub(super) struct Ticket {
    pub(super) number: usize,
    pub(super) title: String,
    pub(super) layout: Layout,
    pub(super) status: Option<&'static str>,
    /// From 1.
    pub(super) requirements: Vec<usize>,
    pub(super) dependencies: Vec<usize>,
    pub(super) creates: Vec<String>,
    pub(super) modifies: Vec<String>,
    pub(super) fault: Option<Fault>,
}

impl Plan {
    pub(super) fn of(count: usize) -> Self {
        let mut next = usize::from(count < super::MOST);
        let mut rfcs: Vec<Rfc> = Vec::new();
        for (number, size) in sizes(count) {
            let before = rfcs.last().filter(|rfc| !rfc.is_retired);
            let rfc = Rfc::new(number, size, next, before);
            next += size;
            rfcs.push(rfc);
        }
        Self { rfcs }
    }

    pub(super) fn areas(&self) -> usize {
        self.rfcs.last().map_or(0, |rfc| rfc.area + 1)
    }
}

/// RFC numbers, rising, with their numbers of tickets.
fn sizes(count: usize) -> Vec<(usize, usize)> {
    let has_largest = count >= LARGEST_TICKETS + SIZES[0];
    let mut left = if has_largest { count - LARGEST_TICKETS } else { count };
    let mut found = Vec::new();
    let mut number = 0;
    while left > 0 {
        number += 1;
        if number == LARGEST {
            number += 1;
        }
        let size = SIZES[(number - 1) % SIZES.len()];
        // No RFC is left with fewer than five, and none has more than 65.
        let size = match left {
            66..70 if size > 60 => left - 5,
            _ if left < size + 5 => left,
            _ => size,
        };
        found.push((number, size));
        left -= size;
    }
    if has_largest {
        found.push((LARGEST, LARGEST_TICKETS));
        found.sort_unstable();
    }
    found
}

fn fault_of(number: usize) -> Option<Fault> {
    let rare = [Fault::Cycle, Fault::NoSuchTicket, Fault::NoSuchReference, Fault::NoTitle];
    Some(match number % 24 {
        3 => Fault::Uncovered,
        7 => Fault::LostDependencies,
        11 => Fault::NoSuchPath,
        15 => Fault::Orphans,
        19 => Fault::BrokenYaml,
        21 => Fault::Bindings,
        23 => rare[number / 24 % rare.len()],
        _ => return None,
    })
}

impl Rfc {
    fn new(number: usize, size: usize, first: usize, before: Option<&Rfc>) -> Self {
        let mut words = Words::new(0x5ec0_0000 + number);
        let area = (number - 1) / RFCS_OF_AREA;
        let in_area = (number - 1) % RFCS_OF_AREA;
        let is_retired = in_area + 1 == RETIRED;
        let home = match number % 10 {
            0..=5 => Home::Local,
            6..=8 => Home::Bound,
            _ => Home::Imported,
        };
        // The real one's are local.
        let home = if number == LARGEST { Home::Local } else { home };
        let most = if home == Home::Local { 37 } else { area::PRD_REQUIREMENTS };
        let requirements = if number == LARGEST { 18 } else { (size * 2 / 5).clamp(2, most) };
        let fault = fault_of(number).filter(|_| !is_retired);
        let mut rfc = Self {
            number,
            prd: area * area::PRDS + in_area / 2 + 1,
            area,
            tag: NOUNS[number % NOUNS.len()][..3].to_uppercase(),
            home,
            requirements,
            is_retired,
            by_hand: words.chance(60) || number == LARGEST,
            fault,
            title: words.title(),
            tickets: Vec::new(),
        };
        for at in 0..size {
            let ticket = rfc.ticket(at, size, first, before, &mut words);
            rfc.tickets.push(ticket);
        }
        rfc.spoil(first, size);
        rfc
    }

    pub(super) fn id(&self) -> String {
        format!("RFC-{:04}", self.number)
    }

    pub(super) fn prd_id(&self) -> String {
        format!("PRD-{:04}", self.prd)
    }

    /// The id of the requirement with this number.
    pub(super) fn requirement(&self, at: usize) -> String {
        match self.home {
            Home::Local => format!("REQ-{}-{at:04}", self.tag),
            Home::Bound | Home::Imported => format!("REQ-{at:04}"),
        }
    }

    /// The path of the requirement's file.
    pub(super) fn requirement_file(&self, at: usize) -> String {
        let folder = match self.home {
            Home::Local => format!("documents/rfcs/{}", self.id()),
            Home::Bound | Home::Imported => format!("documents/prds/{}", self.prd_id()),
        };
        format!("{folder}/requirements/{}.yaml", self.requirement(at))
    }

    pub(super) fn evidence(&self, at: usize) -> String {
        format!("EVID-{}-{at:04}", self.tag)
    }

    pub(super) fn evidence_file(&self, at: usize) -> String {
        format!("documents/rfcs/{}/evidence_artifacts/{}.yaml", self.id(), self.evidence(at))
    }

    fn ticket(
        &self,
        at: usize,
        size: usize,
        first: usize,
        before: Option<&Rfc>,
        words: &mut Words,
    ) -> Ticket {
        let number = first + at;
        let is_last = at + 1 == size;
        let layout = match (self.is_retired, words.below(100)) {
            (true, _) => Layout::Stub,
            (_, 0..23) => Layout::Hybrid,
            _ => Layout::Meta,
        };
        let status = match words.below(100) {
            0..60 => None,
            60..80 => Some("READY"),
            80..96 => Some("OPEN"),
            96..99 => Some("DRAFT"),
            _ => Some("IN_PROGRESS"),
        };
        let is_cancelled = self.is_retired || is_last && size > 8 && self.number % 3 == 1;
        let status = if is_cancelled { Some("CANCELLED") } else { status };
        let mut requirements = vec![at % self.requirements + 1];
        if words.chance(18) {
            requirements.push(words.below(self.requirements) + 1);
        }
        requirements.dedup();
        Ticket {
            number,
            title: words.title(),
            layout,
            status,
            requirements,
            dependencies: dependencies(first, at, before, words),
            creates: if layout == Layout::Hybrid {
                self.creates(number, words)
            } else {
                Vec::new()
            },
            modifies: if layout == Layout::Hybrid { self.modifies(words) } else { Vec::new() },
            fault: None,
        }
    }

    fn creates(&self, number: usize, words: &mut Words) -> Vec<String> {
        let one = |at: usize, words: &mut Words| {
            let folder = area::code_folder(self.area, words.below(area::CODE_FILES));
            format!("{folder}/{}_{number:05}_{at}.rs", words.noun())
        };
        (0..words.below(4)).map(|at| one(at, words)).collect()
    }

    fn modifies(&self, words: &mut Words) -> Vec<String> {
        let files = (0..1 + words.below(4)).map(|_| words.below(area::CODE_FILES));
        let mut files: Vec<String> = files.map(|file| area::code(self.area, file)).collect();
        files.sort();
        files.dedup();
        files
    }

    /// Puts the RFC's fault into the tickets that it concerns.
    fn spoil(&mut self, first: usize, size: usize) {
        let Some(fault) = self.fault else { return };
        let middle = size / 2;
        self.tickets[middle].fault = Some(fault);
        match fault {
            Fault::Uncovered => {
                let lost = self.requirements;
                for ticket in &mut self.tickets {
                    ticket.requirements.retain(|&one| one != lost);
                    if ticket.requirements.is_empty() {
                        ticket.requirements.push(1);
                    }
                }
            }
            Fault::LostDependencies | Fault::Orphans => {
                for ticket in self.tickets.iter_mut().skip(middle).take(size / 5 + 1) {
                    ticket.fault = Some(fault);
                }
            }
            Fault::NoSuchPath => {
                self.tickets[middle].layout = Layout::Hybrid;
                let folder = area::code_folder(self.area, 0);
                self.tickets[middle].modifies.push(format!("{folder}/was_never_here.rs"));
            }
            Fault::Cycle if middle > 0 => {
                self.tickets[middle].dependencies = vec![first + middle - 1];
                self.tickets[middle - 1].dependencies = vec![first + middle];
            }
            Fault::Bindings => {
                for (at, ticket) in self.tickets.iter_mut().take(3).enumerate() {
                    ticket.fault = Some(fault);
                    ticket.dependencies.clear();
                    ticket.status = (at == 0).then_some("completed");
                }
            }
            _ => {}
        }
    }
}

/// Earlier tickets: of the RFC, and at times one of the RFC before.
fn dependencies(first: usize, at: usize, before: Option<&Rfc>, words: &mut Words) -> Vec<usize> {
    let wanted = match words.below(100) {
        0..27 => 0,
        27..72 => 1,
        72..90 => 2,
        90..97 => 3,
        _ => 4 + words.below(5),
    };
    let near = at.min(12);
    let mut found: Vec<usize> =
        (0..wanted.min(at)).map(|_| first + at - 1 - words.below(near)).collect();
    if words.chance(6)
        && let Some(live) = before.and_then(|rfc| rfc.tickets.iter().find(|t| t.status.is_none()))
    {
        found.push(live.number);
    }
    found.sort_unstable();
    found.dedup();
    found
}

impl Ticket {
    pub(super) fn id(&self) -> String {
        format!("TCK-{:05}", self.number)
    }

    pub(super) fn path(&self) -> String {
        format!("documents/work/tickets/{}.yaml", self.id())
    }
}
