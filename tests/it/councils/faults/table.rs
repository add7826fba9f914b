//! Every fault of a provider, and what DESIGN.md §7 and §8 say must come of it.

use std::sync::Arc;
use std::time::Duration;

use council_review::host::http::HttpTimeouts;
use serde_json::{Value, json};

use crate::support::simulator::Turn;
use crate::support::simulator::deed::{Deed, Line};
use crate::support::simulator::seat::PATIENT;
use crate::support::simulator::wire::{Answer, Dialect, Stop, Usage};

/// What must come of a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Comes {
    /// The seat goes on, after so many requests.
    Survives(usize),
    /// The seat sits out from here on, for such a fault, after so many requests.
    Lost(&'static str, usize),
}

use Comes::{Lost, Survives};

/// What a faulty server does, given what it should have answered.
pub(crate) type Does = Arc<dyn Fn(&Turn<'_>, &Value) -> Deed + Send + Sync>;

/// One fault.
pub(crate) struct Fault {
    pub(crate) name: String,
    /// How many of the requests for the question it spoils.
    pub(crate) times: usize,
    pub(crate) comes: Comes,
    pub(crate) timers: HttpTimeouts,
    pub(crate) does: Does,
    /// Whether the call is charged as it was reserved, because nothing credible was reported.
    pub(crate) as_reserved: bool,
    /// The dialects that have it.
    pub(crate) only: Option<Dialect>,
}

const ALWAYS: usize = usize::MAX;

/// Timers that a fault is meant to run into.
const SHORT: HttpTimeouts = HttpTimeouts {
    first_byte: Duration::from_millis(1_200),
    silence: Duration::from_millis(600),
    total: Duration::from_millis(1_500),
    ..PATIENT
};

fn fault(
    name: impl Into<String>,
    times: usize,
    comes: Comes,
    does: impl Fn(&Turn<'_>, &Value) -> Deed + Send + Sync + 'static,
) -> Fault {
    let does = Arc::new(does);
    let name = name.into();
    Fault { name, times, comes, timers: PATIENT, does, as_reserved: false, only: None }
}

fn status(code: u16, times: usize, comes: Comes) -> Fault {
    let often = if times == ALWAYS { "always".to_owned() } else { format!("{times} times") };
    fault(format!("{code} {often}"), times, comes, move |turn, _| {
        Deed::error(turn.dialect, code, "simulated")
    })
}

/// A rate limit that passes, with what the server says about waiting.
fn limited(name: &str, header: &'static str, value: &'static str) -> Fault {
    fault(format!("429 {name}"), 1, Survives(2), move |turn, _| {
        Deed::error(turn.dialect, 429, "simulated").with(header, value)
    })
}

fn text(name: &str, of: impl Fn(&Value) -> String + Send + Sync + 'static) -> Fault {
    let lost = Lost("MALFORMED", 2);
    fault(format!("reply: {name}"), ALWAYS, lost, move |turn, honest| Deed::text(turn, of(honest)))
}

fn with(honest: &Value, field: &str, value: Value) -> Value {
    let mut reply = honest.clone();
    reply[field] = value;
    reply
}

fn other_answer(honest: &Value) -> Value {
    match honest["answer"].as_str() {
        Some("STRUCTURAL") => json!({"answer": "REMEDIATION", "endorsements": []}),
        _ => json!({"answer": "STRUCTURAL", "findings": []}),
    }
}

fn line(
    name: &str,
    times: usize,
    comes: Comes,
    line: impl Fn(&Deed) -> Line + Send + Sync + 'static,
) -> Fault {
    fault(name, times, comes, move |turn, honest| {
        let deed = Deed::reply(turn, honest);
        let line = line(&deed);
        deed.on(line)
    })
}

fn short(fault: Fault) -> Fault {
    Fault { timers: SHORT, ..fault }
}

fn stops(name: &str, lost: &'static str, stop: Stop, of: fn(&Value) -> String) -> Fault {
    fault(name, ALWAYS, Lost(lost, 1), move |turn, honest| {
        Deed::says(turn, &Answer { text: of(honest), stop, usage: None })
    })
}

fn half(honest: &Value) -> String {
    let text = honest.to_string();
    text[..text.len() / 2].to_owned()
}

/// E2: what is asked again, how often, and what is not.
fn statuses(all: &mut Vec<Fault>) {
    let unavailable = |requests| Lost("UNAVAILABLE", requests);
    all.extend(
        [408, 409, 500, 502, 503, 504, 529].map(|code| status(code, ALWAYS, unavailable(3))),
    );
    all.extend([500, 529].map(|code| status(code, 1, Survives(2))));
    all.extend([502, 503].map(|code| status(code, 2, Survives(3))));
    let refused = [400, 401, 402, 403, 404, 405, 410, 413, 422];
    all.extend(refused.map(|code| status(code, ALWAYS, unavailable(1))));
    all.push(fault("307 to elsewhere", ALWAYS, unavailable(1), |turn, _| {
        let host = turn.request.header("host").unwrap_or_default();
        Deed::status(307, Vec::new(), "").with("location", format!("http://{host}/elsewhere"))
    }));
}

/// E1: a rate limit, with every form of the header.
fn limits(all: &mut Vec<Fault>) {
    all.push(fault("429 always", ALWAYS, Lost("UNAVAILABLE", 3), |turn, _| {
        Deed::error(turn.dialect, 429, "simulated").with("retry-after", "0")
    }));
    for (name, header, value) in [
        ("at once", "retry-after", "0"),
        ("with a fraction", "retry-after", "0.02"),
        ("in milliseconds", "retry-after-ms", "15"),
        ("with a date that has passed", "retry-after", "Sun, 06 Nov 1994 08:49:37 GMT"),
        ("with a negative wait", "retry-after", "-7"),
        ("with an absurd wait", "retry-after", "1000000000"),
        ("with a wait that is no number", "retry-after", "NaN"),
        ("without a wait", "x-simulated", "yes"),
    ] {
        all.push(limited(name, header, value));
    }
    // Longer than the seat may take in all: the wait is not begun.
    all.push(short(fault(
        "429 with a wait past the limit",
        ALWAYS,
        Lost("UNAVAILABLE", 1),
        |turn, _| Deed::error(turn.dialect, 429, "simulated").with("retry-after", "30"),
    )));
    let spent = fault("429 and nothing left", ALWAYS, Lost("UNAVAILABLE", 1), |turn, _| {
        Deed::error(turn.dialect, 429, "you exceeded your current quota")
    });
    all.push(Fault { only: Some(Dialect::OpenAi), ..spent });
}

/// E3, E4, E7: faults on the line.
fn lines(all: &mut Vec<Fault>) {
    let lost = |requests| Lost("UNAVAILABLE", requests);
    let ms = Duration::from_millis;
    all.push(short(line("no headers", ALWAYS, lost(1), |_| Line::Silent)));
    all.push(short(line("silent within the headers", ALWAYS, lost(1), |_| Line::SilentAfter(20))));
    let middle = |deed: &Deed| deed.length() - deed.body.len() / 2;
    all.push(short(line("silent within the body", ALWAYS, lost(1), move |d| {
        Line::SilentAfter(middle(d))
    })));
    all.push(short(line("a byte at a time", ALWAYS, lost(1), move |_| Line::Drip(ms(15)))));
    all.push(line("slow", ALWAYS, Survives(1), move |_| Line::Late(ms(150))));
    all.push(line("closed at once, always", ALWAYS, lost(3), |_| Line::Reset));
    all.push(line("closed at once, once", 1, Survives(2), |_| Line::Reset));
    all.push(line("closed at once, twice", 2, Survives(3), |_| Line::Reset));
    all.push(line("cut within the headers", ALWAYS, lost(3), |_| Line::CutAfter(20)));
    all.push(line("cut within the body", ALWAYS, lost(3), move |d| Line::CutAfter(middle(d))));
    all.push(line("cut within the body once", 1, Survives(2), move |d| Line::CutAfter(middle(d))));
    all.push(line("cut before the last byte", ALWAYS, lost(3), |d| Line::CutAfter(d.length() - 1)));
    all.push(line("another protocol", ALWAYS, lost(1), |_| {
        Line::Instead(b"SSH-2.0-x\r\n\r\n".to_vec())
    }));
    all.push(fault("headers without end", ALWAYS, lost(1), |turn, honest| {
        (0..1_200).fold(Deed::reply(turn, honest), |deed, n| {
            deed.with(&format!("x-header-{n}"), "a".repeat(100))
        })
    }));
    all.push(fault("5 MiB", ALWAYS, lost(1), |_, _| {
        Deed::status(200, Vec::new(), vec![b' '; 5 << 20])
    }));
}

/// E5, D8: answers that are none, by their stop reason.
fn endings(all: &mut Vec<Fault>) {
    all.push(stops("length, and whole", "TRUNCATED", Stop::Length, Value::to_string));
    all.push(stops("length, and half", "TRUNCATED", Stop::Length, half));
    // D8 counts a model that says nothing with those that refuse: it is not asked again.
    all.push(stops("done, and empty", "UNAVAILABLE", Stop::Done, |_| String::new()));
    all.push(stops("done, and blank", "UNAVAILABLE", Stop::Done, |_| " \n ".to_owned()));
    all.push(stops("length, and empty", "TRUNCATED", Stop::Length, |_| String::new()));
    for way in 0..4 {
        let name = format!("refusal, way {way}");
        all.push(stops(&name, "REFUSED", Stop::Refusal(way), Value::to_string));
    }
}

/// E6: replies that do not have the form that was asked for.
fn replies(all: &mut Vec<Fault>) {
    all.push(text("prose", |_| "I think that it is fine.".to_owned()));
    all.push(text("in a code fence", |honest| format!("```json\n{honest}\n```")));
    all.push(text("words before it", |honest| format!("Here it is: {honest}")));
    all.push(text("half", half));

    all.push(text("a list", |honest| format!("[{honest}]")));
    all.push(text("null", |_| "null".to_owned()));
    all.push(text("to another question", |honest| other_answer(honest).to_string()));
    all.push(text("a field more", |honest| with(honest, "verdict", json!("APPROVED")).to_string()));
    all.push(text("a field of another type", |honest| {
        let list = ["findings", "stances", "ballots", "modes"];
        let name = list.into_iter().find(|name| honest.get(name).is_some());
        with(honest, name.expect("every reply has a list"), json!("none")).to_string()
    }));
    all.push(text("a key twice", |honest| {
        format!("{{\"answer\":{},{}", honest["answer"], &honest.to_string()[1..])
    }));
    all.push(text("two documents", |honest| format!("{honest}\n{honest}")));
    all.push(text("a byte order mark", |honest| format!("\u{feff}{honest}")));
    all.push(text("NaN", |honest| format!("{{\"x\":NaN,{}", &honest.to_string()[1..])));
    all.push(text("a lone surrogate", |honest| {
        format!("{{\"\\ud800\":1,{}", &honest.to_string()[1..])
    }));
    all.push(text("deep", |_| "[".repeat(100_000)));
    all.push(fault("reply: prose once", 1, Survives(2), |turn, _| Deed::text(turn, "Well, well.")));
    all.push(fault("reply: half once", 1, Survives(2), |turn, honest| {
        Deed::text(turn, half(honest))
    }));
}

/// A7: usage that is missing or cannot be right.
fn usages(all: &mut Vec<Fault>) {
    let lies = [
        ("0", json!(0)),
        ("2^63", json!(1_u64 << 63)),
        ("2^64 - 1", json!(u64::MAX)),
        ("negative", json!(-5)),
        ("a text", json!("many")),
        ("1e30", json!(1e30)),
        ("null", json!(null)),
    ];
    let lies = lies.map(|(name, value)| (name, Usage::Each(value)));
    for (name, usage) in lies.into_iter().chain([("absent", Usage::Absent)]) {
        let lie = fault(format!("usage: {name}"), ALWAYS, Survives(1), move |turn, honest| {
            Deed::lies(turn, honest, usage.clone())
        });
        all.push(Fault { as_reserved: true, ..lie });
    }
}

/// All of them.
pub(crate) fn faults() -> Vec<Fault> {
    let mut all = Vec::new();
    for part in [statuses, limits, lines, endings, replies, usages] {
        part(&mut all);
    }
    all
}
