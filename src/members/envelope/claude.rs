//! Claude Code's result object.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::{shown, unreadable};
use crate::core::call::{CallError, FailedCall};
use crate::members::dialect::{self, named};
use crate::members::transport::Response;
use crate::model::price::Cost;
use crate::model::{Receipt, Usage};

#[derive(Deserialize)]
struct Printed {
    #[serde(default)]
    subtype: String,
    #[serde(default)]
    is_error: bool,
    result: Option<String>,
    /// In place of a result, where it ended with `error_…`.
    #[serde(default)]
    errors: Value,
    structured_output: Option<Box<RawValue>>,
    stop_reason: Option<String>,
    usage: Option<LastUsage>,
    #[serde(default, rename = "modelUsage")]
    models: BTreeMap<String, ModelUsage>,
    total_cost_usd: Option<f64>,
}

/// The figures of the model that answered, without those of its helpers.
#[derive(Deserialize)]
struct LastUsage {
    input_tokens: Option<u64>,
    output_tokens: Option<u64>,
    #[serde(default)]
    cache_creation_input_tokens: u64,
    #[serde(default)]
    cache_read_input_tokens: u64,
}

impl LastUsage {
    /// None when it fails early and leaves the figures out.
    fn usage(&self) -> Option<Usage> {
        let (written, cached) = (self.cache_creation_input_tokens, self.cache_read_input_tokens);
        dialect::usage(Usage {
            input_tokens: self.input_tokens?.saturating_add(written).saturating_add(cached),
            cached_tokens: cached,
            cache_write_tokens: written,
            output_tokens: self.output_tokens?,
        })
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ModelUsage {
    input_tokens: Option<u64>,
    #[serde(default)]
    output_tokens: u64,
    #[serde(default)]
    cache_creation_input_tokens: u64,
    #[serde(default)]
    cache_read_input_tokens: u64,
}

/// What all models took together, helpers among them; `None` where one does not say what it read.
fn together(models: &BTreeMap<String, ModelUsage>) -> Option<Usage> {
    let mut all = Usage::default();
    for model in models.values() {
        let (written, cached) = (model.cache_creation_input_tokens, model.cache_read_input_tokens);
        let input = model.input_tokens?.saturating_add(written).saturating_add(cached);
        all = Usage {
            input_tokens: all.input_tokens.saturating_add(input),
            cached_tokens: all.cached_tokens.saturating_add(cached),
            cache_write_tokens: all.cache_write_tokens.saturating_add(written),
            output_tokens: all.output_tokens.saturating_add(model.output_tokens),
        };
    }
    (!models.is_empty()).then(|| dialect::usage(all)).flatten()
}

pub(super) fn open(stdout: &[u8]) -> Result<Response, FailedCall> {
    let Ok(said) = serde_json::from_slice::<Printed>(stdout) else {
        return unreadable("Claude Code");
    };
    let usage = together(&said.models).or_else(|| said.usage.and_then(|usage| usage.usage()));
    // Small models help it; whoever wrote most gave the answer.
    let model = said.models.into_iter().max_by_key(|(_, model)| model.output_tokens);
    let receipt = Receipt {
        usage,
        model: model.and_then(|(name, _)| named(&name)),
        cost_usd: said.total_cost_usd.filter(|cost| *cost > 0.0).and_then(Cost::of_dollars),
        ..Receipt::default()
    };
    let text = said.result.unwrap_or_default();
    let fault = match (said.subtype.as_str(), said.stop_reason.as_deref()) {
        (_, Some("refusal")) => Some(CallError::Refused("the model refused".to_owned())),
        (_, Some("max_tokens")) => Some(CallError::Truncated("at its limit of tokens".to_owned())),
        ("error_max_turns", _) => Some(CallError::Truncated("at its limit of turns".to_owned())),
        ("error_max_structured_output_retries", _) => {
            Some(CallError::Malformed("it found no answer of the asked form".to_owned()))
        }
        (subtype, _) if said.is_error || !matches!(subtype, "" | "success") => {
            let told = [Some(text.as_str()), said.errors[0].as_str()].into_iter().flatten();
            let why = told.map(str::trim).find(|text| !text.is_empty()).unwrap_or(subtype);
            Some(CallError::Unavailable(shown(why)))
        }
        _ => None,
    };
    if let Some(fault) = fault {
        return Err(FailedCall { fault, receipt });
    }
    let bytes = match said.structured_output {
        Some(answer) if answer.get() != "null" => answer.get().as_bytes().to_vec(),
        _ => text.into_bytes(),
    };
    Ok(Response { bytes, receipt })
}
