//! Secrets go where they must go and nowhere else (THREATS.md H8): canaries in the environment
//! are looked for, in every form that they could take, in all that is written, printed and sent.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use crate::support::simulator::Simulator;
use crate::support::simulator::deed::{Deed, Line};
use crate::support::simulator::mind::HONEST;
use crate::support::simulator::wire::Dialect;
use crate::support::table::{KEYS, THREE, Table, as_claude, providers, simulator};
use crate::support::{self, Repo, Run, scale};
use serde_json::{Value, json};

/// Names and values of the canaries: the key of each vendor, that of a provider who does not sit, and
/// a secret that nobody named.
const CANARIES: [[&str; 2]; 5] = [
    [KEYS[0], "ca-ANTH/one+Q7z~x91kfe83hs"],
    [KEYS[1], "ca-OPEN/two+W8y~c82lgd74jt"],
    [KEYS[2], "ca-GEMI/three+E9x~v73ahc65ku"],
    ["COUNCIL_GATEWAY_KEY", "ca-GATE/four+R1w~b64sjb56lv"],
    ["AWS_SECRET_ACCESS_KEY", "ca-ELSE/five+T2v~n55dka47mw"],
];

/// Writes a secret in a form of its own.
type Write = fn(&str) -> String;

/// The forms in which a secret can come back, by name.
const FORMS: [(&str, Write); 7] = [
    ("raw", str::to_owned),
    ("base64", |text| base64(text.as_bytes())),
    ("base64 within more", |text| base64(format!("a{text}b").as_bytes())),
    ("hex", |text| text.bytes().map(|b| format!("{b:02x}")).collect()),
    ("url", |text| {
        let plain = |b: u8| b.is_ascii_alphanumeric() || b"-._~".contains(&b);
        let one = |b: u8| if plain(b) { char::from(b).to_string() } else { format!("%{b:02X}") };
        text.bytes().map(one).collect()
    }),
    ("reversed", |text| text.chars().rev().collect()),
    ("json", |text| text.chars().map(|c| format!("\\u{:04x}", u32::from(c))).collect()),
];

/// The spellings in which letters and digits are left of a secret, by name.
const SPELLINGS: [(&str, Write); 6] = [
    ("blanks", |text| apart(text, " ")),
    ("dots", |text| apart(text, ".")),
    ("zero width", |text| apart(text, "\u{200b}")),
    ("capitals", str::to_uppercase),
    ("without signs", |text| text.chars().filter(char::is_ascii_alphanumeric).collect()),
    ("halves", |text| {
        let (first, last) = text.split_at(text.len() / 2);
        format!("{first}, and then {last}")
    }),
];

fn apart(text: &str, sign: &str) -> String {
    text.chars().map(|c| format!("{c}{sign}")).collect()
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let letters = |chunk: &[u8]| {
        let all = chunk.iter().fold(0_u32, |all, byte| all << 8 | u32::from(*byte));
        let all = all << (8 * (3 - chunk.len()));
        let letter = move |n: usize| char::from(LETTERS[(all >> (18 - 6 * n)) as usize & 63]);
        (0..=chunk.len()).map(letter).collect::<String>()
    };
    let text: String = bytes.chunks(3).map(letters).collect();
    format!("{text}{}", "=".repeat((3 - bytes.len() % 3) % 3))
}

/// What must not be found of a secret: a piece of each form, long enough to be no chance.
fn pieces(secret: &str) -> Vec<String> {
    let mut pieces: Vec<String> = FORMS.iter().map(|(_, form)| form(secret)).collect();
    pieces.extend(SPELLINGS.iter().map(|(_, spelling)| spelling(secret)));
    pieces.push(FORMS[3].1(secret).to_uppercase());
    pieces.push(secret.replace('/', "\\/"));
    // Base64 at the three places that a secret can begin at, without the letters that it shares.
    for before in ["", "a", "aa"] {
        let text = base64(format!("{before}{secret}").as_bytes());
        let piece = &text[4..text.len() - 4];
        pieces.push(piece.to_owned());
        pieces.push(piece.replace('+', "-").replace('/', "_"));
    }
    pieces
}

/// The canaries found in bytes, by name.
fn found(bytes: &[u8]) -> Vec<&'static str> {
    static PIECES: std::sync::OnceLock<Vec<(&str, Vec<String>)>> = std::sync::OnceLock::new();
    let pieces =
        PIECES.get_or_init(|| CANARIES.map(|[name, secret]| (name, pieces(secret))).into());
    let text = String::from_utf8_lossy(bytes);
    let stands = |(_, pieces): &&(&str, Vec<String>)| pieces.iter().any(|p| text.contains(p));
    pieces.iter().filter(stands).map(|(name, _)| *name).collect()
}

#[test]
fn the_search_finds_every_form() {
    for [name, secret] in CANARIES {
        for (form, write) in FORMS.into_iter().chain(SPELLINGS) {
            let text = format!("before {} after", write(secret));
            assert_eq!(found(text.as_bytes()), [name], "{form}");
        }
    }
    assert_eq!(found(b"nothing of it"), [""; 0]);
}

/// What a provider does with the key that it was sent.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Way {
    Honest,
    Status(u16),
    Redirect,
    InFinding,
    AsAnswer,
    AsModel,
    InHeader,
    Hang,
}

const WAYS: [Way; 10] = [
    Way::Honest,
    Way::Status(401),
    Way::InFinding,
    Way::Status(400),
    Way::AsAnswer,
    Way::Redirect,
    Way::AsModel,
    Way::Status(500),
    Way::InHeader,
    Way::Hang,
];

/// The key that a request carries.
fn key(turn: &support::simulator::Turn<'_>) -> String {
    let headers = ["x-api-key", "authorization", "x-goog-api-key"];
    let value = headers.iter().find_map(|name| turn.request.header(name)).expect("a key");
    value.trim_start_matches("Bearer ").to_owned()
}

/// A provider that gives the key back in its way and form.
fn echo(way: Way, form: Write, elsewhere: String) -> Simulator {
    Simulator::start(Arc::new(move |turn| {
        let honest = || Deed::reply(turn, &HONEST.answers(turn.asked));
        let echoed = form(&key(turn));
        // The mark is replaced in the bytes, so that an escape stays one.
        match way {
            Way::Honest => honest(),
            Way::Status(status) => Deed::error(turn.dialect, status, "Incorrect key: MARK.")
                .replace("MARK", echoed.as_bytes())
                .with("retry-after", "0"),
            Way::Redirect => Deed::error(turn.dialect, 307, "Moved").with("location", &elsewhere),
            Way::InFinding => {
                let mut answer = HONEST.answers(turn.asked);
                for kind in ["findings", "stances", "remediations", "ballots"] {
                    for item in answer[kind].as_array_mut().into_iter().flatten() {
                        for field in ["description", "reason", "text", "quote"] {
                            if item[field].is_string() {
                                item[field] = json!("It says MARK");
                            }
                        }
                    }
                }
                let deed = Deed::reply(turn, &answer);
                let text = String::from_utf8(deed.body.clone()).expect("UTF-8");
                Deed { body: text.replace("MARK", &echoed).into_bytes(), ..deed }
            }
            Way::AsAnswer => Deed::text(turn, "MARK").replace("MARK", echoed.as_bytes()),
            Way::AsModel => {
                let deed = honest();
                let mut body: Value = serde_json::from_slice(&deed.body).expect("JSON");
                let name = if turn.dialect == Dialect::Gemini { "modelVersion" } else { "model" };
                body[name] = json!("MARK");
                Deed { body: body.to_string().into_bytes(), ..deed }
                    .replace("MARK", echoed.as_bytes())
            }
            Way::InHeader => honest().with("x-key", key(turn)).with("retry-after", key(turn)),
            Way::Hang => Deed::status(200, Vec::new(), key(turn)).on(Line::SilentAfter(60)),
        }
    }))
}

/// Everything below a folder, but what the test itself put there.
fn files(folder: &Path, of: &mut dyn FnMut(&Path, &[u8])) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let kind = entry.file_type().expect("a kind");
        of(&path, path.as_os_str().as_encoded_bytes());
        if kind.is_dir() {
            files(&path, of);
        } else if kind.is_file() {
            of(&path, &fs::read(&path).expect("readable"));
        }
    }
}

/// The places at which canaries were found, and how many places were looked at.
#[derive(Default)]
struct Search {
    hits: Vec<String>,
    looked: usize,
}

impl Search {
    fn look(&mut self, place: &str, bytes: &[u8], allowed: &[&str]) {
        self.looked += 1;
        let hits = found(bytes).into_iter().filter(|name| !allowed.contains(name));
        self.hits.extend(hits.map(|name| format!("{name} in {place}")));
    }

    fn run(&mut self, what: &str, run: &Run) {
        self.look(&format!("stdout of {what}"), run.stdout.as_bytes(), &[]);
        self.look(&format!("stderr of {what}"), run.stderr.as_bytes(), &[]);
    }

    fn folder(&mut self, what: &str, folder: &Path) {
        files(folder, &mut |path, bytes| {
            let is_environment = path.ends_with("agent-claude/env");
            let allowed: &[&str] = if is_environment { &[KEYS[0]] } else { &[] };
            self.look(&format!("{what}: {}", path.display()), bytes, allowed);
        });
    }

    /// Requests hold the host's own key once, in its header.
    fn requests(&mut self, what: &str, server: &Simulator, own: Option<&str>) {
        for request in server.requests() {
            let secret = CANARIES.iter().find(|[name, _]| Some(*name) == own);
            let text = String::from_utf8_lossy(&request.bytes()).into_owned();
            let text = match secret {
                Some([_, secret]) => text.replacen(secret, "", 1),
                None => text,
            };
            self.look(&format!("{what}: {}", request.path), text.as_bytes(), &[]);
        }
    }
}

/// One run of some command with some providers, and what was found after it.
fn run(n: usize, search: &mut Search) {
    run_as(n, WAYS[n % WAYS.len()], FORMS[n / WAYS.len() % FORMS.len()], search);
}

/// The same with a provider that gives the key back in this way and form.
fn run_as(n: usize, way: Way, form: (&str, Write), search: &mut Search) {
    let what = format!("run {n}, {way:?} {}", form.0);
    let mut table = Table::new(Repo::example());
    for [name, secret] in CANARIES {
        table.set(name, secret);
    }
    let other = simulator(HONEST);
    let moved = format!("{}/v1/messages", other.base_url(Dialect::Gemini));
    let ways = [way, if n.is_multiple_of(3) { way } else { Way::Honest }, Way::Honest];
    let mut servers = ways.map(|way| echo(way, form.1, moved.clone()));
    servers.rotate_right(n % 3);
    let mut yaml = format!("{THREE}{}", providers(servers.each_ref()));
    let gateway = other.base_url(Dialect::OpenAi);
    yaml.push_str(&format!(
        "  gateway: {{dialect: openai, base_url: '{gateway}', key_env: COUNCIL_GATEWAY_KEY}}\n"
    ));
    if ways.contains(&Way::Hang) {
        yaml.push_str("council: {timeout_seconds: 1}\n");
    }
    let has_agent = n % 4 == 1;
    if has_agent {
        table.agent("claude", HONEST, as_claude);
        yaml.push_str("commands: {claude: {env: [ANTHROPIC_API_KEY]}}\n");
        yaml = yaml.replace("anthropic:model-a", "command:claude");
    }
    let options: &[&str] = [&[] as &[&str], &["-v"], &["--format", "json"], &["-q"]][n / 3 % 4];
    let config = table.config(&yaml);
    for command in [vec!["doctor"], vec!["plan", "RFC-0001", "--show-prompts"]] {
        if n.is_multiple_of(7) {
            let run = table.run(&[&command[..], &["--config", &config]].concat());
            search.run(&format!("{what}: {}", command[0]), &run);
        }
    }
    let reviewed = table.review(&yaml, options);
    assert!([0, 1, 2, 3].contains(&reviewed.code), "{what}: {reviewed:?}");
    search.run(&what, &reviewed);
    // Again from what was kept, and told once more.
    if n.is_multiple_of(5) {
        search.run(&what, &table.review(&yaml, &["-v"]));
        search.run(&what, &table.run(&["show", "RFC-0001", "-v"]));
    }
    search.folder(&what, table.repo.path());
    search.folder(&what, table.home());
    for (server, own) in servers.iter().zip(KEYS) {
        search.requests(&what, server, Some(own));
    }
    search.requests(&what, &other, None);
    assert_eq!(other.requests().len(), 0, "{what}: nobody sent us there");
}

#[test]
fn threats_h8_r22_no_secret_is_found_anywhere() {
    let runs = scale().of(42, 200, 500);
    let (next, total) = (AtomicUsize::new(0), Mutex::new(Search::default()));
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let mut search = Search::default();
                while let Some(n) = Some(next.fetch_add(1, Ordering::SeqCst)).filter(|n| *n < runs)
                {
                    run(n, &mut search);
                }
                let mut total = total.lock().expect("not poisoned");
                total.hits.append(&mut search.hits);
                total.looked += search.looked;
            });
        }
    });
    let total = total.into_inner().expect("not poisoned");
    support::figure(&format!(
        "{} hits in {} places of {runs} runs",
        total.hits.len(),
        total.looked
    ));
    assert_eq!(total.hits, [""; 0]);
}

/// Whatever is written: pages, sessions, bundles and kept answers.
#[test]
fn f37_a_key_in_another_spelling_is_written_nowhere() {
    let ways = [Way::InFinding, Way::AsAnswer, Way::Status(400)].into_iter().cycle();
    let total = Mutex::new(Search::default());
    std::thread::scope(|scope| {
        for (way, spelling) in ways.zip(SPELLINGS) {
            let total = &total;
            scope.spawn(move || {
                let mut search = Search::default();
                // A run that asks again, from what was kept.
                run_as(10, way, spelling, &mut search);
                let mut total = total.lock().expect("not poisoned");
                total.hits.append(&mut search.hits);
                total.looked += search.looked;
            });
        }
    });
    let total = total.into_inner().expect("not poisoned");
    support::figure(&format!("{} hits in {} places", total.hits.len(), total.looked));
    assert_eq!(total.hits, [""; 0]);
}

/// What an agent that was given a key gives back, in one form.
fn agents(form: &str, echoed: &str) -> Vec<String> {
    let mut search = Search::default();
    for script in [
        format!("printf '%s' '{echoed}'"),
        format!("printf '%s\\n' '{echoed}' >&2; exit 1"),
        format!("printf '%s' '{{\"result\": \"{echoed}\", \"is_error\": true}}'; exit 1"),
        format!(
            "printf '%s' '{{\"modelUsage\": {{\"{echoed}\": {{\"outputTokens\": 1}}}}, \"result\": \"x\"}}'"
        ),
    ] {
        let mut table = Table::new(Repo::example());
        for [name, secret] in CANARIES {
            table.set(name, secret);
        }
        let program = table.program("claude", &format!("cat > /dev/null; {script}"));
        let yaml =
            "seats: {SA-1: 'command:claude'}\ncommands: {claude: {env: [ANTHROPIC_API_KEY]}}\n";
        let run = table.review(yaml, &["-v"]);
        assert!(run.code < 4, "{run:?}");
        assert!(run.stdout.contains("SA-1 fell out"), "{form}: {run:?}");
        fs::remove_file(program).expect("removed");
        search.run(form, &run);
        search.folder(form, table.repo.path());
        search.folder(form, table.home());
    }
    search.hits
}

#[test]
fn an_agent_cannot_make_us_show_its_key() {
    std::thread::scope(|scope| {
        let forms = FORMS.into_iter().chain(SPELLINGS);
        let each: Vec<_> = forms
            .map(|(form, write)| scope.spawn(move || agents(form, &write(CANARIES[0][1]))))
            .collect();
        for hits in each {
            assert_eq!(hits.join().expect("no panic"), [""; 0]);
        }
    });
}

/// What stands in a mailbox is the task alone.
#[test]
fn a_mailbox_holds_no_secret() {
    let mut table = Table::new(Repo::example());
    for [name, secret] in CANARIES {
        table.set(name, secret);
    }
    let server = simulator(HONEST);
    let folder = table.home().join("council");
    fs::create_dir(&folder).expect("made");
    let config = table.config(&format!(
        "seats: {{SA-1: 'anthropic:model-a'}}\ncouncil: {{timeout_seconds: 1}}\n{}",
        providers([&server; 3])
    ));
    let seat = format!("SA-2=mailbox:{}", folder.display());
    let mut command =
        table.command("council-review", &["RFC-0001", "--config", &config, "--seat", &seat]);
    let run: Run = command.stdin(Stdio::null()).output().expect("it runs").into();
    assert_eq!(run.code, 3, "nobody answers: {run:?}");
    let mut search = Search::default();
    search.run("mailbox", &run);
    search.folder("mailbox", table.home());
    search.folder("mailbox", table.repo.path());
    assert!(search.looked > 20);
    assert_eq!(search.hits, [""; 0]);
}
