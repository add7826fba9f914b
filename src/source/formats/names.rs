//! What people call subjects, and which one they mean: `001-photo-albums`, `openspec:add-dark-mode`.
//! Knows the listed tree, and opens nothing.

use crate::model::slip::{did_you_mean, nearest};
use crate::model::{Adapter, MalformedId, RfcId, SubjectId, SubjectName};

/// At most so many subjects are offered, or named where none is near.
const MOST: usize = 5;

/// The subjects of a tree, as far as names tell.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SubjectNames {
    /// The formats other than YAML that are there.
    pub formats: Vec<Adapter>,
    /// Those that can be reviewed: of the native format, RFCs that have a folder.
    pub live: Vec<SubjectId>,
    /// Those that were archived, and when, as far as that is known.
    pub archived: Vec<(SubjectId, Option<String>)>,
}

/// What a word means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NameMeaning {
    /// A subject. An RFC need not exist: its tickets may be all that there is of it.
    Subject(SubjectId),
    /// One that was archived: there is nothing to review. The line says so.
    Archived(String),
    /// It could be a name, and nothing has it. The line says what there is.
    Unknown(String),
    /// Several formats have it. The line names them.
    Ambiguous(String),
    /// No subject has such a name.
    Malformed(MalformedId),
}

impl SubjectNames {
    /// What a word of a command line means.
    pub fn meaning(&self, word: &str) -> NameMeaning {
        if let Some((format, name)) = word.split_once(':') {
            let id = match (word.parse::<SubjectId>(), name.parse::<SubjectName>()) {
                (Ok(id), Ok(_)) => id,
                (_, Err(fault)) if Adapter::parse(format).is_some() => {
                    return NameMeaning::Malformed(fault);
                }
                (Err(fault), _) => return NameMeaning::Malformed(fault),
                (Ok(_), Err(fault)) => return NameMeaning::Malformed(fault),
            };
            return match id.adapter() {
                Adapter::Native => NameMeaning::Subject(id),
                _ => self.among(word, |known| *known == id),
            };
        }
        let rfc = word.parse::<RfcId>();
        if self.formats.is_empty() {
            return rfc.map_or_else(NameMeaning::Malformed, |rfc| NameMeaning::Subject(rfc.into()));
        }
        if let Err(fault) = word.parse::<SubjectName>() {
            return NameMeaning::Malformed(fault);
        }
        match (rfc, self.among(word, |known| known.name().as_str() == word)) {
            (Ok(rfc), NameMeaning::Unknown(_) | NameMeaning::Archived(_)) => {
                NameMeaning::Subject(rfc.into())
            }
            (_, meant) => meant,
        }
    }

    fn among(&self, word: &str, is_meant: impl Fn(&SubjectId) -> bool) -> NameMeaning {
        let live: Vec<&SubjectId> = self.live.iter().filter(|id| is_meant(id)).collect();
        match live[..] {
            [one] => return NameMeaning::Subject(one.clone()),
            [] => {}
            _ => {
                let names = live.iter().map(|id| format!("{}:{}", id.adapter(), id.name()));
                let names: Vec<String> = names.collect();
                return NameMeaning::Ambiguous(format!(
                    "{word} is a name in {} formats: say {}",
                    names.len(),
                    names.join(" or ")
                ));
            }
        }
        let folder = word.rsplit(':').next().unwrap_or(word);
        let is_its_folder = |(id, date): &&(SubjectId, Option<String>)| {
            let dated = |date: &String| format!("{date}-{}", id.name()) == folder;
            is_meant(id) || date.as_ref().is_some_and(dated)
        };
        if let Some((id, date)) = self.archived.iter().find(is_its_folder) {
            let date = date.as_ref().map(|date| format!(" {date}")).unwrap_or_default();
            return NameMeaning::Archived(format!("{id}: archived{date}; nothing to review"));
        }
        NameMeaning::Unknown(self.unknown(word))
    }

    /// One line: nothing has this name, and what is near it.
    pub fn unknown(&self, word: &str) -> String {
        let near = self.near(word);
        if !near.is_empty() {
            let near: Vec<&str> = near.iter().map(String::as_str).collect();
            return format!("there is no {word}{}", did_you_mean(&near));
        }
        if self.live.is_empty() {
            return format!("there is no {word}, and nothing else to review");
        }
        format!("there is no {word}; there are {}", self.listed())
    }

    /// The first of the subjects, and how many more there are; empty where there are none.
    pub fn listed(&self) -> String {
        let named: Vec<String> = self.live.iter().take(MOST).map(SubjectId::to_string).collect();
        let more = match self.live.len().saturating_sub(MOST) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        format!("{}{more}", named.join(", "))
    }

    /// The subjects that a word is the beginning, the number or a part of, else those that are spelled
    /// nearly so.
    fn near(&self, word: &str) -> Vec<String> {
        let word = word.rsplit(':').next().unwrap_or(word).to_ascii_lowercase();
        let number = |text: &str| {
            let digits = text.trim_start_matches(|c: char| !c.is_ascii_digit());
            let end = digits.bytes().take_while(u8::is_ascii_digit).count();
            digits[..end].parse::<u64>().ok()
        };
        let asked = word.strip_prefix("rfc").unwrap_or(&word).trim_start_matches(['-', '_']);
        let is_number = !asked.is_empty() && asked.bytes().all(|byte| byte.is_ascii_digit());
        let is_near = |id: &&SubjectId| {
            let name = id.name().as_str().to_ascii_lowercase();
            let parts = || name.split(['-', '_', '.']);
            match is_number {
                true => number(asked).is_some() && number(&name) == number(asked),
                false => name.starts_with(&word) || parts().any(|part| part == word),
            }
        };
        let mut found: Vec<String> =
            self.live.iter().filter(is_near).take(MOST).map(SubjectId::to_string).collect();
        if found.is_empty() {
            let names = self.live.iter().map(|id| id.name().as_str());
            let spelled = nearest(&word, names);
            let ids = self.live.iter().filter(|id| spelled.contains(&id.name().as_str()));
            found = ids.take(MOST).map(SubjectId::to_string).collect();
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(text: &str) -> SubjectId {
        text.parse().expect("a subject")
    }

    fn names() -> SubjectNames {
        SubjectNames {
            formats: vec![Adapter::OpenSpec, Adapter::SpecKit],
            live: [
                "RFC-0042",
                "openspec:add-theme",
                "openspec:check",
                "spec-kit:001-photo-albums",
                "spec-kit:002-photo-tags",
                "spec-kit:add-theme",
            ]
            .map(id)
            .to_vec(),
            archived: vec![(id("openspec:add-login"), Some("2026-08-17".to_owned()))],
        }
    }

    #[test]
    fn a_name_means_the_one_subject_that_has_it() {
        for (word, expected) in [
            ("001-photo-albums", "spec-kit:001-photo-albums"),
            ("openspec:add-theme", "openspec:add-theme"),
            ("check", "openspec:check"),
            ("RFC-0042", "RFC-0042"),
            ("native:RFC-0042", "RFC-0042"),
            // Its tickets may be all that there is of it.
            ("RFC-0043", "RFC-0043"),
        ] {
            assert_eq!(names().meaning(word), NameMeaning::Subject(id(expected)), "{word}");
        }
        let both = "add-theme is a name in 2 formats: say openspec:add-theme or spec-kit:add-theme";
        assert_eq!(names().meaning("add-theme"), NameMeaning::Ambiguous(both.to_owned()));
        let gone = "openspec:add-login: archived 2026-08-17; nothing to review".to_owned();
        for word in ["add-login", "openspec:add-login"] {
            assert_eq!(names().meaning(word), NameMeaning::Archived(gone.clone()));
        }
    }

    #[test]
    fn what_is_nearly_a_name_is_offered_and_never_taken() {
        for (word, line) in [
            ("rfc-42", "there is no rfc-42; did you mean RFC-0042?"),
            ("001", "there is no 001; did you mean spec-kit:001-photo-albums?"),
            ("albums", "there is no albums; did you mean spec-kit:001-photo-albums?"),
            (
                "spec-kit:photo",
                "there is no spec-kit:photo; did you mean spec-kit:001-photo-albums or spec-kit:002-photo-tags?",
            ),
            ("chekc", "there is no chekc; did you mean openspec:check?"),
            (
                "nope",
                "there is no nope; there are RFC-0042, openspec:add-theme, openspec:check, spec-kit:001-photo-albums, spec-kit:002-photo-tags and 1 more",
            ),
        ] {
            assert_eq!(names().meaning(word), NameMeaning::Unknown(line.to_owned()));
        }
    }

    #[test]
    fn what_can_be_no_name_is_malformed() {
        let long = "a".repeat(129);
        for word in ["../x", "a/b", "", &long, "-x", "kiro:a", "openspec:", "openspec:../x", "a b"]
        {
            assert!(matches!(names().meaning(word), NameMeaning::Malformed(_)), "{word:?}");
            assert!(matches!(SubjectNames::default().meaning(word), NameMeaning::Malformed(_)));
        }
    }

    #[test]
    fn where_there_are_rfcs_alone_a_word_is_an_rfc_or_malformed() {
        let names = SubjectNames::default();
        assert_eq!(names.meaning("RFC-0042"), NameMeaning::Subject(id("RFC-0042")));
        let NameMeaning::Malformed(fault) = names.meaning("albums") else { panic!("no RFC") };
        assert_eq!(fault.kind, "an RFC id");
    }
}
