//! From a configuration's words to the ways in which its holders are asked.

use std::sync::Arc;

use secrecy::SecretString;

use super::command::{self, CommandSeat, CommandTransport};
use super::http::{self, HttpSeat, HttpTransport};
use crate::config::{AgentCommand, Provider, RawOutput};
use crate::members::envelope::Envelope;
use crate::members::transport::Transport;
use crate::model::price::Prices;

/// A model of a provider. Its key is read from the environment now, and goes to no other host.
pub fn model(
    name: &str,
    provider: &Provider,
    model: &str,
    prices: Option<Prices>,
) -> Arc<dyn Transport> {
    let key = provider.key_env.as_ref().and_then(|name| std::env::var(name).ok());
    Arc::new(HttpTransport::new(HttpSeat {
        provider: name.to_owned(),
        model: model.to_owned(),
        dialect: provider.dialect,
        base_url: provider.base_url.clone(),
        key: key.map(SecretString::from),
        key_env: provider.key_env.clone(),
        temperature: provider.temperature,
        thinking_tokens: provider.thinking_tokens,
        effort: provider.effort,
        extra_body: provider.extra_body.clone(),
        prices,
        timers: http::HttpTimeouts::default(),
    }))
}

/// An agent's command line: a preset, or what the configuration says of one.
pub fn command(name: &str, said: &AgentCommand, prices: Option<Prices>) -> Arc<dyn Transport> {
    let own = said.argv.clone().map(|argv| CommandSeat::plain(name, argv));
    let preset = CommandSeat::preset(name);
    let envelope = match said.output {
        Some(RawOutput::Plain) => Envelope::Plain,
        Some(RawOutput::Claude) => Envelope::Claude,
        Some(RawOutput::Codex) => Envelope::Codex,
        Some(RawOutput::Gemini) => Envelope::Gemini,
        None => preset.as_ref().map_or(Envelope::Plain, |preset| preset.envelope),
    };
    let seat = own.or(preset).unwrap_or_else(|| CommandSeat::plain(name, Vec::new()));
    let seat =
        CommandSeat { envelope, env: said.env.clone(), keep_home: said.keeps_home, prices, ..seat };
    // Where it cannot be done, the seat's own environment is as clean as ever.
    let _ = command::protect_memory();
    Arc::new(CommandTransport::new(seat).launched_by(command::ourselves()))
}
