//! A seat held from outside: renders its task, sends it, and reads the answer as strictly as the
//! schema says. What was asked before in the same words of the same holder is not asked again. The same
//! for every council that has words.

mod memory;

use std::sync::{Arc, Mutex, PoisonError};

use memory::{Kept, Memory};

use crate::core::assignment::Rendered;
use crate::core::call::{CallError, FailedCall};
use crate::core::look::{CallAnswer, Looks};
use crate::core::member::{Completing, Completion, Member, Replying};
use crate::members::transport::{Request, Transport};
use crate::model::{Digest, Identity, Receipt};
use crate::port::Answers;
use crate::prompt;
use crate::prompt::speech::Speech;

/// A seat whose answers come through a transport.
pub struct ModelMember<S: Speech> {
    transport: Arc<dyn Transport>,
    speech: Arc<S>,
    memory: Memory,
    /// What was made ready last: a call is estimated, and then sent.
    ready: Mutex<Option<Arc<Ready<S::Task>>>>,
}

/// A task, ready to be sent.
struct Ready<T> {
    task: T,
    looks: Looks,
    rendered: Rendered,
    digest: Digest,
    /// Tokens of the prompt by our own estimate.
    estimate: u64,
    /// The answer that makes sending it needless.
    kept: Option<Kept>,
}

impl<S: Speech> ModelMember<S> {
    /// The seat whose tasks `speech` puts into words. `kept` are the answers that stand for asking again.
    pub fn new(
        transport: Arc<dyn Transport>,
        speech: Arc<S>,
        kept: Option<Arc<dyn Answers>>,
    ) -> Self {
        let kept = kept.filter(|_| transport.repeats_itself());
        let memory = Memory::of(transport.identity(), kept);
        Self { transport, speech, memory, ready: Mutex::default() }
    }

    /// Tokens that an answer may take, with what is thought before it.
    fn may_answer(&self, ready: &Ready<S::Task>) -> u64 {
        ready.rendered.max_output_tokens.saturating_add(self.transport.thinking_tokens())
    }

    fn ready(&self, task: &S::Task, looks: &Looks) -> Arc<Ready<S::Task>> {
        let mut last = self.ready.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(ready) =
            last.as_ref().filter(|ready| ready.task == *task && ready.looks == *looks)
        {
            return Arc::clone(ready);
        }
        let rendered = self.speech.render(task, looks);
        let digest = digest_of(&rendered);
        let is_form =
            |bytes: &[u8]| matches!(self.speech.read(bytes, task, looks), Ok(CallAnswer::Form(_)));
        let ready = Arc::new(Ready {
            task: task.clone(),
            looks: looks.clone(),
            estimate: prompt::estimate(&rendered),
            kept: self.memory.answer(&digest, is_form),
            rendered,
            digest,
        });
        *last = Some(Arc::clone(&ready));
        ready
    }

    fn read_as(
        &self,
        bytes: &[u8],
        task: &S::Task,
        looks: &Looks,
        receipt: Receipt,
    ) -> Result<(CallAnswer<S::Reply>, Receipt), FailedCall> {
        match self.speech.read(bytes, task, looks) {
            Ok(given) => Ok((given, receipt)),
            Err(why) => Err(FailedCall { fault: CallError::Malformed(why), receipt }),
        }
    }
}

/// Tokens that say where the task is, and where the answer goes.
const POINTER: u64 = 150;

/// Nothing was looked at, and nothing is offered.
static NO_LOOKS: Looks =
    Looks { rounds: 0, requests: 0, left: 0, exchanges: Vec::new(), before: Vec::new() };

/// The digest of all that is sent.
fn digest_of(rendered: &Rendered) -> Digest {
    let Rendered { rules, shared, own, turns, schema, .. } = rendered;
    let schema = schema.to_string();
    let parts = [rules.as_bytes(), shared.as_bytes(), own.as_bytes(), schema.as_bytes()];
    let turns = turns.iter().flat_map(|turn| [turn.said.as_bytes(), turn.shown.as_bytes()]);
    Digest::of_parts(parts.into_iter().chain(turns))
}

impl<S: Speech> Member<S::Task, S::Reply> for ModelMember<S> {
    fn identity(&self) -> Identity {
        let mut identity = self.transport.identity();
        let versions = self.speech.versions().into_iter();
        let versions: Vec<String> =
            versions.map(|(name, version)| format!("{name} {version}")).collect();
        identity.parameters.insert("prompts".to_owned(), versions.join(", "));
        identity
    }

    fn estimate(&self, task: &S::Task) -> u64 {
        self.estimate_next(task, &NO_LOOKS)
    }

    fn estimate_next(&self, task: &S::Task, looks: &Looks) -> u64 {
        let ready = self.ready(task, looks);
        let goes_on = self.speech.assignment(task, looks.exchanges.len() as u32).goes_on();
        let said = match self.transport.keeps_task() && goes_on {
            true => prompt::estimate_last(&ready.rendered).saturating_add(POINTER),
            false => ready.estimate,
        };
        match ready.kept {
            Some(_) => 0,
            None => self.memory.measured(said).saturating_add(self.may_answer(&ready)),
        }
    }

    fn estimate_again(&self, task: &S::Task, looks: &Looks) -> Option<u64> {
        self.transport.keeps_task().then(|| self.may_answer(&self.ready(task, looks)))
    }

    fn answer_at_most(&self, task: &S::Task) -> u64 {
        let ready = self.ready(task, &NO_LOOKS);
        match ready.kept {
            Some(_) => 0,
            None => self.may_answer(&ready),
        }
    }

    fn complete<'a>(&'a self, task: &'a S::Task) -> Completing<'a, S::Reply> {
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

    fn next<'a>(&'a self, task: &'a S::Task, looks: &'a Looks) -> Replying<'a, S::Reply> {
        let ready = self.ready(task, looks);
        let prompt = Some(ready.digest.clone());
        if let Some(Kept { session, model, answer, .. }) = ready.kept.clone() {
            let receipt = Receipt { prompt, model, kept_from: Some(session), ..Receipt::default() };
            let read = self.read_as(answer.as_bytes(), task, looks, receipt);
            return Box::pin(std::future::ready(read));
        }
        let request = Request {
            assignment: self.speech.assignment(task, looks.exchanges.len() as u32),
            rendered: Rendered {
                max_output_tokens: self.may_answer(&ready),
                ..ready.rendered.clone()
            },
        };
        Box::pin(async move {
            let meanwhile = async {
                tokio::task::yield_now().await;
                self.speech.prepare(task, looks);
            };
            let (sent, ()) = tokio::join!(self.transport.send(&request), meanwhile);
            let with_prompt = |receipt: Receipt| {
                self.memory.measure(ready.estimate, &receipt);
                Receipt { prompt, ..receipt }
            };
            match sent {
                Ok(response) => {
                    let receipt = with_prompt(response.receipt);
                    let (given, receipt) = self.read_as(&response.bytes, task, looks, receipt)?;
                    // A LOOK is asked for anew: what it leads to costs tokens that an answer does not.
                    if matches!(given, CallAnswer::Form(_)) {
                        self.memory.keep(&request.assignment.session, &receipt, &response.bytes);
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
