//! `council.yaml`: what is valid is within its limits, names nothing outside of the repository, and
//! reads the same when it is written again.

use std::collections::BTreeSet;

use council_review::config::{Config, ConfigOrigin, MemberSpec, load, parse_base_url};
use council_review::evidence::canonical;
use council_review::yaml::{Limits, read};

use super::places::{decoded, stands};

pub fn config(bytes: &[u8]) {
    let text = decoded(bytes);
    let reviewed = load(bytes, "council.yaml", ConfigOrigin::Reviewed);
    let given = load(bytes, "council.yaml", ConfigOrigin::Given);
    for faults in [&reviewed, &given].into_iter().filter_map(|read| read.as_ref().err()) {
        assert!(!faults.is_empty());
        for fault in faults {
            stands(&fault.place, &text);
            assert!(!fault.message.is_empty());
        }
        let places = faults.iter().map(|f| (f.place.line, f.place.column));
        assert!(places.is_sorted(), "{faults:?}");
    }
    match (reviewed, given) {
        (Ok(reviewed), given) => {
            assert_eq!(Ok(&reviewed), given.as_ref(), "a stranger's word counts for more");
            valid(&reviewed, bytes);
            for (name, command) in &reviewed.commands {
                assert_eq!(command.argv, None, "{name} runs what a stranger names");
            }
            let keys = reviewed.providers.values().filter_map(|p| p.key_env.as_deref());
            let vendors = ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY"];
            for key in keys {
                assert!(key.starts_with("COUNCIL_") || vendors.contains(&key), "{key}");
            }
        }
        (Err(_), Ok(given)) => valid(&given, bytes),
        (Err(_), Err(_)) => {}
    }
}

fn valid(config: &Config, bytes: &[u8]) {
    let Config { layout, council, policy, seats, providers, .. } = config;
    let folders = [&layout.prds, &layout.atlases, &layout.waivers, &layout.evidence];
    for folder in folders.into_iter().chain(&layout.rfcs).chain(&layout.tickets) {
        assert!(!folder.is_empty() && !folder.starts_with(['/', '~']), "{folder:?}");
        assert!(folder.split('/').all(|part| !["", ".", ".."].contains(&part)), "{folder:?}");
        assert!(!folder.contains(char::is_control), "{folder:?}");
    }
    assert!((1..=86_400).contains(&council.timeout_seconds), "{council:?}");
    assert!(council.token_budget <= 100_000_000, "{council:?}");
    assert_eq!(
        policy.seats.iter().collect::<BTreeSet<_>>().len(),
        policy.seats.len(),
        "{policy:?}"
    );
    for holder in seats.values() {
        assert_eq!(config.unknown_provider(holder), None);
        assert_eq!(holder.to_string().parse::<MemberSpec>().as_ref(), Ok(holder));
    }
    for (name, provider) in providers {
        assert_eq!(parse_base_url(provider.base_url.as_str()).as_ref(), Ok(&provider.base_url));
        assert!(provider.temperature.is_none_or(|t| (0.0..=2.0).contains(&t)), "{name}");
    }
    let Ok((document, _)) = read(bytes, Limits::TICKET) else {
        assert_eq!(*config, Config::default(), "nothing was written");
        return;
    };
    let value = document.root().to_json();
    if value.as_object().is_some_and(|fields| !fields.is_empty()) {
        let written = canonical::document(&value);
        let again = load(written.as_bytes(), "council.yaml", ConfigOrigin::Given);
        assert_eq!(again.as_ref(), Ok(config), "{written}");
    }
}
