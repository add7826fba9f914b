//! Texts, whatever they are about: words, sentences, the shapes of lines, what can be quoted.

pub(crate) mod callable;
pub(crate) mod declared;
pub(crate) mod lines;
pub(crate) mod phrases;

pub(crate) use crate::gates::text::{sentences, shapes, words};
