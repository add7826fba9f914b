//! The wire formats that models are asked in.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A vendor's format of questions and answers.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Dialect {
    /// Anthropic Messages.
    Anthropic,
    /// OpenAI chat completions, which Ollama, vLLM, llama.cpp and gateways speak as well.
    OpenAi,
    /// Gemini generateContent.
    Gemini,
}

impl Dialect {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Anthropic, Self::OpenAi, Self::Gemini];

    /// Its name, which is that of the vendor, too.
    pub const fn as_str(self) -> &'static str {
        match self {
            Dialect::Anthropic => "anthropic",
            Dialect::OpenAi => "openai",
            Dialect::Gemini => "gemini",
        }
    }

    /// Where the vendor itself is asked.
    pub const fn base_url(self) -> &'static str {
        match self {
            Dialect::Anthropic => "https://api.anthropic.com",
            Dialect::OpenAi => "https://api.openai.com/v1",
            Dialect::Gemini => "https://generativelanguage.googleapis.com",
        }
    }

    /// The environment variable that holds the vendor's key by custom.
    pub const fn key_env(self) -> &'static str {
        match self {
            Dialect::Anthropic => "ANTHROPIC_API_KEY",
            Dialect::OpenAi => "OPENAI_API_KEY",
            Dialect::Gemini => "GEMINI_API_KEY",
        }
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
