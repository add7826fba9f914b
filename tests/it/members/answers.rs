//! What is taken for an answer, and the many things that are not (THREATS.md E5, E6).

use std::fs;

use crate::support;
use council_review::council::rfc::ask::{Ask, Division};
use council_review::council::rfc::read::{read, schema};
use council_review::prompt::answer::{MAX_BYTES, parse};
use serde_json::{Value, json};

use crate::support::asked::questions;

/// A good answer to each question, in their order.
fn answers() -> [Value; 5] {
    let check = json!({ "rating": "PARTLY", "quote": "Greet by name" });
    let opinion = json!({ "status": "PASSED", "reason": "it is" });
    let claim = json!({
        "gate_id": "GATE-TCK-IMPLEMENTABILITY",
        "subcategory": "INCOMPLETE_PLAN",
        "severity": "BLOCKER",
        "source_mode": 6,
        "file": "documents/work/tickets/TCK-00001.yaml",
        "yaml_path": "",
        "quote": "Greet by name",
        "description": "no step says how",
        "remediation": "",
    });
    let digest = format!("sha256:{}", "0".repeat(64));
    let citation = json!({ "file": "a", "yaml_path": "b", "quote": "c" });
    let endorsement = json!({ "finding_id": "FND-RFC-0001-002", "proposal_id": "P1" });
    let proposal = json!({ "finding_id": "FND-RFC-0001-002", "text": "say how" });
    let stance = json!({
        "finding_id": "FND-RFC-0001-002", "vote": "SUPPORT", "severity": "MAJOR", "reason": "so",
    });
    [
        json!({ "answer": "SELECT_MODES", "modes": [1, 6, 7, 43, 75], "reason": "they suit" }),
        json!({ "answer": "STRUCTURAL", "findings": [claim] }),
        json!({
            "answer": "FEASIBILITY",
            "stances": [stance],
            "assessments": [{
                "ticket_id": "TCK-00001",
                "atomicity": opinion,
                "implementability": opinion,
                "anti_cousin": opinion,
                "checklist": {
                    "steps": check, "paths": check, "signatures": check, "types": check,
                    "edge_cases": check, "success_criteria": check, "verification": check,
                },
            }],
            "findings": [claim],
            "remediations": [proposal],
            "pairs": [],
        }),
        json!({
            "answer": "CONVERGE",
            "ballots": [
                { "finding_id": "FND-RFC-0001-002", "digest": digest, "vote": "OPPOSE",
                  "severity": "MAJOR", "reason": "r", "missed": citation },
                { "finding_id": "FND-RFC-0001-003", "digest": digest, "vote": "ABSTAIN",
                  "severity": "MAJOR", "reason": "r", "missed": null },
            ],
            "remediations": [proposal],
            "pairs": [],
            "endorsements": [endorsement],
        }),
        json!({ "answer": "REMEDIATION", "endorsements": [endorsement] }),
    ]
}

fn text(value: &Value) -> String {
    value.to_string()
}

#[test]
fn a_good_answer_is_read_and_fits_the_schema_that_was_sent() {
    for (question, answer) in questions().iter().zip(answers()) {
        let reply = read(text(&answer).as_bytes(), question).expect("a good answer");
        assert_eq!(reply.name(), question.name());
        assert_eq!(serde_json::to_value(&reply).expect("JSON"), answer);
        let spaced = format!("\r\n\t {} \n", serde_json::to_string_pretty(&answer).expect("JSON"));
        assert_eq!(read(spaced.as_bytes(), question).as_ref(), Ok(&reply));
        let schema = jsonschema::validator_for(&schema(question)).expect("a whole schema");
        assert!(schema.is_valid(&answer), "{}", question.name());
        for other in answers().iter().filter(|other| other["answer"] != answer["answer"]) {
            assert!(!schema.is_valid(other));
            let told = read(text(other).as_bytes(), question).expect_err("another question's");
            assert_eq!(
                told,
                format!(
                    "{} was asked and {} answered",
                    question.name(),
                    &text(&other["answer"]).replace('"', "")
                )
            );
        }
    }
}

#[test]
fn every_part_of_an_answer_is_needed_and_nothing_else_is_taken() {
    /// Every object and array of a value, by pointer.
    fn nodes(value: &Value, at: String, found: &mut Vec<String>) {
        match value {
            Value::Object(fields) => {
                found.push(at.clone());
                fields.iter().for_each(|(name, field)| nodes(field, format!("{at}/{name}"), found));
            }
            Value::Array(items) => {
                items
                    .iter()
                    .enumerate()
                    .for_each(|(i, item)| nodes(item, format!("{at}/{i}"), found));
            }
            _ => found.push(at),
        }
    }
    let mut refused = 0;
    for (question, answer) in questions().iter().zip(answers()) {
        let mut all = Vec::new();
        nodes(&answer, String::new(), &mut all);
        let mut refuse = |value: &Value, what: &str| {
            let told = read(text(value).as_bytes(), question).expect_err(what);
            assert!(told.len() < 260 && !told.contains("SECRET"), "{what}: {told}");
            refused += 1;
        };
        for pointer in all {
            let node = answer.pointer(&pointer).expect("it is there");
            if node.is_object() {
                let mut more = answer.clone();
                more.pointer_mut(&pointer).expect("there")["more"] = json!("SECRET");
                refuse(&more, &format!("a field more at {pointer}"));
                for name in node.as_object().expect("an object").keys() {
                    let mut less = answer.clone();
                    let fields = less.pointer_mut(&pointer).and_then(Value::as_object_mut);
                    fields.expect("an object").shift_remove(name);
                    refuse(&less, &format!("{name} less at {pointer}"));
                }
            }
            for other in [
                json!("SECRET"),
                json!(1.5),
                json!([["SECRET"]]),
                json!({}),
                json!(true),
                json!(-1),
            ] {
                // Prose takes any text, and a citation may be absent.
                let same = node.is_string() && other.is_string() && {
                    let mut changed = answer.clone();
                    *changed.pointer_mut(&pointer).expect("there") = other.clone();
                    read(text(&changed).as_bytes(), question).is_ok()
                };
                if !same {
                    let mut changed = answer.clone();
                    *changed.pointer_mut(&pointer).expect("there") = other;
                    refuse(&changed, &format!("another type at {pointer}"));
                }
            }
        }
    }
    assert!(refused > 500, "{refused}");
    support::figure(&format!("{refused} broken answers refused"));
}

#[test]
fn what_is_not_one_json_object_is_refused_in_a_short_line() {
    let question = Ask::Structural {
        gates: Vec::new(),
        findings: Vec::new(),
        reading: Division::Whole,
        most: 0,
    };
    let good = text(&answers()[1]);
    let empty = r#"{"answer":"STRUCTURAL","findings":[]}"#;
    assert!(read(empty.as_bytes(), &question).is_ok());
    let with = |old: &str, new: &str| {
        assert!(good.contains(old), "{old}");
        good.replacen(old, new, 1)
    };
    let long = "x".repeat(2_001);
    let cases: Vec<(&str, Vec<u8>)> = vec![
        ("nothing", "".into()),
        ("blanks", " \n\t".into()),
        ("a refusal", "I'm sorry, I can't help with that.".into()),
        ("null", "null".into()),
        ("a text", "\"STRUCTURAL\"".into()),
        ("a number", "1".into()),
        ("a list", format!("[{empty}]").into()),
        ("a code fence", format!("```json\n{empty}\n```").into()),
        ("a bare fence", format!("```\n{empty}\n```").into()),
        ("a tilde fence", format!("~~~\n{empty}\n~~~").into()),
        ("words before", format!("Here is the review: {empty}").into()),
        ("words after", format!("{empty}\nLet me know!").into()),
        ("thoughts before", format!("<think>hm</think>{empty}").into()),
        ("XML around", format!("<answer>{empty}</answer>").into()),
        ("a function call", format!("reply({empty})").into()),
        ("a JSON string of it", serde_json::to_string(empty).expect("JSON").into()),
        ("two values", format!("{empty}{empty}").into()),
        ("two lines", format!("{empty}\n{empty}").into()),
        ("a comma after", format!("{empty},").into()),
        ("a semicolon after", format!("{empty};").into()),
        ("a brace after", format!("{empty}}}").into()),
        ("a NUL after", format!("{empty}\0").into()),
        ("a BOM", format!("\u{feff}{empty}").into()),
        ("a BOM at the end", format!("{empty}\u{feff}").into()),
        ("a no-break space before", format!("\u{a0}{empty}").into()),
        ("UTF-16", empty.encode_utf16().flat_map(u16::to_le_bytes).collect()),
        (
            "UTF-16 with a BOM",
            [vec![0xff, 0xfe], empty.encode_utf16().flat_map(u16::to_le_bytes).collect()].concat(),
        ),
        ("Latin-1", [b"{\"answer\":\"STRUCTURAL\xe9\"".as_slice(), b",\"findings\":[]}"].concat()),
        (
            "an overlong encoding",
            b"{\"answer\":\"STRUCTURAL\",\"findings\":[\"\xc0\xaf\"]}".to_vec(),
        ),
        ("a cut code point", [empty.as_bytes(), b"\xe2\x82"].concat()),
        ("a raw surrogate", b"{\"answer\":\"\xed\xa0\x80\",\"findings\":[]}".to_vec()),
        ("a lone surrogate", with("no step says how", r"\ud800").into()),
        ("a surrogate the wrong way round", with("no step says how", r"\udc00\ud800").into()),
        ("a raw line break in a text", with("no step", "no\nstep").into()),
        ("a raw tab in a text", with("no step", "no\tstep").into()),
        ("an unknown escape", with("no step", r"no\xstep").into()),
        ("a short escape", with("no step says how", r"\u12").into()),
        ("NaN", with("\"source_mode\":6", "\"source_mode\":NaN").into()),
        ("Infinity", with("\"source_mode\":6", "\"source_mode\":Infinity").into()),
        ("a huge number", with("\"source_mode\":6", "\"source_mode\":1e999").into()),
        ("a leading zero", with("\"source_mode\":6", "\"source_mode\":06").into()),
        ("a plus sign", with("\"source_mode\":6", "\"source_mode\":+6").into()),
        ("hexadecimal", with("\"source_mode\":6", "\"source_mode\":0x6").into()),
        ("a mode that does not exist", with("\"source_mode\":6", "\"source_mode\":81").into()),
        ("mode 0", with("\"source_mode\":6", "\"source_mode\":0").into()),
        ("a fraction", with("\"source_mode\":6", "\"source_mode\":6.5").into()),
        ("a mode as text", with("\"source_mode\":6", "\"source_mode\":\"6\"").into()),
        ("a comma too many", "{\"answer\":\"STRUCTURAL\",\"findings\":[],}".into()),
        ("a comma too few", "{\"answer\":\"STRUCTURAL\" \"findings\":[]}".into()),
        ("an unquoted key", "{answer:\"STRUCTURAL\",\"findings\":[]}".into()),
        ("single quotes", "{'answer':'STRUCTURAL','findings':[]}".into()),
        ("a line comment", format!("// review\n{empty}").into()),
        ("a block comment", "{\"answer\":\"STRUCTURAL\",/* none */\"findings\":[]}".into()),
        ("Python's None", "{\"answer\":\"STRUCTURAL\",\"findings\":None}".into()),
        ("YAML", "answer: STRUCTURAL\nfindings: []\n".into()),
        ("a key twice", "{\"answer\":\"STRUCTURAL\",\"findings\":[],\"findings\":[]}".into()),
        (
            "the answer twice",
            "{\"answer\":\"STRUCTURAL\",\"answer\":\"STRUCTURAL\",\"findings\":[]}".into(),
        ),
        (
            "a key twice, once escaped",
            "{\"answer\":\"STRUCTURAL\",\"findings\":[],\"f\\u0069ndings\":[]}".into(),
        ),
        ("a key twice below", with("\"severity\"", "\"severity\":\"INFO\",\"severity\"").into()),
        ("no answer", "{\"findings\":[]}".into()),
        ("an answer of another case", "{\"answer\":\"structural\",\"findings\":[]}".into()),
        ("an answer that is a list", "{\"answer\":[\"STRUCTURAL\"],\"findings\":[]}".into()),
        ("an answer in an answer", format!("{{\"answer\":{empty}}}").into()),
        ("a wrapper", format!("{{\"result\":{empty}}}").into()),
        ("an error object", "{\"error\":{\"message\":\"SECRET overloaded\"}}".into()),
        ("findings as an object", "{\"answer\":\"STRUCTURAL\",\"findings\":{}}".into()),
        ("findings as null", "{\"answer\":\"STRUCTURAL\",\"findings\":null}".into()),
        ("a finding as text", "{\"answer\":\"STRUCTURAL\",\"findings\":[\"SECRET\"]}".into()),
        (
            "a field more",
            "{\"answer\":\"STRUCTURAL\",\"findings\":[],\"verdict\":\"APPROVED\"}".into(),
        ),
        ("a prototype", "{\"answer\":\"STRUCTURAL\",\"findings\":[],\"__proto__\":{}}".into()),
        ("an unknown gate", with("GATE-TCK-IMPLEMENTABILITY", "GATE-TCK-SECRET").into()),
        ("an unknown kind", with("INCOMPLETE_PLAN", "SECRET").into()),
        ("an unknown severity", with("BLOCKER", "CRITICAL").into()),
        ("a severity in lower case", with("BLOCKER", "blocker").into()),
        ("a text that is too long", with("no step says how", &long).into()),
        ("a quote that is too long", with("Greet by name", &long).into()),
        ("a file name that is too long", with("documents/work", &long).into()),
        ("too deep", format!("{}{}", "[".repeat(100_000), "]".repeat(100_000)).into()),
        (
            "too deep below",
            format!(
                "{{\"answer\":\"STRUCTURAL\",\"findings\":{}1{}}}",
                "[".repeat(5_000),
                "]".repeat(5_000)
            )
            .into(),
        ),
        ("too large", format!("{}{}", empty, " ".repeat(MAX_BYTES)).into()),
        (
            "a long key",
            format!(
                "{{\"answer\":\"STRUCTURAL\",\"findings\":[],\"{}\":1}}",
                "SECRET ".repeat(900)
            )
            .into(),
        ),
        ("a long key twice", format!("{{\"{0}\":1,\"{0}\":1}}", "k".repeat(9_000)).into()),
    ];
    assert!(cases.len() >= 60, "{}", cases.len());
    for (name, bytes) in cases {
        let told = read(&bytes, &question).expect_err(name);
        assert!(told.len() < 200, "{name}: {told}");
        assert!(!told.contains("SECRET ") && !told.contains('\n'), "{name}: {told}");
    }
}

#[test]
fn the_line_says_where_and_how() {
    let question = Ask::Structural {
        gates: Vec::new(),
        findings: Vec::new(),
        reading: Division::Whole,
        most: 0,
    };
    let good = text(&answers()[1]);
    for (old, new, told) in [
        ("\"BLOCKER\"", "\"X\"", "findings[0].severity: is none of the values that it may have"),
        ("\"BLOCKER\"", "1", "findings[0].severity: is of another type"),
        (
            "\"source_mode\":6",
            "\"source_mode\":81",
            "findings[0].source_mode: is a number out of range",
        ),
        (
            "\"quote\":",
            "\"ask\":1,\"quote\":",
            "findings[0]: has a field ask that was not asked for",
        ),
        ("\"quote\":\"Greet by name\",", "", "findings[0]: lacks the field quote"),
        ("\"quote\":", "\"file\":", "findings[0].file: is there twice"),
        ("[{", "[[{", "the answer is not one JSON value: the fault is at 1:282"),
        ("\"STRUCTURAL\"", "\"no\"", "answer: is not STRUCTURAL"),
    ] {
        assert!(good.contains(old), "{old} in {good}");
        let broken = good.replacen(old, new, 1);
        assert_eq!(read(broken.as_bytes(), &question), Err(told.to_owned()), "{new}");
    }
}

#[test]
fn an_answer_that_was_cut_off_anywhere_is_none() {
    for (question, answer) in questions().iter().zip(answers()) {
        let whole = text(&answer);
        for end in 0..whole.len() {
            assert!(read(&whole.as_bytes()[..end], question).is_err(), "{}", &whole[..end]);
        }
    }
}

/// `y_` files must be taken, `n_` refused; of `i_` files, and of keys that stand twice, we are strict.
#[test]
fn the_json_test_suite_agrees_on_what_is_json() {
    let Some(folder) = support::shared("corpora/json-test-suite/test_parsing") else { return };
    let entries = fs::read_dir(&folder).expect("a folder");
    let mut seen = 0;
    for entry in entries {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
        let bytes = fs::read(&path).expect("readable");
        let parsed = parse(&bytes);
        match name.split('_').next() {
            Some("y") if name.contains("duplicated_key") => assert!(parsed.is_err(), "{name}"),
            Some("y") => assert!(parsed.is_ok(), "{name}: {parsed:?}"),
            Some("n") => assert!(parsed.is_err(), "{name}"),
            _ => {}
        }
        if parsed.is_ok() {
            let taken = serde_json::from_slice::<Value>(&bytes).ok();
            assert_eq!(parsed.ok(), taken, "{name}");
        }
        for question in questions() {
            assert!(read(&bytes, &question).is_err(), "{name}");
            let mut inside = format!("{{\"answer\":\"{}\",\"x\":", question.name()).into_bytes();
            inside.extend(&bytes);
            inside.push(b'}');
            assert!(read(&inside, &question).is_err(), "{name}");
        }
        seen += 1;
    }
    assert_eq!(seen, 318);
}

#[test]
fn f11_an_answer_is_refused_at_its_first_fault_and_before_it_is_built() {
    let all = questions();
    let [modes, structural, feasibility, ..] = &all;
    let list = |part: &str, count: usize| vec![part; count].join(",");
    let findings = |part: &str, count| {
        format!(r#"{{"answer":"STRUCTURAL","findings":[{}]}}"#, list(part, count))
    };
    let review = |stances: usize| {
        let stance =
            r#"{"finding_id":"FND-RFC-0001-002","vote":"SUPPORT","severity":"MINOR","reason":""}"#;
        let stances = list(stance, stances);
        format!(
            r#"{{"answer":"FEASIBILITY","stances":[{stances}],"assessments":[],"findings":[],"remediations":[],"pairs":[]}}"#
        )
    };
    let nested = format!("[{}]", list("[]", 200));
    let too_many = "has more than 200 entries";
    for (question, text, told) in [
        (structural, findings("{}", 1_000_000), "findings: has more than 100 entries".to_owned()),
        (structural, findings("1", 101), "findings: has more than 100 entries".to_owned()),
        (structural, findings("{}", 100), "findings[0]: lacks the field gate_id".to_owned()),
        (
            structural,
            findings(&list("[]", 201), 1),
            "findings: has more than 100 entries".to_owned(),
        ),
        (
            structural,
            findings(&format!("[{}]", list("0", 201)), 1),
            format!("findings[0]: {too_many}"),
        ),
        // Two lists of 200 lists of 200.
        (
            structural,
            findings(&format!("[{}]", list(&nested, 200)), 2),
            "the answer has more than 50000 values".to_owned(),
        ),
        (structural, format!("[{}]", list("1", 201)), format!("the answer: {too_many}")),
        (
            modes,
            format!(r#"{{"answer":"SELECT_MODES","modes":[{}],"reason":""}}"#, list("6", 201)),
            format!("modes: {too_many}"),
        ),
        (feasibility, review(201), format!("stances: {too_many}")),
    ] {
        assert_eq!(read(text.as_bytes(), question), Err(told));
    }
    assert!(read(review(200).as_bytes(), feasibility).is_ok());
    // Where more is asked for, more may be answered.
    let Ask::Feasibility { note, of_gates, findings, pairs, tickets } = feasibility.clone() else {
        unreachable!("it is the third");
    };
    let findings = vec![findings[0].clone(); 201];
    let more = Ask::Feasibility { note, of_gates, findings, pairs, tickets };
    assert!(read(review(201).as_bytes(), &more).is_ok());
    assert_eq!(
        read(review(202).as_bytes(), &more),
        Err("stances: has more than 201 entries".to_owned())
    );
}
