//! A seat held from outside: renders its task, sends it, and reads the answer as strictly as the
//! schema says. What was asked before in the same words of the same holder is not asked again.

mod memory;

use std::sync::{Arc, Mutex, PoisonError};

use memory::{Kept, Memory};

use crate::core::call::{CallFault, FailedCall};
use crate::model::task::Task;
use crate::model::{Digest, Receipt};
use crate::port::Answers;
use crate::prompt::{self, Prompt, Renderer};
use crate::provider::transport::{Request, Transport, cycle_of};
use crate::provider::{Identity, Performance, Performing, Seat};

/// A seat whose answers come through a transport.
pub struct ModelSeat {
    transport: Arc<dyn Transport>,
    renderer: Arc<Renderer>,
    memory: Memory,
    /// What was made ready last: a call is estimated, and then sent.
    ready: Mutex<Option<Arc<Ready>>>,
}

/// A task, ready to be sent.
struct Ready {
    task: Task,
    prompt: Prompt,
    digest: Digest,
    /// Tokens of the prompt by our own estimate.
    estimate: u64,
    /// The answer that makes sending it needless.
    kept: Option<Kept>,
}

impl ModelSeat {
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
    fn may_answer(&self, task: &Task) -> u64 {
        prompt::answer_allowance(&task.question).saturating_add(self.transport.thinking_tokens())
    }

    fn ready(&self, task: &Task) -> Arc<Ready> {
        let mut last = self.ready.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(ready) = last.as_ref().filter(|ready| ready.task == *task) {
            return Arc::clone(ready);
        }
        let prompt = self.renderer.render(task);
        let digest = digest_of(&prompt);
        let ready = Arc::new(Ready {
            task: task.clone(),
            estimate: prompt::estimate(&prompt),
            kept: self.memory.answer(task, &digest),
            prompt,
            digest,
        });
        *last = Some(Arc::clone(&ready));
        ready
    }
}

/// The digest of all that is sent.
fn digest_of(prompt: &Prompt) -> Digest {
    let Prompt { rules, dossier, own, schema } = prompt;
    let schema = schema.to_string();
    Digest::of_parts([rules.as_bytes(), dossier.as_bytes(), own.as_bytes(), schema.as_bytes()])
}

impl Seat for ModelSeat {
    fn identity(&self) -> Identity {
        let mut identity = self.transport.identity();
        let versions = prompt::versions().map(|(name, version)| format!("{name} {version}"));
        let versions: Vec<String> = versions.collect();
        identity.parameters.insert("prompts".to_owned(), versions.join(", "));
        identity
    }

    fn estimate(&self, task: &Task) -> u64 {
        let ready = self.ready(task);
        match ready.kept {
            Some(_) => 0,
            None => self.memory.measured(ready.estimate).saturating_add(self.may_answer(task)),
        }
    }

    fn answer_at_most(&self, task: &Task) -> u64 {
        match self.ready(task).kept {
            Some(_) => 0,
            None => self.may_answer(task),
        }
    }

    fn perform<'a>(&'a self, task: &'a Task) -> Performing<'a> {
        let ready = self.ready(task);
        let prompt = Some(ready.digest.clone());
        if let Some(Kept { session, model, answer, .. }) = ready.kept.clone() {
            let receipt = Receipt { prompt, model, kept_from: Some(session), ..Receipt::default() };
            return Box::pin(std::future::ready(read(answer.as_bytes(), task, receipt)));
        }
        let Prompt { rules, dossier, own, schema } = ready.prompt.clone();
        let request = Request {
            session: task.session.clone(),
            seat: task.seat,
            question: task.question.name(),
            cycle: cycle_of(&task.question),
            attempt: task.attempt,
            rules,
            dossier,
            own,
            schema,
            max_output_tokens: self.may_answer(task),
        };
        Box::pin(async move {
            let meanwhile = async {
                tokio::task::yield_now().await;
                prompt::answer::prepare(&task.question);
            };
            let (sent, ()) = tokio::join!(self.transport.send(&request), meanwhile);
            let with_prompt = |receipt: Receipt| {
                self.memory.measure(ready.estimate, &receipt);
                Receipt { prompt, ..receipt }
            };
            match sent {
                Ok(response) => {
                    let performance = read(&response.bytes, task, with_prompt(response.receipt))?;
                    self.memory.keep(&task.session, &performance.receipt, &response.bytes);
                    Ok(performance)
                }
                Err(FailedCall { fault, receipt }) => {
                    Err(FailedCall { fault, receipt: with_prompt(receipt) })
                }
            }
        })
    }
}

fn read(bytes: &[u8], task: &Task, receipt: Receipt) -> Result<Performance, FailedCall> {
    match prompt::answer::read(bytes, &task.question) {
        Ok(reply) => Ok(Performance { reply, receipt }),
        Err(why) => Err(FailedCall { fault: CallFault::Malformed(why), receipt }),
    }
}
