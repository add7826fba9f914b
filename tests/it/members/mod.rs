//! Who is asked: prompts, dialects, mailboxes, command lines, and what is taken for an answer.

mod agents;
mod answers;
mod bad_seats;
mod dialects;
mod http;
mod kept_answers;
mod looks;
mod mailbox;
mod offline_corpus;
mod prompt_sizes;
mod prompts;
mod recipes;
mod recorded;
mod schemas;
mod server;
mod vendors;
