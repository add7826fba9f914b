//! `new waiver`: a dated exception that counts as it is written.

use std::collections::BTreeSet;

use super::{Made, free, names_in, number, quoted};
use crate::app::editor::{self, SchemaFile};
use crate::app::{AppFault, Workspace};
use crate::gates;
use crate::model::slip::did_you_mean;
use crate::model::{Day, SubjectId, WaiverId, slip};
use crate::port::Store;

/// What an exception says.
#[derive(Debug, Clone, Copy)]
pub struct WaiverWish<'w> {
    /// The subject whose findings it reaches.
    pub subject: &'w SubjectId,
    /// The rules, in any case of letters.
    pub rules: &'w [String],
    /// Its last day.
    pub until: Day,
    /// Who takes the responsibility.
    pub by: &'w str,
    /// Why.
    pub reason: &'w str,
}

/// Writes a waiver under the next free id. A wish that would reach nothing is refused.
pub fn waiver(
    workspace: &Workspace,
    store: &dyn Store,
    wish: WaiverWish<'_>,
    today: Day,
) -> Result<Made<WaiverId>, AppFault> {
    workspace.require(wish.subject)?;
    let rules = reachable(wish.rules)?;
    if wish.until < today {
        let line = format!("{} is over: name a day from {today} on with --until", wish.until);
        return Err(AppFault::BadInput(line));
    }
    let folder = &workspace.config.layout.waivers;
    let names = names_in(&workspace.library, folder);
    let taken: BTreeSet<u32> = names.filter_map(|name| number(&name)).collect();
    for free in free(&taken, 99_999) {
        let id: WaiverId = format!("WVR-{free:04}").parse().expect("four digits or five");
        let path = format!("{folder}/{id}.yaml");
        let text = editor::with_schema(store, SchemaFile::Waiver, &path, &text(&id, &rules, wish));
        if store.create(&path, text.as_bytes()).map_err(AppFault::writing)? {
            return Ok(Made { id, wrote: vec![path], kept: Vec::new(), plan: None });
        }
    }
    Err(AppFault::BadInput("every waiver id is taken".to_owned()))
}

/// The rules that are named, each once, as the gates spell them.
fn reachable(named: &[String]) -> Result<Vec<&'static str>, AppFault> {
    let mut rules = Vec::new();
    for name in named {
        let Some(rule) = gates::rule(name) else {
            let near = slip::nearest(name, gates::RULES.iter().map(|rule| rule.id.as_str()));
            let meant = match near.is_empty() {
                true => "; `council-review explain` lists them".to_owned(),
                false => did_you_mean(&near),
            };
            let line = format!("no rule is called {name:?}{meant}");
            return Err(AppFault::BadInput(line));
        };
        let id = rule.id.as_str();
        if gates::OUTSIDE_EVERY_RFC.contains(&id) {
            let line = format!("no waiver reaches {id}: its findings belong to no RFC; fix them");
            return Err(AppFault::BadInput(line));
        }
        if !rules.contains(&id) {
            rules.push(id);
        }
    }
    Ok(rules)
}

fn text(id: &WaiverId, rules: &[&str], wish: WaiverWish<'_>) -> String {
    let (reason, by) = (quoted(wish.reason), quoted(wish.by));
    let subject = match wish.subject.rfc() {
        Some(rfc) => format!("rfc_ids: [{rfc}]"),
        None => {
            let (adapter, name) = (wish.subject.adapter(), wish.subject.name());
            format!("adapter: {}\n    subject: {}", adapter.as_str(), quoted(name.as_str()))
        }
    };
    format!(
        "# The findings stay in the evidence and do not weigh. With --base, it counts once the base has it.\n\
         waiver:\n  id: {id}\n  scope:\n    {subject}\n    rules: [{}]\n  reason: {reason}\n  \
         approved_by: {by}\n  expires: {}          # the last day, UTC\n",
        rules.join(", "),
        wish.until
    )
}
