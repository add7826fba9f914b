//! A seat held from outside: renders its task, sends it, and reads the answer as strictly as the
//! schema says. What was asked before in the same words of the same holder is not asked again.

mod memory;

use std::sync::{Arc, Mutex, PoisonError};

use memory::{Kept, Memory};

use crate::core::assignment::{Assignment, Rendered};
use crate::core::call::{CallError, FailedCall};
use crate::council::rfc::ask::Task;
use crate::council::rfc::read;
use crate::council::rfc::render::{self, Renderer};
use crate::council::rfc::{Completing, Completion, Member};
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

    fn ready(&self, task: &Task) -> Arc<Ready> {
        let mut last = self.ready.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(ready) = last.as_ref().filter(|ready| ready.task == *task) {
            return Arc::clone(ready);
        }
        let rendered = self.renderer.render(task);
        let digest = digest_of(&rendered);
        let ready = Arc::new(Ready {
            task: task.clone(),
            estimate: prompt::estimate(&rendered),
            kept: self.memory.answer(task, &digest),
            rendered,
            digest,
        });
        *last = Some(Arc::clone(&ready));
        ready
    }
}

/// The digest of all that is sent.
fn digest_of(rendered: &Rendered) -> Digest {
    let Rendered { rules, shared, own, schema, .. } = rendered;
    let schema = schema.to_string();
    Digest::of_parts([rules.as_bytes(), shared.as_bytes(), own.as_bytes(), schema.as_bytes()])
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
        let ready = self.ready(task);
        match ready.kept {
            Some(_) => 0,
            None => self.memory.measured(ready.estimate).saturating_add(self.may_answer(&ready)),
        }
    }

    fn answer_at_most(&self, task: &Task) -> u64 {
        let ready = self.ready(task);
        match ready.kept {
            Some(_) => 0,
            None => self.may_answer(&ready),
        }
    }

    fn complete<'a>(&'a self, task: &'a Task) -> Completing<'a> {
        let ready = self.ready(task);
        let prompt = Some(ready.digest.clone());
        if let Some(Kept { session, model, answer, .. }) = ready.kept.clone() {
            let receipt = Receipt { prompt, model, kept_from: Some(session), ..Receipt::default() };
            return Box::pin(std::future::ready(read_as(answer.as_bytes(), task, receipt)));
        }
        let request = Request {
            assignment: Assignment {
                session: task.session.clone(),
                member: task.seat.clone(),
                step: task.question.name(),
                state: task.question.cycle(),
                attempt: task.attempt,
            },
            rendered: Rendered {
                max_output_tokens: self.may_answer(&ready),
                ..ready.rendered.clone()
            },
        };
        Box::pin(async move {
            let meanwhile = async {
                tokio::task::yield_now().await;
                read::prepare(&task.question);
            };
            let (sent, ()) = tokio::join!(self.transport.send(&request), meanwhile);
            let with_prompt = |receipt: Receipt| {
                self.memory.measure(ready.estimate, &receipt);
                Receipt { prompt, ..receipt }
            };
            match sent {
                Ok(response) => {
                    let completion = read_as(&response.bytes, task, with_prompt(response.receipt))?;
                    self.memory.keep(&task.session, &completion.receipt, &response.bytes);
                    Ok(completion)
                }
                Err(FailedCall { fault, receipt }) => {
                    Err(FailedCall { fault, receipt: with_prompt(receipt) })
                }
            }
        })
    }
}

fn read_as(bytes: &[u8], task: &Task, receipt: Receipt) -> Result<Completion, FailedCall> {
    match read::read(bytes, &task.question) {
        Ok(reply) => Ok(Completion { reply, receipt }),
        Err(why) => Err(FailedCall { fault: CallError::Malformed(why), receipt }),
    }
}
