//! How this council speaks with seats that are held from outside.

use super::answer::Reply;
use super::ask::Task;
use super::read;
use super::render::{self, Renderer};
use crate::core::assignment::{Assignment, Rendered};
use crate::core::look::{CallAnswer, Looks};
use crate::prompt::speech::Speech;

impl Speech for Renderer {
    type Task = Task;
    type Reply = Reply;

    fn render(&self, task: &Task, looks: &Looks) -> Rendered {
        self.render_next(task, looks)
    }

    fn read(&self, bytes: &[u8], task: &Task, looks: &Looks) -> Result<CallAnswer<Reply>, String> {
        read::read_next(bytes, &task.question, looks)
    }

    fn prepare(&self, task: &Task, looks: &Looks) {
        read::prepare(&task.question, looks.rounds > 0);
    }

    fn assignment(&self, task: &Task, look: u32) -> Assignment {
        Assignment {
            session: task.session.clone().into(),
            member: task.seat.clone(),
            step: task.question.name(),
            state: task.question.cycle(),
            attempt: task.attempt,
            look,
        }
    }

    fn versions(&self) -> Vec<(&'static str, u32)> {
        render::versions().collect()
    }
}
