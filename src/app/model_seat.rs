//! A seat held from outside: renders its task, sends it, and reads the answer as strictly as the
//! schema says.

use std::sync::Arc;

use crate::model::task::Task;
use crate::prompt;
use crate::provider::transport::{Request, Transport, cycle_of};
use crate::provider::{Failure, Identity, Performance, Performing, Seat, SeatFault};
use crate::source::Dossier;

/// Tokens that an answer may take beside its prompt.
const ANSWER: u64 = 6_000;

/// A seat whose answers come through a transport.
pub struct ModelSeat {
    transport: Arc<dyn Transport>,
    dossier: Arc<Dossier>,
}

impl ModelSeat {
    /// The seat over a dossier.
    pub fn new(transport: Arc<dyn Transport>, dossier: Arc<Dossier>) -> Self {
        Self { transport, dossier }
    }
}

impl Seat for ModelSeat {
    fn identity(&self) -> Identity {
        self.transport.identity()
    }

    fn estimate(&self, task: &Task) -> u64 {
        prompt::estimate(&prompt::render(task, &self.dossier)).saturating_add(ANSWER)
    }

    fn perform<'a>(&'a self, task: &'a Task) -> Performing<'a> {
        let prompt = prompt::render(task, &self.dossier);
        let request = Request {
            session: task.session.clone(),
            seat: task.seat,
            question: task.question.name(),
            cycle: cycle_of(&task.question),
            attempt: task.attempt,
            rules: prompt.rules,
            dossier: prompt.dossier,
            own: prompt.own,
            schema: prompt.schema,
            max_output_tokens: ANSWER,
        };
        Box::pin(async move {
            let response = self.transport.send(&request).await?;
            let receipt = response.receipt;
            match prompt::answer::read(&response.bytes, &task.question) {
                Ok(reply) => Ok(Performance { reply, receipt }),
                Err(why) => Err(Failure { fault: SeatFault::Malformed(why), receipt }),
            }
        })
    }
}
