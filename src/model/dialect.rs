//! The wire formats that models are asked in, and the models that stand for their vendors.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A vendor's format of questions and answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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

    /// Whether the vendor itself answers at a host, in any region or cloud that it serves.
    pub fn is_vendor(self, host: &str) -> bool {
        match self {
            Self::OpenAi => {
                let regional = [".api.openai.com", ".openai.azure.com"];
                host == "api.openai.com" || regional.iter().any(|end| host.ends_with(end))
            }
            Self::Anthropic => host == "api.anthropic.com",
            Self::Gemini => host == "generativelanguage.googleapis.com",
        }
    }

    /// A current model of the vendor, for examples. Checked on 2026-11-23: names are retired within
    /// a year or two.
    pub const fn model(self) -> &'static str {
        match self {
            Dialect::Anthropic => "claude-sonnet-5-5",
            Dialect::OpenAi => "gpt-6.1-sol",
            Dialect::Gemini => "gemini-3.8-flash",
        }
    }

    /// The highest temperature that it takes.
    pub const fn hottest(self) -> f64 {
        match self {
            Dialect::Anthropic => 1.0,
            Dialect::OpenAi | Dialect::Gemini => 2.0,
        }
    }

    /// What is to know of the vendor's keys: Google refuses its older ones, one kind after the other.
    pub const fn of_keys(self) -> &'static str {
        match self {
            Dialect::Gemini => " (new keys begin with AQ.)",
            Dialect::Anthropic | Dialect::OpenAi => "",
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

/// How much a model thinks before it answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Effort {
    /// Little.
    Low,
    /// In between.
    Medium,
    /// Much.
    High,
}

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Effort::Low => "low",
            Effort::Medium => "medium",
            Effort::High => "high",
        })
    }
}
