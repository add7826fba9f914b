//! Whether those who hold seats from outside can be asked: what stands in the way, and, when it is
//! wanted, one short question to each.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::timeout;

use super::count;
use crate::app::canaries;
use crate::app::sitters::Sitters;
use crate::members::transport::{Canary, ProbeCost, Request, Transport};
use crate::model::{HealthCheck, Identity, MemberName};

/// Whether each seat is asked a question, which costs a few tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProbeMode {
    /// Only what is known without asking.
    Local,
    /// One short question to each, all at the same time; none may take longer than this.
    Online(Duration),
}

/// A check for each seat that is held from outside, in the order of the seats.
pub async fn seated(
    sitters: &Sitters,
    transports: &BTreeMap<MemberName, Arc<dyn Transport>>,
    reach: ProbeMode,
) -> Vec<HealthCheck> {
    let mut found = BTreeMap::new();
    let mut probes = JoinSet::new();
    for (seat, transport) in transports {
        let mut checks = Vec::new();
        let Identity { provider, model, parameters, .. } = transport.identity();
        let who = format!("{} {provider} {model}", sitters.named(seat));
        if parameters.get("home").is_some_and(|home| home == "keep") {
            let found = format!(
                "{who} keeps your home: its login is there, and so are its settings, hooks, memory and whatever else it reads"
            );
            let act =
                "leave `home` out if it can log in with a key, as in env: [ANTHROPIC_API_KEY]";
            checks.push(HealthCheck::note(sitters.check(), found, act));
        }
        if let Some(obstacle) = transport.obstacle() {
            let (found, next) = obstacle.rsplit_once(": ").unwrap_or((obstacle.as_str(), ""));
            checks.push(HealthCheck::fault(sitters.check(), format!("{who}: {found}"), next));
        } else if let ProbeMode::Online(within) = reach {
            let transport = Arc::clone(transport);
            let (seat, sitters) = (seat.clone(), sitters.clone());
            probes.spawn(async move {
                let checks = probed(&sitters, &seat, transport.as_ref(), &who, within).await;
                (seat, checks)
            });
        }
        found.insert(seat.clone(), checks);
    }
    for (seat, checks) in probes.join_all().await {
        found.entry(seat).or_default().extend(checks);
    }
    found.into_values().flatten().collect()
}

/// What a seat shows when it is asked, which ends `within` a time whatever it does.
async fn probed(
    sitters: &Sitters,
    seat: &MemberName,
    transport: &dyn Transport,
    who: &str,
    within: Duration,
) -> Vec<HealthCheck> {
    let mut checks = Vec::new();
    let probe = async {
        let canary = transport.look_at_canaries(ProbeCost::Tokens).await;
        let is_read = matches!(canary, Canary::Read { .. });
        checks.extend(looked(sitters, seat, canary, who));
        // A program that reads what it is told to is asked nothing more.
        if transport.repeats_itself() && !is_read {
            checks.push(asked(sitters, seat, transport, who).await);
        }
    };
    if timeout(within, probe).await.is_err() {
        let found = format!("{who}: no answer within {} s", within.as_secs_f64());
        let act = format!(
            "look at the network and the login, allow more with --within SECONDS, or {}",
            sitters.without(seat)
        );
        checks.push(HealthCheck::fault(sitters.check(), found, act));
    }
    checks
}

/// Whether it reads what a ticket names.
fn looked(sitters: &Sitters, seat: &MemberName, canary: Canary, who: &str) -> Option<HealthCheck> {
    match canary {
        Canary::NoProgram => None,
        Canary::Unread { requests } => {
            let n = count(requests, "request");
            Some(HealthCheck::ok(
                sitters.check(),
                format!("{who}: reads no file that a ticket names, in {n}"),
            ))
        }
        Canary::Unseen(why) => {
            let found = format!(
                "{who}: nobody could see whether it reads files that a ticket names: {why}"
            );
            let act = "start it by hand to see what it says";
            Some(HealthCheck::note(sitters.check(), found, act))
        }
        Canary::Read { way, .. } => {
            let found = format!("{who}: {}", canaries::reads(way));
            Some(HealthCheck::fault(
                sitters.check(),
                found,
                canaries::advice(&sitters.without(seat)),
            ))
        }
    }
}

async fn asked(
    sitters: &Sitters,
    seat: &MemberName,
    transport: &dyn Transport,
    who: &str,
) -> HealthCheck {
    let request = Request::ping(seat.clone(), transport.thinking_tokens());
    match transport.send(&request).await {
        Ok(response) => {
            let tokens = response.receipt.usage.map(|usage| usage.total());
            let tokens = tokens.map_or_else(|| "unknown".to_owned(), |tokens| tokens.to_string());
            let by = response.receipt.model.map(|model| format!(" by {model}"));
            let by = by.unwrap_or_default();
            HealthCheck::ok(sitters.check(), format!("{who}: answered{by}, tokens: {tokens}"))
        }
        Err(failure) => {
            let next = format!("fix what it says, or {}", sitters.without(seat));
            HealthCheck::fault(sitters.check(), format!("{who}: {}", failure.fault), next)
        }
    }
}
