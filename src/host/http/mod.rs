//! Seats held by models behind HTTP: one request at a time to one host, with timers, caps and the
//! one layer of retries there is (DESIGN.md §8). What the bytes mean is the dialect's to say.

use std::collections::BTreeMap;
use std::time::Duration;

use jiff::Timestamp;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use reqwest::{Client, Url};
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;
use tokio::time::{Instant, timeout_at};

use crate::config::parse_base_url;
use crate::core::call::{CallError, FailedCall};
use crate::members::dialect::{Amendment, Dialect, Effort, Outgoing};
use crate::members::transport::{Request, Response, Sending, Transport};
use crate::model::price::Prices;
use crate::model::{Digest, Identity, Receipt, values};
use crate::prompt;

mod client;
mod endpoint;
mod fault;
mod reply;
pub mod wait;

use fault::HttpFault;
use reply::HttpReply;

/// Requests that one task may take.
const MOST_REQUESTS: u32 = 3;
/// Hundredths of our estimate below which no server's count of a whole prompt is.
const LEAST_READ: u64 = 70;

/// What a task took on the way.
#[derive(Debug, Default)]
struct Took {
    requests: u32,
    amended: Vec<Amendment>,
}

/// How long each part of a call may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HttpTimeouts {
    /// Until the connection stands, TLS included.
    pub connect: Duration,
    /// Until the answer's headers are there; a model thinks before it answers.
    pub first_byte: Duration,
    /// Between two pieces of the answer.
    pub silence: Duration,
    /// All requests and waits of one task together.
    pub total: Duration,
    /// The first wait before a request is made again.
    pub backoff: Duration,
}

impl Default for HttpTimeouts {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(10),
            first_byte: Duration::from_secs(600),
            silence: Duration::from_secs(30),
            total: Duration::from_secs(600),
            backoff: Duration::from_millis(500),
        }
    }
}

/// A seat behind HTTP, as configured.
#[derive(Debug, Clone)]
pub struct HttpSeat {
    /// The provider's name in the configuration and in the evidence.
    pub provider: String,
    /// The model, as the provider names it.
    pub model: String,
    /// What the server speaks.
    pub dialect: Dialect,
    /// Where it answers, as [`parse_base_url`] admits it.
    pub base_url: Url,
    /// The key; none for a server that needs none.
    pub key: Option<SecretString>,
    /// The environment variable that the key comes from, when one is needed.
    pub key_env: Option<String>,
    /// How freely the model chooses its words; its own default when not set.
    pub temperature: Option<f64>,
    /// Tokens that it may think before it answers.
    pub thinking_tokens: u64,
    /// How much it thinks; its own default when not set.
    pub effort: Option<Effort>,
    /// Further fields of a request.
    pub extra_body: BTreeMap<String, Value>,
    /// What its tokens cost, when somebody said it.
    pub prices: Option<Prices>,
    /// How long each part may take.
    pub timers: HttpTimeouts,
}

/// A seat whose tasks go to a model by HTTP.
#[derive(Debug)]
pub struct HttpTransport {
    seat: HttpSeat,
    line: Result<Line, String>,
}

/// What all requests of a seat have in common.
#[derive(Debug)]
struct Line {
    client: Client,
    url: Url,
    headers: HeaderMap,
    authority: String,
}

impl HttpTransport {
    /// The transport to a seat. Nothing is sent; what stands in the way is its
    /// [`obstacle`](Transport::obstacle).
    pub fn new(seat: HttpSeat) -> Self {
        let line = Line::to(&seat);
        Self { seat, line }
    }

    /// Whether it is asked where its vendor is asked when nothing else is said.
    fn is_at_home(&self) -> bool {
        let base = self.seat.base_url.as_str().trim_end_matches('/');
        base == self.seat.dialect.base_url()
    }

    fn is_vendor(&self) -> bool {
        self.seat.dialect.is_vendor(self.seat.base_url.host_str().unwrap_or_default())
    }

    /// The first request of a task.
    fn body(&self, request: &Request) -> Value {
        let seat = &self.seat;
        let mut body = seat.dialect.encode(&Outgoing {
            model: &seat.model,
            request,
            temperature: seat.temperature,
            effort: seat.effort,
            is_vendor: self.is_vendor(),
        });
        for (name, value) in &seat.extra_body {
            body[name] = value.clone();
        }
        body
    }

    /// The fault of a server that read much less than it was sent: some drop the beginning of what is
    /// too long for them, and answer all the same. The vendors refuse it.
    fn cut(&self, line: &Line, request: &Request, receipt: &Receipt) -> Option<CallError> {
        let read = receipt.usage?.input_tokens;
        let sent = prompt::tokens(&request.rendered.text());
        let is_cut = read > 0 && read < sent.saturating_mul(LEAST_READ) / 100;
        (is_cut && self.seat.dialect == Dialect::OpenAi && !self.is_vendor()).then(|| {
            CallError::Unavailable(format!(
                "{} cut the prompt and read {read} of about {sent} tokens: raise its context length",
                line.authority
            ))
        })
    }
}

impl Line {
    fn to(seat: &HttpSeat) -> Result<Self, String> {
        let elsewhere = "or let another hold the seat";
        let authority = endpoint::authority(&seat.base_url);
        let key = seat.key.as_ref().map(ExposeSecret::expose_secret).filter(|key| !key.is_empty());
        if let (None, Some(name)) = (key, &seat.key_env) {
            return Err(format!("{name} is not set: export it, {elsewhere}"));
        }
        if seat.model.trim().is_empty() {
            return Err(format!("no model is named for {}: name one", seat.provider));
        }
        parse_base_url(seat.base_url.as_str()).map_err(|fault| fault.to_string())?;
        let mut headers = HeaderMap::new();
        for (name, value) in seat.dialect.headers(key) {
            let mut value = HeaderValue::from_str(&value).map_err(|_| {
                let name = seat.key_env.as_deref().unwrap_or("the key");
                format!("{name} holds characters that no key has: export it anew, {elsewhere}")
            })?;
            value.set_sensitive(true);
            headers.insert(HeaderName::from_static(name), value);
        }
        let url =
            endpoint::below(&seat.base_url, &seat.dialect.path(&seat.model)).ok_or_else(|| {
                format!("the base URL of {} takes no path: correct it", seat.provider)
            })?;
        let client = client::to(&seat.base_url, seat.timers.connect)?;
        Ok(Self { client, url, headers, authority })
    }
}

impl Transport for HttpTransport {
    fn identity(&self) -> Identity {
        let seat = &self.seat;
        let mut identity = Identity::new(&seat.provider, &seat.model);
        identity.prices = seat.prices;
        let mut say =
            |name: &str, value: String| identity.parameters.insert(name.to_owned(), value);
        if seat.provider != seat.dialect.as_str() {
            say("dialect", seat.dialect.to_string());
        }
        if !self.is_at_home() {
            say("base_url", seat.base_url.to_string());
        }
        if let Some(temperature) = seat.temperature {
            say("temperature", temperature.to_string());
        }
        if let Some(effort) = seat.effort {
            say("effort", effort.to_string());
        }
        if !seat.extra_body.is_empty() {
            say("extra_body", serde_json::to_string(&seat.extra_body).expect("text keys only"));
        }
        say("thinking_tokens", seat.thinking_tokens.to_string());
        identity
    }

    fn thinking_tokens(&self) -> u64 {
        self.seat.thinking_tokens
    }

    fn obstacle(&self) -> Option<String> {
        self.line.as_ref().err().cloned()
    }

    fn send<'a>(&'a self, request: &'a Request) -> Sending<'a> {
        Box::pin(async move {
            let line = self.line.as_ref().map_err(|why| CallError::Unavailable(why.clone()))?;
            let mut took = Took::default();
            let sent = self.call(line, self.body(request), &mut took).await;
            let counted = |receipt: Receipt| Receipt {
                requests: Some(took.requests),
                without_schema: took.amended.contains(&Amendment::WithoutSchema),
                ..receipt
            };
            match sent {
                Ok(bytes) => match self.seat.dialect.decode(&bytes) {
                    Ok(Response { bytes, receipt }) => {
                        let (cut, receipt) = (self.cut(line, request, &receipt), counted(receipt));
                        match cut {
                            Some(fault) => Err(FailedCall { fault, receipt }),
                            None => Ok(Response { bytes, receipt }),
                        }
                    }
                    Err(failure) => {
                        Err(FailedCall { receipt: counted(failure.receipt), fault: failure.fault })
                    }
                },
                Err(why) => Err(FailedCall {
                    fault: CallError::Unavailable(why),
                    receipt: counted(Receipt::default()),
                }),
            }
        })
    }
}

impl HttpTransport {
    /// The body of the answer, after as many requests as it takes. What a server refuses by its form
    /// is sent once more in the form that it names.
    async fn call(&self, line: &Line, mut body: Value, took: &mut Took) -> Result<Vec<u8>, String> {
        let end = Instant::now() + self.seat.timers.total;
        let mut text = body.to_string();
        let digest = Digest::of(text.as_bytes());
        loop {
            took.requests += 1;
            let (fault, named) = match self.request(line, text.clone(), end).await {
                Ok(reply) if reply.status == 200 => return Ok(reply.body),
                Ok(reply) => {
                    if reply.status == 400
                        && took.requests < MOST_REQUESTS
                        && let Some(change) =
                            self.seat.dialect.amend(&mut body, &reply.body, &took.amended)
                    {
                        took.amended.push(change);
                        text = body.to_string();
                        continue;
                    }
                    let now = Timestamp::now();
                    (reply.fault(&self.seat, &line.authority, now), reply.wait(now))
                }
                Err(fault) => (fault, None),
            };
            let own = || wait::backoff(self.seat.timers.backoff, took.requests, &digest);
            let until = Instant::now() + named.unwrap_or_else(own);
            if !fault.passes || took.requests >= MOST_REQUESTS || until >= end {
                return Err(match took.requests {
                    1 => fault.line,
                    n => format!("{} (asked {n} times)", fault.line),
                });
            }
            tokio::time::sleep_until(until).await;
        }
    }

    /// One request. The key is taken out of whatever comes back, so that a server cannot make us
    /// show it (THREATS.md H8).
    async fn request(
        &self,
        line: &Line,
        body: String,
        end: Instant,
    ) -> Result<HttpReply, HttpFault> {
        let timers = self.seat.timers;
        let authority = &line.authority;
        // Whatever is waited for, the end of all is waited for, too.
        let late = |until: Instant, what: &str| match until < end {
            true => format!("{authority} {what}"),
            false => format!("{authority} gave no answer within {} s", timers.total.as_secs()),
        };
        let within = |limit: Duration| end.min(Instant::now() + limit);
        let request = line
            .client
            .post(line.url.clone())
            .headers(line.headers.clone())
            .header("content-type", "application/json")
            .body(body)
            .send();
        let until = within(timers.first_byte);
        let answer = timeout_at(until, request).await.map_err(|_| {
            HttpFault::lasting(late(
                until,
                "did not begin to answer in time: is the model too slow?",
            ))
        })?;
        let mut answer = answer.map_err(|error| fault::of(&error, authority))?;
        let mut reply = HttpReply::begun(&answer, authority)?;
        loop {
            let until = within(timers.silence);
            let chunk = timeout_at(until, answer.chunk())
                .await
                .map_err(|_| HttpFault::lasting(late(until, "fell silent within its answer")))?;
            match chunk.map_err(|error| fault::of(&error, authority))? {
                Some(chunk) if reply.take(&chunk, authority)? => {}
                Some(_) | None => break,
            }
        }
        if values::are_too_many(&reply.body) {
            let most = values::MOST;
            return Err(HttpFault::lasting(format!(
                "{authority} sent more than {most} values: no answer is of that form"
            )));
        }
        if let Some(key) = &self.seat.key
            && !reply.forget(key.expose_secret())
        {
            return Err(HttpFault::lasting(format!(
                "{authority} hid the seat's key in its answer: nothing of it was kept"
            )));
        }
        Ok(reply)
    }
}
