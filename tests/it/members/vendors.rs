//! Vendors and servers as they are: what they refuse, cut and charge, and what becomes of it.

use super::dialects;
use super::server::{ANSWER, Server, ask, at, completion, fails, honest, request, seat, status};
use crate::support::simulator::models::Model;
use crate::support::simulator::wire::Dialect as Spoken;
use council_review::core::call::CallError;
use council_review::council::rfc::ask::Ask;
use council_review::host::http::{HttpSeat, HttpTransport};
use council_review::members::dialect::{Amendment, Dialect, Effort, Outgoing};
use council_review::members::transport::{Request, Transport as _};
use serde_json::{Value, json};

#[test]
fn a_vendor_is_known_by_its_host_in_every_region() {
    for (host, is_vendor) in [
        ("api.openai.com", true),
        ("eu.api.openai.com", true),
        ("mine.openai.azure.com", true),
        ("openai.azure.com", false),
        ("xapi.openai.com", false),
        ("api.openai.com.example", false),
        ("127.0.0.1", false),
        ("openrouter.ai", false),
    ] {
        assert_eq!(Dialect::OpenAi.is_vendor(host), is_vendor, "{host}");
    }
    for dialect in Dialect::ALL {
        let url: reqwest::Url = dialect.base_url().parse().expect("a URL");
        assert!(dialect.is_vendor(url.host_str().expect("a host")), "{dialect}");
    }
}

#[test]
fn a_request_is_changed_once_by_what_a_refusal_names() {
    let request = dialects::request(&Ask::SelectModes);
    let of = |dialect: Dialect| {
        let ask = Outgoing {
            model: "m",
            request: &request,
            temperature: None,
            effort: Some(Effort::High),
            is_vendor: false,
        };
        dialect.encode(&ask)
    };
    let unsupported = |name: &str| {
        json!({"error": {"message": "Unsupported parameter", "type": "invalid_request_error",
            "param": name, "code": "unsupported_parameter"}})
        .to_string()
    };
    let mut body = of(Dialect::OpenAi);
    let amend = |body: &mut Value, refusal: &str, done: &[Amendment]| {
        Dialect::OpenAi.amend(body, refusal.as_bytes(), done)
    };
    assert_eq!(amend(&mut body, &unsupported("temperature"), &[]), None);
    assert_eq!(
        amend(&mut body, &unsupported("max_completion_tokens"), &[]),
        None,
        "it is not sent"
    );
    assert_eq!(body, of(Dialect::OpenAi));
    let limit = Some(Amendment::OtherLimit);
    assert_eq!(amend(&mut body, &unsupported("max_tokens"), &[]), limit);
    assert_eq!((&body["max_tokens"], &body["max_completion_tokens"]), (&Value::Null, &json!(6000)));
    let again = amend(&mut body, &unsupported("max_completion_tokens"), &[Amendment::OtherLimit]);
    assert_eq!(again, None, "no circle");
    for (dialect, refusal, gone, left) in [
        (
            Dialect::Anthropic,
            "The compiled grammar is too large",
            "/output_config/format",
            "/output_config/effort",
        ),
        (
            Dialect::OpenAi,
            "Invalid schema for response_format 'answer'",
            "/response_format/json_schema",
            "/response_format/type",
        ),
        (
            Dialect::Gemini,
            "The specified schema produces a constraint that has too many states for serving",
            "/generationConfig/responseJsonSchema",
            "/generationConfig/responseMimeType",
        ),
    ] {
        let refusal = json!({"error": {"message": refusal}}).to_string();
        let mut body = of(dialect);
        assert!(body.pointer(gone).is_some() && body.pointer(left).is_some(), "{dialect}");
        let change = dialect.amend(&mut body, refusal.as_bytes(), &[]);
        assert_eq!(change, Some(Amendment::WithoutSchema), "{dialect}");
        assert!(body.pointer(gone).is_none() && body.pointer(left).is_some(), "{dialect}: {body}");
        assert_eq!(
            dialect.amend(&mut body, refusal.as_bytes(), &[]),
            None,
            "{dialect}: it is gone"
        );
        let other = dialect.amend(&mut of(dialect), b"{\"error\":{\"message\":\"no\"}}", &[]);
        assert_eq!(other, None, "{dialect}");
    }
}

fn unsupported(name: &str) -> String {
    let error = json!({"message": "Unsupported parameter", "type": "invalid_request_error",
        "param": name, "code": "unsupported_parameter"});
    json!({ "error": error }).to_string()
}

fn sent(request: &str) -> Value {
    let (_, body) = request.split_once("\r\n\r\n").expect("a body");
    serde_json::from_str(body).expect("JSON")
}

#[test]
fn a_limit_of_the_other_name_is_sent_once_more() {
    let server = Server::new(vec![status(400, "", &unsupported("max_tokens")), honest()]);
    let response = ask(at(&server)).expect("an answer");
    assert_eq!(response.receipt.requests, Some(2));
    assert!(!response.receipt.without_schema);
    let heard: Vec<Value> = server.heard().iter().map(|request| sent(request)).collect();
    assert_eq!(
        (&heard[0]["max_tokens"], &heard[1]["max_completion_tokens"]),
        (&json!(100), &json!(100))
    );
    assert_eq!(
        (&heard[1]["max_tokens"], &heard[0]["max_completion_tokens"]),
        (&Value::Null, &Value::Null)
    );
    // A server that takes neither is not asked a third time.
    let both =
        ["max_tokens", "max_completion_tokens"].map(|name| status(400, "", &unsupported(name)));
    let server = Server::new(both.into());
    let (line, requests) = fails(at(&server));
    assert_eq!((requests, server.heard().len()), (2, 2), "{line}");
}

#[test]
fn a_schema_that_is_refused_is_left_out_and_the_receipt_says_so() {
    let refusal =
        json!({"error": {"message": "failed to parse grammar", "type": "invalid_request_error"}});
    let refusal = status(400, "", &refusal.to_string());
    let server = Server::new(vec![refusal.clone(), honest()]);
    let response = ask(at(&server)).expect("an answer");
    assert_eq!(response.bytes, ANSWER.as_bytes());
    assert_eq!((response.receipt.requests, response.receipt.without_schema), (Some(2), true));
    let heard: Vec<Value> = server.heard().iter().map(|request| sent(request)).collect();
    assert_eq!(heard[0]["response_format"]["type"], "json_schema");
    assert_eq!(heard[1]["response_format"], json!({"type": "json_object"}));
    assert_eq!(heard[0]["messages"], heard[1]["messages"]);
    let server = Server::new(vec![refusal]);
    assert_eq!(fails(at(&server)).1, 2, "no more can be left out");
    // Both changes of one request, and no more requests than ever.
    let both = json!({"error": {"message": "Invalid schema for response_format", "param": "response_format"}});
    let acts = [unsupported("max_tokens"), both.to_string()].map(|body| status(400, "", &body));
    let server = Server::new([&acts[..], &[honest()]].concat());
    let response = ask(at(&server)).expect("an answer");
    assert_eq!((response.receipt.requests, response.receipt.without_schema), (Some(3), true));
}

fn long() -> Request {
    let mut request = request();
    request.rendered.shared = "A word and another one. ".repeat(2_000);
    request
}

fn told(seat: HttpSeat, request: &Request) -> Result<String, CallError> {
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let sent = runtime.block_on(async { HttpTransport::new(seat).send(request).await });
    sent.map(|answer| String::from_utf8(answer.bytes).expect("UTF-8"))
        .map_err(|failed| failed.fault)
}

#[test]
fn a_server_that_read_less_than_it_was_sent_gave_no_answer() {
    let read = |tokens: u64| {
        let usage = json!({"prompt_tokens": tokens, "completion_tokens": 5});
        let mut body: Value = serde_json::from_str(&completion(ANSWER)).expect("JSON");
        body["usage"] = usage;
        Server::new(vec![status(200, "", &body.to_string())])
    };
    for (tokens, is_cut) in [(4_096, true), (6_000, true), (11_000, false), (0, false)] {
        let server = read(tokens);
        match told(at(&server), &long()) {
            Ok(answer) => assert!(!is_cut && answer == ANSWER, "{tokens}"),
            Err(CallError::Unavailable(why)) => {
                assert!(is_cut, "{tokens}: {why}");
                assert!(
                    why.contains(&format!("cut the prompt and read {tokens} of about ")),
                    "{why}"
                );
                assert!(why.ends_with("raise its context length"), "{why}");
            }
            Err(other) => panic!("{other:?}"),
        }
    }
    // One text, so that no part of it is a message that can be dropped.
    let server = read(11_000);
    told(at(&server), &long()).expect("an answer");
    let content = &sent(&server.heard()[0])["messages"][1]["content"];
    assert!(
        content.as_str().is_some_and(|text| text.ends_with("another one. \nOwn.")),
        "{content}"
    );
}

#[test]
fn the_simulated_small_model_sees_the_end_of_a_prompt() {
    let small = Model::of("small:1b");
    let text = format!("first {}é last", "x".repeat(100_000));
    assert_eq!(small.seen(&text).len(), 1_024 * 4);
    assert!(small.seen(&text).ends_with("é last"));
    assert_eq!(Model::of("m").seen(&text), text);
}

#[test]
fn a_refusal_says_what_to_do() {
    let google = |status: &str, reason: &str| {
        json!({"error": {"code": 400, "message": "no", "status": status, "details": [
            {"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": reason}]}})
    };
    let of = |kind: &str, message: &str| json!({"error": {"type": kind, "message": message}});
    let key = "check LOCAL_KEY (new keys begin with AQ.)";
    let large = "the prompt is too large for this model";
    for (dialect, code, body, act) in [
        (Dialect::Gemini, 400, google("INVALID_ARGUMENT", "API_KEY_INVALID"), key),
        (Dialect::Gemini, 401, google("UNAUTHENTICATED", "ACCESS_TOKEN_TYPE_UNSUPPORTED"), key),
        (Dialect::Gemini, 403, google("PERMISSION_DENIED", "x"), key),
        (Dialect::OpenAi, 401, of("invalid_api_key", "no"), "check LOCAL_KEY"),
        (Dialect::OpenAi, 400, of("exceed_context_size_error", "the request exceeds"), large),
        (Dialect::Anthropic, 400, of("invalid_request_error", "prompt is too long: 9 > 8"), large),
        (Dialect::Anthropic, 413, of("request_too_large", "no"), large),
        (
            Dialect::Anthropic,
            400,
            of("invalid_request_error", "`temperature` is not supported by this model"),
            "take `temperature` from the provider local",
        ),
        (
            Dialect::OpenAi,
            404,
            of("invalid_request_error", "This model is only supported in v1/responses"),
            "take a model that answers chat completions: those of the -pro and -codex families do not",
        ),
        (
            Dialect::OpenAi,
            404,
            of("invalid_request_error", "no such model"),
            "check the model's name and the base URL",
        ),
    ] {
        let server = Server::new(vec![status(code, "", &body.to_string())]);
        let seat = HttpSeat { dialect, temperature: Some(0.5), ..at(&server) };
        let (line, requests) = fails(seat);
        assert!(line.ends_with(&format!(": {act}")) && requests == 1, "{line}");
    }
}

#[test]
fn threats_e2_a_server_says_whether_to_ask_again() {
    for (code, word, requests) in [(503, "false", 1), (400, "true", 3), (503, "perhaps", 3)] {
        let header = format!("x-should-retry: {word}\r\nretry-after-ms: 1\r\n");
        let server = Server::new(vec![status(code, &header, "")]);
        assert_eq!(fails(at(&server)).1, requests, "{code} {word}");
    }
}

#[test]
fn effort_and_further_fields_are_sent_and_said() {
    let require = json!({"require_parameters": true});
    for dialect in Dialect::ALL {
        let server = Server::new(vec![status(401, "", "")]);
        let seat = HttpSeat {
            dialect,
            effort: Some(Effort::Medium),
            extra_body: [("provider".to_owned(), require.clone())].into(),
            ..at(&server)
        };
        let parameters = HttpTransport::new(seat.clone()).identity().parameters;
        assert_eq!(parameters["effort"], "medium");
        assert_eq!(parameters["extra_body"], r#"{"provider":{"require_parameters":true}}"#);
        fails(seat);
        let body = sent(&server.heard()[0]);
        assert_eq!(body["provider"], require);
        let at = match dialect {
            Dialect::Anthropic => "/output_config/effort",
            Dialect::OpenAi => "/reasoning_effort",
            Dialect::Gemini => "/generationConfig/thinkingConfig/thinkingLevel",
        };
        assert_eq!(body.pointer(at), Some(&json!("medium")), "{dialect}");
    }
    let parameters = HttpTransport::new(seat("http://127.0.0.1:1/v1")).identity().parameters;
    assert!(!parameters.contains_key("effort") && !parameters.contains_key("extra_body"));
}

#[test]
fn a_truncated_answer_says_which_key_to_raise() {
    for (dialect, reply) in [
        (Dialect::Anthropic, json!({"stop_reason": "max_tokens", "content": []})),
        (
            Dialect::OpenAi,
            json!({"choices": [{"finish_reason": "length", "message": {"content": ""}}]}),
        ),
        (Dialect::Gemini, json!({"candidates": [{"finishReason": "MAX_TOKENS"}]})),
    ] {
        let failed = dialect.decode(reply.to_string().as_bytes()).expect_err("truncated");
        let CallError::Truncated(why) = failed.fault else { panic!("{dialect}: {failed:?}") };
        assert!(why.ends_with(": raise its `thinking_tokens`"), "{why}");
    }
}

/// What the simulator refuses is what the vendors refuse, and what is sent is not refused by them.
#[test]
fn the_simulated_vendors_refuse_what_the_vendors_refuse() {
    let request = dialects::request(&Ask::SelectModes);
    let of = |dialect: Dialect, temperature: Option<f64>, is_vendor: bool| {
        let model = dialect.model();
        dialect.encode(&Outgoing { model, request: &request, temperature, effort: None, is_vendor })
    };
    let spoken = |dialect: Dialect| match dialect {
        Dialect::Anthropic => Spoken::Anthropic,
        Dialect::OpenAi => Spoken::OpenAi,
        Dialect::Gemini => Spoken::Gemini,
    };
    let refused = |dialect: Dialect, body: &Value| {
        Model::of(dialect.model()).refusal(spoken(dialect), body).map(|body| body.to_string())
    };
    for dialect in Dialect::ALL {
        assert_eq!(refused(dialect, &of(dialect, None, true)), None, "{dialect}");
        let mut body = of(dialect, None, true);
        let at = match dialect {
            Dialect::Anthropic => "/output_config/format/schema",
            Dialect::OpenAi => "/response_format/json_schema/schema",
            Dialect::Gemini => "/generationConfig/responseJsonSchema",
        };
        body.pointer_mut(at).expect("a schema")["if"] = json!({});
        assert!(refused(dialect, &body).is_some_and(|why| why.contains("if")), "{dialect}");
        let warm = refused(dialect, &of(dialect, Some(0.5), true));
        assert_eq!(warm.is_some(), dialect != Dialect::Gemini, "{dialect}: {warm:?}");
    }
    let old = refused(Dialect::OpenAi, &of(Dialect::OpenAi, None, false));
    assert!(old.is_some_and(|why| why.contains("max_tokens")));
    let mut body = of(Dialect::Anthropic, None, true);
    body["thinking"] = json!({"type": "disabled"});
    assert!(refused(Dialect::Anthropic, &body).is_some());
}
