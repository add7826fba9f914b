//! From what a rule wants to be written to the bytes of one file.

use crate::gates::rule_fix::Intent;
use crate::model::decode::RawOffsets;
use crate::model::{FixEdit, NodePath};
use crate::source::ticket_shape::TicketShape;
use crate::yaml::{Document, EditRefusal, Limits, NodeRef, TreeEdit, read, rewrite};

/// Why a fix that is certain is not made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FixRefusal {
    /// The file is no longer what the gates have read.
    #[error("{0} has changed since it was read")]
    Changed(String),
    /// The place cannot be edited safely.
    #[error("{0}")]
    Edit(#[from] EditRefusal),
    /// The place is not what a fix was thought of for.
    #[error("there is more than one way to write it")]
    Uncertain,
}

/// Where a ticket's dependencies go that has no place for them.
const OF_META: &[&str] = &["dependencies", "tickets"];
const OF_FLAT: &[&str] = &["depends_on"];
const TICKETS: &[&str] = &["tickets"];
const BLOCKED_BY: &[&str] = &["blocked_by"];

/// The edits of one file, made together.
pub(super) fn lower(
    file: &str,
    bytes: &[u8],
    intents: &[&Intent],
) -> Result<Vec<FixEdit>, FixRefusal> {
    let changed = |_| FixRefusal::Changed(file.to_owned());
    let (document, _) = read(bytes, Limits::TICKET).map_err(changed)?;
    let meant = intents.iter().map(|intent| edit(&document, intent));
    let edits = meant.collect::<Result<Vec<TreeEdit<'_>>, FixRefusal>>()?;
    let offsets = RawOffsets::of(bytes);
    let edits = rewrite(&document, &edits)?.into_iter().map(|(range, text)| {
        let place = document.text().place(range.clone(), NodePath::Line);
        let start = offsets.raw(range.start);
        FixEdit {
            file: file.to_owned(),
            byte_offset: start,
            byte_length: offsets.raw(range.end) - start,
            line: place.line,
            column: place.column,
            end_line: place.end_line,
            end_column: place.end_column,
            replacement: text.replace('\n', offsets.line_break(start)),
        }
    });
    Ok(edits.collect())
}

fn edit<'d>(document: &'d Document, intent: &Intent) -> Result<TreeEdit<'d>, FixRefusal> {
    let path_of = |path: &str| document.at_path(path).ok_or(FixRefusal::Uncertain);
    match intent {
        Intent::Rename { at, to, .. } | Intent::Say { at, to, .. } => {
            let node = document.every_scalar().find(|node| {
                let span = node.span();
                !span.is_empty() && document.text().position(span.start) == *at
            });
            Ok(TreeEdit::Say(node.ok_or(FixRefusal::Uncertain)?, to.clone()))
        }
        Intent::Refer { path, to, .. } => {
            let entry = path_of(path)?;
            let node = match entry.is_mapping() {
                true => ["requirement_id", "id"]
                    .iter()
                    .filter_map(|key| entry.get(key))
                    .find(|value| !value.is_null())
                    .ok_or(FixRefusal::Uncertain)?,
                false => entry,
            };
            Ok(TreeEdit::Say(node, to.clone()))
        }
        Intent::Enlist { path, .. } => {
            let node = path_of(path)?;
            let is_word = |text: &str| {
                !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || c == ',')
            };
            match node.as_str() {
                Some(text) if is_word(text) => Ok(TreeEdit::Enlist(node)),
                Some(_) | None => Err(FixRefusal::Uncertain),
            }
        }
        Intent::Depend { on, .. } => depend(document, on),
    }
}

/// The ids go to the first list that has any, else to one that is empty, else to a new one.
fn depend<'d>(document: &'d Document, on: &[String]) -> Result<TreeEdit<'d>, FixRefusal> {
    let shape = TicketShape::of(document);
    let lists = shape.dependency_lists();
    let has_items = |list: &&NodeRef<'d>| list.items().next().is_some();
    let is_list = |list: &&NodeRef<'d>| list.is_sequence() || list.is_null();
    if let Some(list) = lists.iter().find(has_items).or_else(|| lists.iter().find(is_list)) {
        return Ok(TreeEdit::Push(*list, on.to_vec()));
    }
    let holders = [shape.meta, Some(shape.root), shape.header];
    let holder = holders.into_iter().flatten().find_map(|part| part.get("dependencies"));
    if let Some(holder) = holder.filter(|holder| holder.is_mapping()) {
        let keys = if shape.meta.is_some() { TICKETS } else { BLOCKED_BY };
        return Ok(TreeEdit::Enter(holder, keys, on.to_vec()));
    }
    match (shape.meta, shape.header) {
        (Some(meta), _) if meta.is_mapping() => Ok(TreeEdit::Enter(meta, OF_META, on.to_vec())),
        (None, Some(ticket)) if ticket.is_mapping() => {
            Ok(TreeEdit::Enter(ticket, OF_FLAT, on.to_vec()))
        }
        _ => Err(FixRefusal::Uncertain),
    }
}
