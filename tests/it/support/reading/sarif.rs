//! SARIF 2.1.0, the part of it that the tool writes. Written by hand against the specification
//! (OASIS, sarif-v2.1.0): each object takes the properties named here and no other.

use serde_json::{Value, json};

/// Panics over whatever the specification does not allow, or a viewer would stumble over.
pub fn must_be_sarif(log: &Value) {
    let validator = jsonschema::validator_for(&schema()).expect("a schema");
    let faults: Vec<String> = validator
        .iter_errors(log)
        .map(|fault| format!("{}: {fault}", fault.instance_path()))
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    let run = &log["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
    for result in run["results"].as_array().expect("results") {
        // §3.27.7: both name one rule.
        if let Some(index) = result["ruleIndex"].as_u64() {
            assert_eq!(rules[index as usize]["id"], result["ruleId"]);
        }
        // §3.11.6: `[text](target)` would be a link.
        let text = result["message"]["text"].as_str().expect("a text");
        assert!(!text.contains("]("), "{text}");
        let region = &result["locations"][0]["physicalLocation"]["region"];
        if let (Some(start), Some(end)) = (region["startLine"].as_u64(), region["endLine"].as_u64())
        {
            assert!(start <= end, "{region}");
            let column = |key: &str| region[key].as_u64().expect("a column");
            assert!(start < end || column("startColumn") <= column("endColumn"), "{region}");
        }
    }
}

/// The paths of a document with the kinds of their values.
pub fn shape(log: &Value) -> Vec<String> {
    fn walk(value: &Value, path: &str, found: &mut Vec<String>) {
        match value {
            Value::Array(items) => {
                items.iter().for_each(|item| walk(item, &format!("{path}[]"), found))
            }
            Value::Object(map) => {
                map.iter().for_each(|(key, item)| walk(item, &format!("{path}.{key}"), found));
            }
            Value::String(_) => found.push(format!("{path} text")),
            Value::Number(n) => found.push(format!("{path} {n}")),
            Value::Bool(_) => found.push(format!("{path} bool")),
            Value::Null => found.push(format!("{path} null")),
        }
    }
    let mut found = Vec::new();
    walk(log, "", &mut found);
    // Which rule a text names is a matter of the text.
    found.retain(|line| !line.contains(".ruleIndex"));
    found
}

fn object(required: &[&str], properties: Value) -> Value {
    json!({
        "type": "object",
        "required": required,
        "properties": properties,
        "additionalProperties": false,
    })
}

fn schema() -> Value {
    let text = json!({"type": "string", "minLength": 1});
    let level = json!({"enum": ["none", "note", "warning", "error"]});
    let bag = json!({"type": "object", "properties": {"tags": {
        "type": "array", "uniqueItems": true, "items": {"type": "string"},
    }}});
    // §3.12: multiformatMessageString.
    let words = object(&["text"], json!({"text": text}));
    let position = json!({"type": "integer", "minimum": 1});
    let region = object(
        &["startLine"],
        json!({
            "startLine": position, "startColumn": position,
            "endLine": position, "endColumn": position,
            "snippet": words,
        }),
    );
    // §3.4.3 and RFC 3986: a relative reference without scheme or authority.
    let uri = json!({
        "type": "string",
        "pattern": "^(?!/)([A-Za-z0-9._~/-]|%[0-9A-F]{2})+$",
    });
    let place = object(
        &["artifactLocation"],
        json!({
            "artifactLocation": object(&["uri"], json!({"uri": uri, "uriBaseId": text})),
            "region": region,
        }),
    );
    let rule = object(
        &["id", "shortDescription"],
        json!({
            "id": text, "name": text, "shortDescription": words, "fullDescription": words,
            "help": object(&["text"], json!({"text": text, "markdown": text})), "properties": bag,
            "defaultConfiguration": object(&["level"], json!({"level": level})),
        }),
    );
    let suppression = object(
        &["kind"],
        json!({
            "kind": {"enum": ["inSource", "external"]},
            "status": {"enum": ["accepted", "underReview", "rejected"]},
            "justification": text,
        }),
    );
    let result = object(
        &["message"],
        json!({
            "ruleId": text, "ruleIndex": {"type": "integer", "minimum": 0}, "level": level,
            "kind": {"enum": ["notApplicable", "pass", "fail", "review", "open", "informational"]},
            "message": words,
            "locations": {"type": "array", "maxItems": 1, "items": object(
                &["physicalLocation"], json!({"physicalLocation": place}),
            )},
            "partialFingerprints": {
                "type": "object", "additionalProperties": {"type": "string"},
            },
            "suppressions": {"type": "array", "uniqueItems": true, "items": suppression},
            "properties": bag,
        }),
    );
    let run = object(
        &["tool", "results"],
        json!({
            "tool": object(&["driver"], json!({"driver": object(&["name"], json!({
                "name": text, "version": text, "informationUri": {"type": "string", "pattern": "^https://"},
                "rules": {"type": "array", "uniqueItems": true, "items": rule},
            }))})),
            "automationDetails": object(&[], json!({"id": text})),
            "invocations": {"type": "array", "items": object(&["executionSuccessful"], json!({
                "executionSuccessful": {"type": "boolean"},
                "endTimeUtc": {"type": "string", "pattern": "^[0-9-]{10}T[0-9:]{8}Z$"},
            }))},
            "originalUriBaseIds": {"type": "object", "additionalProperties": object(
                &[], json!({"description": words}),
            )},
            "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
            "results": {"type": "array", "items": result},
            "properties": bag,
        }),
    );
    object(
        &["version", "runs"],
        json!({
            "$schema": {"type": "string"},
            "version": {"const": "2.1.0"},
            "runs": {"type": "array", "minItems": 1, "items": run},
        }),
    )
}
