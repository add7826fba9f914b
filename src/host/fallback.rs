//! A way to whoever answers, and another for when that one cannot be reached: asked once, with the same
//! prompt, and never after an answer that cannot be used (COUNCILS.md §1.4).

use std::sync::Arc;

use crate::core::call::{CallError, FailedCall};
use crate::members::transport::{Canary, Looking, ProbeCost, Request, Sending, Transport};
use crate::model::{Identity, Receipt};

/// Two ways, the second for when the first cannot be reached.
pub struct Fallback {
    first: Arc<dyn Transport>,
    second: Arc<dyn Transport>,
}

impl Fallback {
    /// The first way, and what stands in for it.
    pub fn new(first: Arc<dyn Transport>, second: Arc<dyn Transport>) -> Self {
        Self { first, second }
    }
}

/// Whether somebody else may be asked the same.
const fn is_out_of_reach(fault: &CallError) -> bool {
    matches!(fault, CallError::Unavailable(_) | CallError::RateLimited(_) | CallError::TimedOut(_))
}

impl Transport for Fallback {
    /// The first one's, with the second under `fallback`.
    fn identity(&self) -> Identity {
        let mut identity = self.first.identity();
        let Identity { provider, model, .. } = self.second.identity();
        identity.parameters.insert("fallback".to_owned(), format!("{provider}:{model}"));
        identity
    }

    fn obstacle(&self) -> Option<String> {
        self.first.obstacle().or_else(|| self.second.obstacle())
    }

    fn thinking_tokens(&self) -> u64 {
        self.first.thinking_tokens().max(self.second.thinking_tokens())
    }

    fn repeats_itself(&self) -> bool {
        self.first.repeats_itself() && self.second.repeats_itself()
    }

    fn look_at_canaries(&self, cost: ProbeCost) -> Looking<'_> {
        Box::pin(async move {
            let first = self.first.look_at_canaries(cost).await;
            match (first, self.second.look_at_canaries(cost).await) {
                (Canary::NoProgram, second) | (_, second @ Canary::Read { .. }) => second,
                (first, _) => first,
            }
        })
    }

    fn send<'a>(&'a self, request: &'a Request) -> Sending<'a> {
        Box::pin(async move {
            match self.first.send(request).await {
                Err(FailedCall { fault, .. }) if is_out_of_reach(&fault) => {
                    let mut answered = self.second.send(request).await.map_err(|failed| {
                        let receipt = Receipt { by_fallback: true, ..failed.receipt };
                        FailedCall { receipt, ..failed }
                    })?;
                    let Identity { provider, model, .. } = self.second.identity();
                    let served = answered.receipt.model.unwrap_or(model);
                    answered.receipt.model = Some(format!("{provider}:{served}"));
                    answered.receipt.by_fallback = true;
                    Ok(answered)
                }
                sent => sent,
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use std::future::ready;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::members::transport::Response;
    use crate::model::Receipt;

    struct Says(Result<&'static str, CallError>, AtomicUsize);

    impl Says {
        fn new(said: Result<&'static str, CallError>) -> Arc<Self> {
            Arc::new(Self(said, AtomicUsize::new(0)))
        }
    }

    impl Transport for Says {
        fn identity(&self) -> Identity {
            Identity::new("vendor", self.0.as_deref().unwrap_or("broken"))
        }

        fn obstacle(&self) -> Option<String> {
            None
        }

        fn send<'a>(&'a self, _: &'a Request) -> Sending<'a> {
            self.1.fetch_add(1, Ordering::SeqCst);
            let said = self.0.clone().map_err(FailedCall::from);
            let response = |said: &str| Response {
                bytes: said.as_bytes().to_vec(),
                receipt: Receipt::default(),
            };
            Box::pin(ready(said.map(response)))
        }
    }

    #[test]
    fn somebody_else_is_asked_once_and_only_for_who_cannot_be_reached() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        let request = Request::ping("a".parse().expect("a name"), 0);
        let unavailable = || CallError::Unavailable("down".to_owned());
        for (first, answered, asked) in [
            (Ok("one"), "one", 0),
            (Err(unavailable()), "two", 1),
            (Err(CallError::RateLimited("429".to_owned())), "two", 1),
            (Err(CallError::Refused("no".to_owned())), "", 0),
            (Err(CallError::Malformed("x".to_owned())), "", 0),
        ] {
            let second = Says::new(Ok("two"));
            let both = Fallback::new(Says::new(first), Arc::clone(&second) as Arc<dyn Transport>);
            let sent = runtime.block_on(both.send(&request));
            let said =
                sent.as_ref().map_or("", |sent| std::str::from_utf8(&sent.bytes).expect("text"));
            assert_eq!((said, second.1.load(Ordering::SeqCst)), (answered, asked));
            if let Ok(sent) = &sent {
                assert_eq!(sent.receipt.by_fallback, asked == 1);
            }
        }
        let broken = Says::new(Err(unavailable()));
        let both = Fallback::new(Says::new(Err(unavailable())), broken);
        assert!(runtime.block_on(both.send(&request)).is_err());
        assert_eq!(both.identity().parameters["fallback"], "vendor:broken");
    }
}
