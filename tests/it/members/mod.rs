//! Who is asked: prompts, dialects, mailboxes, command lines, and what is taken for an answer.

mod agents;
mod agents_ends;
mod answers;
mod bad_seats;
mod dialects;
mod fences;
mod http;
mod kept_answers;
mod looks;
mod looks_cut;
mod mailbox;
mod mailbox_looks;
mod offline_corpus;
mod prompt_sizes;
mod prompts;
mod questions;
mod recipes;
mod recorded;
mod schemas;
mod server;
mod vendors;
