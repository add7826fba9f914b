//! A mind in the same process: it reads the rendered request as one that came over the network,
//! and nothing else of it.

use std::future::ready;
use std::sync::{Arc, Mutex};

use council_review::core::call::CallError;
use council_review::members::transport::{Request, Response, Sending, Transport};
use council_review::model::{Identity, Receipt, Usage};

use super::gullible::Said;
use super::reading::Asked;

/// What a mind says to what it reads.
pub type Voice = Arc<dyn Fn(&Asked) -> Said + Send + Sync>;

/// A transport to a mind, which keeps what was sent.
pub struct Near {
    voice: Voice,
    sent: Mutex<Vec<Request>>,
}

impl Near {
    pub fn new(voice: Voice) -> Arc<Self> {
        Arc::new(Self { voice, sent: Mutex::new(Vec::new()) })
    }

    /// Every request, in its order.
    pub fn sent(&self) -> Vec<Request> {
        self.sent.lock().expect("nobody panics with it").clone()
    }
}

/// Everything that a request says.
pub fn words(request: &Request) -> String {
    let turns = request.rendered.turns.iter().map(|turn| format!("{}\n{}", turn.said, turn.shown));
    let turns: String = turns.collect();
    format!("{}{}{}{turns}", request.rendered.rules, request.rendered.shared, request.rendered.own)
}

/// A transport that somebody else may hold on to, too.
pub struct Carried(pub Arc<Near>);

impl Transport for Carried {
    fn identity(&self) -> Identity {
        self.0.identity()
    }

    fn obstacle(&self) -> Option<String> {
        self.0.obstacle()
    }

    fn send<'a>(&'a self, request: &'a Request) -> Sending<'a> {
        self.0.send(request)
    }
}

impl Transport for Near {
    fn identity(&self) -> Identity {
        Identity::new("simulated", "near")
    }

    fn obstacle(&self) -> Option<String> {
        None
    }

    fn send<'a>(&'a self, request: &'a Request) -> Sending<'a> {
        self.sent.lock().expect("nobody panics with it").push(request.clone());
        let text = words(request);
        let input_tokens = text.len() as u64 / 4;
        let asked = Asked::read(text, &request.rendered.schema).expect("a task");
        let answer = match (self.voice)(&asked) {
            Said::Text(text) => {
                let output_tokens = text.len() as u64 / 4 + 1;
                let usage = Some(Usage { input_tokens, output_tokens, ..Usage::default() });
                let receipt = Receipt { usage, requests: Some(1), ..Receipt::default() };
                Ok(Response { bytes: text.into_bytes(), receipt })
            }
            Said::Refusal => Err(CallError::Refused("it will not".to_owned()).into()),
        };
        Box::pin(ready(answer))
    }
}
