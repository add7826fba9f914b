//! Seats that read their task as a mailbox shows it, and fill in the published schema of the reply
//! at random: bytes in, bytes out. They know nothing of ours but that text and that file.

use std::collections::{BTreeMap, BTreeSet};
use std::future::ready;
use std::sync::{Arc, LazyLock, Mutex};

use council_review::core::draw::SplitMix;
use council_review::members::transport::{Request, Response, Sending, Transport};
use council_review::model::{Identity, Receipt};
use serde_json::{Map, Value, json};

/// The published form of a reply.
static PUBLISHED: LazyLock<Value> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../schemas/seat_reply.schema.json")).expect("JSON")
});

/// What was drawn, and how often.
pub type Drawn = BTreeMap<(&'static str, String), u64>;

/// One such seat.
pub struct Scribbler {
    name: String,
    random: Mutex<SplitMix>,
    /// How often, of 4096 times, a rule of the task is left aside.
    chaos: u64,
    /// How often, of 8 times, it sides with what it is shown.
    agreeable: u64,
    /// The most findings that it raises at once, but now and then.
    most: usize,
    drawn: Arc<Mutex<Drawn>>,
}

/// What a task's text offers.
#[derive(Default)]
struct Page<'t> {
    lines: Vec<&'t str>,
    files: Vec<String>,
    paths: Vec<&'t str>,
    tickets: Vec<&'t str>,
    modes: Vec<u64>,
    usual: Vec<u64>,
    /// The findings of the first list, and of the blockers' list: id, and digest if it has one.
    shown: Vec<(&'t str, &'t str)>,
    blockers: Vec<(&'t str, &'t str)>,
    /// The pairs that are asked about: the later and the earlier finding.
    pairs: Vec<(&'t str, &'t str)>,
    /// The tickets that are shown in full.
    whole: Vec<&'t str>,
}

impl<'t> Page<'t> {
    fn read(text: &'t str) -> Self {
        let mut page = Page::default();
        let (mut files, mut tickets) = (BTreeSet::new(), BTreeSet::new());
        let mut folder = "";
        let (mut is_blockers, mut is_agreed) = (false, false);
        for line in text.lines() {
            if line.starts_with("### ") {
                is_blockers = line.starts_with("### The blockers");
                is_agreed = line.starts_with("### Agreed");
            }
            if let Some((later, earlier)) =
                line.strip_prefix("- `").and_then(|rest| rest.split_once("` and `"))
                && later.starts_with("FND-")
            {
                page.pairs.push((later, earlier.trim_end_matches('`')));
            }
            if let Some((_, id)) =
                line.split_once(" ticket ").filter(|_| line.starts_with("<<<DATA "))
            {
                page.whole.push(id);
            }
            if let Some(rest) = line.strip_prefix("file: ") {
                files.insert(rest.to_owned());
            }
            if let Some(rest) = line.strip_prefix("files: ") {
                folder = rest.split("/{id}").next().unwrap_or_default();
            }
            if let Some(path) = line.strip_prefix("@ ") {
                page.paths.push(path.split(':').next().unwrap_or_default());
            }
            if let Some(rest) = line.strip_prefix("- **") {
                let number = rest.split(',').next().unwrap_or_default();
                page.modes.extend(number.parse::<u64>());
            }
            if let Some((_, rest)) = line.split_once("usual ones of your role are ") {
                let listed = rest.split('.').next().unwrap_or_default().split(", ");
                page.usual.extend(listed.filter_map(|number| number.parse::<u64>().ok()));
            }
            if let Some(rest) = line.strip_prefix("`FND-").filter(|_| !is_agreed) {
                let id = &line[1..1 + rest.find('`').map_or(4, |end| end + 4)];
                let digest = line
                    .split_once("digest `")
                    .map_or("", |(_, rest)| rest.split('`').next().unwrap_or_default());
                let list = if is_blockers { &mut page.blockers } else { &mut page.shown };
                list.push((id, digest));
            }
            let names = ["<<<DATA ", "`FND-", "TCK-"].iter().any(|start| line.starts_with(start));
            for (at, _) in line.match_indices("TCK-").filter(|_| names) {
                tickets.extend(line.get(at..at + 9).filter(|id| id.is_ascii()));
            }
            let numbered = line.split_once("| ").filter(|(number, _)| {
                !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
            });
            let line = numbered.map_or(line, |(_, text)| text);
            if !line.trim().is_empty() {
                page.lines.push(line);
            }
        }
        let is_id = |id: &&str| id[4..].bytes().all(|byte| byte.is_ascii_digit());
        page.tickets = tickets.into_iter().filter(is_id).collect();
        // Where no line says the folder, it is the one of the findings' files, or the usual one.
        let folder = if folder.is_empty() { "documents/work/tickets" } else { folder };
        files.extend(page.tickets.iter().map(|id| format!("{folder}/{id}.yaml")));
        page.files = files.into_iter().collect();
        page
    }
}

/// Texts that a file format, a page or a terminal could stumble over.
const AWKWARD: [&str; 24] = [
    "",
    " ",
    "\n",
    "- a\n- b",
    "key: value",
    "# no comment",
    "'",
    "\"",
    "\\u0000",
    "| \n  x",
    "> y\n\n\n",
    " leading and trailing ",
    "trailing \nlines \n",
    "\ttab",
    "\r\n",
    "\u{0}\u{1}\u{7f}",
    "\u{85}\u{2028}\u{2029}\u{feff}",
    "\u{202e}\u{200b}\u{e0041}\u{fe0f}",
    "\u{10ffff}\u{fffd}é漢字",
    "null",
    "0x1F",
    "---",
    "```\n::error::x",
    "<script>&amp;",
];

impl Scribbler {
    pub fn new(name: &str, seed: u64, drawn: &Arc<Mutex<Drawn>>) -> Self {
        let mut random = SplitMix(seed);
        let chaos = [0, 0, 1, 12][(random.next() % 4) as usize];
        let agreeable = [0, 4, 6, 8][(random.next() % 4) as usize];
        let most = [1, 2, 4, 9][(random.next() % 4) as usize];
        let (name, random) = (name.to_owned(), Mutex::new(random));
        Self { name, random, chaos, agreeable, most, drawn: Arc::clone(drawn) }
    }

    /// One that keeps to every rule of its task.
    pub fn calm(name: &str, seed: u64, drawn: &Arc<Mutex<Drawn>>) -> Self {
        Self { chaos: 0, ..Self::new(name, seed, drawn) }
    }

    /// A finding as the published form has it, out of what a task's text offers.
    pub fn finding(&self, text: &str) -> Value {
        self.fill(&PUBLISHED["$defs"]["Claim"], "findings", &Page::read(text), None)
    }

    fn below(&self, n: usize) -> usize {
        (self.random.lock().expect("unharmed").next() % n.max(1) as u64) as usize
    }

    fn wild(&self) -> bool {
        (self.below(4_096) as u64) < self.chaos
    }

    fn of<'a, T>(&self, all: &'a [T]) -> Option<&'a T> {
        all.get(self.below(all.len()))
    }

    fn drew(&self, what: &'static str, which: impl Into<String>) {
        *self.drawn.lock().expect("unharmed").entry((what, which.into())).or_default() += 1;
    }

    /// The answer to a task, as it stands in the mailbox.
    pub fn answer(&self, text: &str, question: &str) -> Vec<u8> {
        let page = Page::read(text);
        if self.wild() {
            return self.nonsense(&page);
        }
        let branches = PUBLISHED["oneOf"].as_array().expect("a branch for each question");
        let own = branches.iter().find(|b| b["properties"]["answer"]["const"] == *question);
        let other = self.wild().then(|| self.of(branches)).flatten();
        let mut value = self.fill(other.or(own).expect("a published question"), "", &page, None);
        if let Some(fields) = value.as_object_mut().filter(|_| self.wild()) {
            if self.below(2) == 0 {
                fields.insert("more".to_owned(), json!(1));
            } else {
                fields.shift_remove("findings");
            }
        }
        serde_json::to_vec(&value).expect("JSON")
    }

    fn nonsense(&self, page: &Page<'_>) -> Vec<u8> {
        match self.below(5) {
            0 => Vec::new(),
            1 => b"I see no problem.".to_vec(),
            2 => b"{\"answer\": \"STRUCTURAL\", \"answer\": \"STRUCTURAL\"}".to_vec(),
            3 => vec![b'['; 1 + self.below(300)],
            _ => self.text(page, 64).into_bytes(),
        }
    }

    /// A value of a schema. `name` is the field's that it is for, `about` the finding or ticket
    /// whose turn it is in a list of one for each.
    fn fill(
        &self,
        schema: &Value,
        name: &str,
        page: &Page<'_>,
        about: Option<(&str, &str)>,
    ) -> Value {
        if let Some(path) = schema["$ref"].as_str() {
            let part = PUBLISHED.pointer(&path[1..]).expect("a part of the schema");
            return self.fill(part, name, page, about);
        }
        if let Some(literal) = schema.get("const") {
            if let Some(literal) = literal.as_str() {
                self.drew("word", literal);
            }
            return literal.clone();
        }
        for choice in ["oneOf", "anyOf"] {
            if let Some(options) = schema[choice].as_array() {
                let agrees = name == "vote" && (self.below(8) as u64) < self.agreeable;
                let option = if agrees { options.first() } else { self.of(options) };
                return self.fill(option.expect("an option"), name, page, about);
            }
        }
        if let Some(values) = schema["enum"].as_array() {
            let value = self.of(values).expect("a value").clone();
            self.drew("word", value.as_str().unwrap_or_default());
            return value;
        }
        match schema["type"].as_str() {
            Some("object") => {
                let fields = schema["properties"].as_object().expect("fields");
                let filled = fields
                    .iter()
                    .map(|(name, field)| (name.clone(), self.fill(field, name, page, about)));
                Value::Object(filled.collect::<Map<_, _>>())
            }
            Some("array") => Value::Array(self.list(schema, name, page)),
            Some("integer") => {
                let most = schema["maximum"].as_u64().unwrap_or(80);
                let known = if name == "source_mode" { self.of(&page.modes) } else { None };
                match known.filter(|_| !self.wild()) {
                    Some(mode) => json!(mode),
                    None => json!(self.below(most as usize + 1)),
                }
            }
            Some("string") => Value::String(self.word(name, page, about)),
            _ => Value::Null,
        }
    }

    fn list(&self, schema: &Value, name: &str, page: &Page<'_>) -> Vec<Value> {
        let item = |about: Option<(&str, &str)>| self.fill(&schema["items"], name, page, about);
        let each = |all: &[(&str, &str)], of: usize| -> Vec<Value> {
            let kept = all.iter().filter(|_| self.below(8) < of);
            kept.map(|&about| item(Some(about))).collect()
        };
        let mut all = match name {
            "modes" if self.below(4) > 0 => page.usual.iter().map(|mode| json!(mode)).collect(),
            "modes" => (0..self.below(8)).map(|_| item(None)).collect(),
            "stances" | "ballots" => each(&page.shown, 7),
            "endorsements" => each(&page.blockers, 7),
            "remediations" => each(&[&page.shown[..], &page.blockers[..]].concat(), 2),
            "cites" => (0..[0, 0, 0, 0, 0, 0, 1, 4][self.below(8)]).map(|_| item(None)).collect(),
            "requests" => Vec::new(),
            "pairs" => {
                let says =
                    |at: usize| ["SAME_AS", "SAME_AS", "PART_OF", "CONTAINS", "DIFFERENT"][at];
                let kept = page.pairs.iter().filter(|_| self.below(8) > 0);
                kept.map(|&(later, earlier)| {
                    let says = says(self.below(5));
                    json!({ "finding_id": later, "other_id": earlier, "says": says })
                })
                .collect()
            }
            "assessments" => {
                let ids: Vec<_> = page.whole.iter().map(|&id| (id, "")).collect();
                each(&ids, 6)
            }
            _ => {
                let count = match self.below(400) {
                    0 => 101,
                    1 => 100,
                    2 => 34,
                    _ => self.below(self.most + 1),
                };
                (0..count).map(|_| item(None)).collect::<Vec<_>>()
            }
        };
        if name == "findings"
            && self.below(6) == 0
            && all.len() < 100
            && let Some(again) = self.of(&all).cloned()
        {
            self.drew("findings", "one twice");
            all.push(again);
        }
        if name == "findings" {
            let count = all.len();
            self.drew(
                "findings",
                match count {
                    0 => "none",
                    1..=9 => "some",
                    10..=99 => "many",
                    100 => "as many as may be",
                    _ => "more than may be",
                },
            );
        }
        if self.wild() && name != "requests" {
            let twice = all.clone();
            all.extend(twice);
        }
        all
    }

    fn word(&self, name: &str, page: &Page<'_>, about: Option<(&str, &str)>) -> String {
        let wild = self.wild();
        let known = match name {
            "finding_id" => about.map(|(id, _)| id.to_owned()),
            "ticket_id" => about.map(|(id, _)| id.to_owned()),
            "digest" => about.map(|(_, digest)| digest.to_owned()),
            "proposal_id" => Some(format!("P{}", 1 + self.below(3))),
            "file" => self.of(&page.files).cloned(),
            "yaml_path" => match self.below(3) {
                0 => self.of(&page.paths).map(|path| (*path).to_owned()),
                1 => Some(
                    self.of(&["$.", "a[0]", "findings", "[", "x.y[9]"]).expect("one").to_string(),
                ),
                _ => Some(String::new()),
            },
            "quote" => Some(self.quote(page)),
            // Lines, a folder's list, or what is not there.
            "lines" => Some(self.of(&["1", "2-9", "list", "none"]).expect("one").to_string()),
            "path" => self.of(&page.files).cloned().filter(|_| self.below(2) == 0),
            _ => None,
        };
        match known {
            Some(known) if !wild => {
                match name {
                    "file" => self.drew("file", known.as_str()),
                    "yaml_path" => {
                        self.drew("path", if known.is_empty() { "none" } else { "some" })
                    }
                    _ => {}
                }
                known
            }
            Some(_) => match name {
                "finding_id" => format!("FND-RFC-0042-{:03}", self.below(1_000)),
                "ticket_id" => format!("TCK-{:05}", self.below(100_000)),
                "digest" => format!("sha256:{}", "0".repeat(64)),
                _ => self.text(page, 64),
            },
            None => {
                let most = match self.below(128) {
                    _ if wild => 2_001,
                    0 => 2_000,
                    1..8 => 400,
                    8..40 => 80,
                    _ => 12,
                };
                let text = self.text(page, most);
                let length = match text.chars().count() {
                    0 => "empty",
                    1..=99 => "short",
                    100..=1_999 => "long",
                    2_000 => "as long as may be",
                    _ => "longer than may be",
                };
                self.drew("length", length);
                text
            }
        }
    }

    /// A passage of the task, or none of it.
    fn quote(&self, page: &Page<'_>) -> String {
        let line = self.of(&page.lines).copied().unwrap_or_default();
        // Behind the name under which it is shown, as somebody would copy it.
        let said = line.split_once(": ").map_or(line, |(_, said)| said);
        let chars: Vec<char> = said.chars().collect();
        match self.below(8) {
            0 => {
                self.drew("quote", "none");
                String::new()
            }
            1 => {
                self.drew("quote", "false");
                format!("{said} and more")
            }
            2 => {
                self.drew("quote", "awkward");
                (*self.of(&AWKWARD).expect("one")).to_owned()
            }
            _ => {
                self.drew("quote", "true");
                let from = self.below(chars.len());
                let end = (from + 1 + self.below(60)).min(chars.len());
                chars[from.min(end)..end].iter().collect()
            }
        }
    }

    fn text(&self, page: &Page<'_>, most: usize) -> String {
        let mut text = String::new();
        let whole = self.below(3) > 0;
        for _ in 0..=self.below(4) {
            match self.below(3) {
                0 => text.push_str(self.of(&AWKWARD).expect("one")),
                1 => text.push_str(self.of(&page.lines).copied().unwrap_or_default()),
                _ => text.push_str("it is not said who decides. "),
            }
        }
        if most >= 2_000 && !text.is_empty() && whole {
            text = text.repeat(most / text.chars().count().max(1) + 1);
        }
        let text: String = text.chars().take(most).collect();
        // A finding says something; now and then one does not.
        if text.trim().is_empty() && !self.wild() { "x".to_owned() } else { text }
    }
}

impl Transport for Scribbler {
    fn identity(&self) -> Identity {
        Identity::new("scribbler", &self.name)
    }

    fn obstacle(&self) -> Option<String> {
        None
    }

    fn repeats_itself(&self) -> bool {
        false
    }

    fn send<'a>(&'a self, request: &'a Request) -> Sending<'a> {
        let bytes = self.answer(&request.rendered.text(), request.assignment.step);
        Box::pin(ready(Ok(Response { bytes, receipt: Receipt::default() })))
    }
}
