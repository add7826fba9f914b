//! The headings of a text, for whom the rest of it does not matter.

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

/// The headings of a text, in its order: where each begins, in bytes, and what it says without its
/// marks.
pub fn headings(text: &str) -> impl Iterator<Item = (usize, String)> {
    let mut events = Parser::new(text).into_offset_iter();
    std::iter::from_fn(move || {
        let at = events.by_ref().find_map(|(event, range)| match event {
            Event::Start(Tag::Heading { .. }) => Some(range.start),
            _ => None,
        })?;
        let mut title = String::new();
        let own = events.by_ref().map(|(event, _)| event);
        for event in own.take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_)))) {
            push(&mut title, &event);
        }
        Some((at, title))
    })
}

/// Adds what an event within a heading says.
pub(super) fn push(title: &mut String, event: &Event<'_>) {
    match event {
        Event::Text(said) | Event::Code(said) => title.push_str(said),
        Event::SoftBreak | Event::HardBreak => title.push(' '),
        _ => {}
    }
}
