//! A seat held from outside: renders its task, sends it, and reads the answer as strictly as the
//! schema says. What was asked before in the same words of the same holder is not asked again.

mod memory;

use std::sync::{Arc, Mutex, PoisonError};

use memory::{Kept, Memory};

use crate::core::assignment::{Assignment, Rendered};
use crate::core::call::{CallError, FailedCall};
use crate::core::look::{CallAnswer, Looks};
use crate::council::rfc::answer::Reply;
use crate::council::rfc::ask::Task;
use crate::council::rfc::read;
use crate::council::rfc::render::{self, Renderer};
use crate::council::rfc::{Completing, Completion, Member, Replying};
use crate::members::transport::{Request, Transport};
use crate::model::{Digest, Identity, Receipt};
use crate::port::Answers;
use crate::prompt;

/// A seat whose answers come through a transport.
pub struct ModelMember {
    transport: Arc<dyn Transport>,
    renderer: Arc<Renderer>,
    memory: Memory,
    /// What was made ready last: a call is estimated, and then sent.
    ready: Mutex<Option<Arc<Ready>>>,
}

/// A task, ready to be sent.
struct Ready {
    task: Task,
    looks: Looks,
    rendered: Rendered,
    digest: Digest,
    /// Tokens of the prompt by our own estimate.
    estimate: u64,
    /// The answer that makes sending it needless.
    kept: Option<Kept>,
}

impl ModelMember {
    /// The seat whose tasks `renderer` puts into words. `kept` are the answers that stand for asking again.
    pub fn new(
        transport: Arc<dyn Transport>,
        renderer: Arc<Renderer>,
        kept: Option<Arc<dyn Answers>>,
    ) -> Self {
        let kept = kept.filter(|_| transport.repeats_itself());
        let memory = Memory::of(transport.identity(), kept);
        Self { transport, renderer, memory, ready: Mutex::default() }
    }

    /// Tokens that an answer may take, with what is thought before it.
    fn may_answer(&self, ready: &Ready) -> u64 {
        ready.rendered.max_output_tokens.saturating_add(self.transport.thinking_tokens())
    }

    fn ready(&self, task: &Task, looks: &Looks) -> Arc<Ready> {
        let mut last = self.ready.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(ready) =
            last.as_ref().filter(|ready| ready.task == *task && ready.looks == *looks)
        {
            return Arc::clone(ready);
        }
        let rendered = self.renderer.render_next(task, looks);
        let digest = digest_of(&rendered);
        let ready = Arc::new(Ready {
            task: task.clone(),
            looks: looks.clone(),
            estimate: prompt::estimate(&rendered),
            kept: self.memory.answer(task, looks, &digest),
            rendered,
            digest,
        });
        *last = Some(Arc::clone(&ready));
        ready
    }
}

/// Nothing was looked at, and nothing is offered.
static NO_LOOKS: Looks = Looks { rounds: 0, requests: 0, left: 0, exchanges: Vec::new() };

/// The digest of all that is sent.
fn digest_of(rendered: &Rendered) -> Digest {
    let Rendered { rules, shared, own, turns, schema, .. } = rendered;
    let schema = schema.to_string();
    let parts = [rules.as_bytes(), shared.as_bytes(), own.as_bytes(), schema.as_bytes()];
    let turns = turns.iter().flat_map(|turn| [turn.said.as_bytes(), turn.shown.as_bytes()]);
    Digest::of_parts(parts.into_iter().chain(turns))
}

impl Member for ModelMember {
    fn identity(&self) -> Identity {
        let mut identity = self.transport.identity();
        let versions = render::versions().map(|(name, version)| format!("{name} {version}"));
        let versions: Vec<String> = versions.collect();
        identity.parameters.insert("prompts".to_owned(), versions.join(", "));
        identity
    }

    fn estimate(&self, task: &Task) -> u64 {
        self.estimate_next(task, &NO_LOOKS)
    }

    fn estimate_next(&self, task: &Task, looks: &Looks) -> u64 {
        let ready = self.ready(task, looks);
        match ready.kept {
            Some(_) => 0,
            None => self.memory.measured(ready.estimate).saturating_add(self.may_answer(&ready)),
        }
    }

    fn answer_at_most(&self, task: &Task) -> u64 {
        let ready = self.ready(task, &NO_LOOKS);
        match ready.kept {
            Some(_) => 0,
            None => self.may_answer(&ready),
        }
    }

    fn complete<'a>(&'a self, task: &'a Task) -> Completing<'a> {
        let replying = self.next(task, &NO_LOOKS);
        Box::pin(async move {
            match replying.await? {
                (CallAnswer::Form(reply), receipt) => Ok(Completion { reply, receipt }),
                (CallAnswer::Look(_), receipt) => {
                    let fault = CallError::Malformed("a LOOK that was not offered".to_owned());
                    Err(FailedCall { fault, receipt })
                }
            }
        })
    }

    fn next<'a>(&'a self, task: &'a Task, looks: &'a Looks) -> Replying<'a> {
        let ready = self.ready(task, looks);
        let prompt = Some(ready.digest.clone());
        if let Some(Kept { session, model, answer, .. }) = ready.kept.clone() {
            let receipt = Receipt { prompt, model, kept_from: Some(session), ..Receipt::default() };
            return Box::pin(std::future::ready(read_as(answer.as_bytes(), task, looks, receipt)));
        }
        let request = Request {
            assignment: Assignment {
                session: task.session.clone().into(),
                member: task.seat.clone(),
                step: task.question.name(),
                state: task.question.cycle(),
                attempt: task.attempt,
                look: looks.exchanges.len() as u32,
            },
            rendered: Rendered {
                max_output_tokens: self.may_answer(&ready),
                ..ready.rendered.clone()
            },
        };
        Box::pin(async move {
            let meanwhile = async {
                tokio::task::yield_now().await;
                read::prepare(&task.question, looks.rounds > 0);
            };
            let (sent, ()) = tokio::join!(self.transport.send(&request), meanwhile);
            let with_prompt = |receipt: Receipt| {
                self.memory.measure(ready.estimate, &receipt);
                Receipt { prompt, ..receipt }
            };
            match sent {
                Ok(response) => {
                    let receipt = with_prompt(response.receipt);
                    let (given, receipt) = read_as(&response.bytes, task, looks, receipt)?;
                    // A LOOK is asked for anew: what it leads to costs tokens that an answer does not.
                    if matches!(given, CallAnswer::Form(_)) {
                        self.memory.keep(&task.session.clone().into(), &receipt, &response.bytes);
                    }
                    Ok((given, receipt))
                }
                Err(FailedCall { fault, receipt }) => {
                    Err(FailedCall { fault, receipt: with_prompt(receipt) })
                }
            }
        })
    }
}

fn read_as(
    bytes: &[u8],
    task: &Task,
    looks: &Looks,
    receipt: Receipt,
) -> Result<(CallAnswer<Reply>, Receipt), FailedCall> {
    match read::read_next(bytes, &task.question, looks) {
        Ok(given) => Ok((given, receipt)),
        Err(why) => Err(FailedCall { fault: CallError::Malformed(why), receipt }),
    }
}
