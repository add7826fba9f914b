//! How a council speaks with whoever answers from outside: its tasks in words, and its replies out of
//! bytes.

use crate::core::assignment::{Assignment, Rendered};
use crate::core::look::{CallAnswer, Looks};

/// The words of one council, over what it is about.
pub trait Speech: Send + Sync {
    /// What a member is asked.
    type Task: Clone + PartialEq + Send + Sync;
    /// What a member answers.
    type Reply: Send + 'static;

    /// The next message of a task, after what was looked at. The same bytes whenever it is rendered.
    fn render(&self, task: &Self::Task, looks: &Looks) -> Rendered;

    /// Reads what came back, or says in one line why it is neither the reply nor a LOOK.
    fn read(
        &self,
        bytes: &[u8],
        task: &Self::Task,
        looks: &Looks,
    ) -> Result<CallAnswer<Self::Reply>, String>;

    /// Makes ready what [`Speech::read`] needs, while the answer is waited for.
    fn prepare(&self, task: &Self::Task, looks: &Looks);

    /// The call's name, when the member has looked so often before.
    fn assignment(&self, task: &Self::Task, look: u32) -> Assignment;

    /// Each template's version; the evidence names them.
    fn versions(&self) -> Vec<(&'static str, u32)>;
}
