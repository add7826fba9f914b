use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Mutex;

use thiserror::Error;

use crate::member::Member;
use crate::poll::Poll;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    pub to: String,
    pub subject: String,
    pub body: String,
}

#[derive(Debug, Error)]
#[error("mail could not be handed over: {0}")]
pub struct MailError(#[from] std::io::Error);

pub trait Mailer: Send + Sync {
    fn send(&self, message: Message) -> Result<(), MailError>;
}

/// Keeps messages, for tests.
#[derive(Default)]
pub struct RecordingMailer {
    sent: Mutex<Vec<Message>>,
}

impl RecordingMailer {
    pub fn sent(&self) -> Vec<Message> {
        self.sent.lock().unwrap().clone()
    }
}

impl Mailer for RecordingMailer {
    fn send(&self, message: Message) -> Result<(), MailError> {
        self.sent.lock().unwrap().push(message);
        Ok(())
    }
}

/// Writes each message as a file; the MTA's pickup picks it up.
pub struct SpoolMailer {
    folder: PathBuf,
    next: AtomicU64,
}

impl SpoolMailer {
    pub fn new(folder: PathBuf) -> SpoolMailer {
        SpoolMailer { folder, next: AtomicU64::new(1) }
    }
}

impl Mailer for SpoolMailer {
    fn send(&self, message: Message) -> Result<(), MailError> {
        let n = self.next.fetch_add(1, Ordering::Relaxed);
        let name = format!("{}-{n:06}.eml", std::process::id());
        let text = format!("To: {}\nSubject: {}\n\n{}", message.to, message.subject, message.body);
        std::fs::write(self.folder.join(name), text)?;
        Ok(())
    }
}

fn one_line(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect()
}

pub fn invitation_message(member: &Member, poll: &Poll, link: &str) -> Message {
    Message {
        to: member.mailbox(),
        subject: format!("Your vote: {}", one_line(&poll.title)),
        body: format!("Dear {},\n\nplease vote here:\n{link}\n\nThe link is yours alone.\n", member.name),
    }
}

pub fn reminder_message(member: &Member, poll: &Poll, link: &str) -> Message {
    Message {
        to: member.mailbox(),
        subject: format!("Reminder: {}", one_line(&poll.title)),
        body: format!("Dear {},\n\nyour vote is still missing:\n{link}\n", member.name),
    }
}

pub fn closing_message(member: &Member, poll: &Poll, link: &str) -> Message {
    Message {
        to: member.mailbox(),
        subject: format!("Closed: {}", one_line(&poll.title)),
        body: format!("Dear {},\n\nthe vote is closed. The result:\n{link}\n", member.name),
    }
}
