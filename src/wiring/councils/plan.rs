//! What a council would ask, before anybody is asked.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::app::ask::{AskedCouncil, QuestionCouncil};
use crate::core::look::Looks;
use crate::council::for_council;
use crate::council::shared::opening::Opening;
use crate::council::shared::words::CouncilWords as _;
use crate::model::Identity;
use crate::model::price::Cost;
use crate::port::Clock as _;
use crate::prompt::speech::Speech as _;
use crate::report::outcome::PlannedCouncil;
use crate::source::brief::PackedAs;
use crate::wiring::WiringFault;

use super::{CouncilDeps, ReadyCouncil};

impl CouncilDeps {
    /// What a council would ask of whom.
    ///
    /// # Errors
    /// A member is offline, and there is no RFC to judge.
    pub fn plan(&self, ready: &ReadyCouncil) -> Result<PlannedCouncil, WiringFault> {
        let kind = ready.asked.panel.council.kind();
        let id = format!("COUNCIL-{}-{}", kind.protocol(), self.clock.now().dashed());
        Ok(for_council!(kind, C => self.planned::<C>(&self.opening::<C>(ready, &id), ready)))
    }

    fn planned<C: QuestionCouncil>(
        &self,
        opening: &Opening<C::Panel>,
        ready: &ReadyCouncil,
    ) -> PlannedCouncil {
        let AskedCouncil { panel, brief, .. } = &ready.asked;
        let words = C::Words::new(Arc::clone(brief), opening, panel.materials_tokens);
        let least = words.least(opening);
        let paid = opening.members.iter().filter(|sitter| sitter.identity.provider != "offline");
        let voices = paid.clone().filter(|sitter| sitter.is_voice).count() as u64;
        let steps = C::steps(opening).into_iter().zip(&least);
        let offered = Looks::offered(&opening.looks);
        let prompts = opening
            .sitters()
            .filter(|(_, sitter)| sitter.is_voice && sitter.identity.provider != "offline");
        let prompt = |(member, sitter): (_, &crate::council::shared::opening::Sitter)| {
            let page = words.render(&C::first_task(opening, member), &offered);
            (sitter.name.to_string(), page.text())
        };
        PlannedCouncil {
            panel: format!("{} ({})", panel.name, panel.council.kind().as_str()),
            question: brief.question.text.clone(),
            materials: brief
                .materials
                .iter()
                .map(|material| (material.name.clone(), material.text.len()))
                .collect(),
            excluded: brief
                .excluded
                .iter()
                .map(|one| (one.path.clone(), one.why.as_str().to_owned()))
                .collect(),
            is_full: words.first() == PackedAs::Full,
            members: opening
                .members
                .iter()
                .map(|sitter| {
                    let Identity { provider, model, .. } = &sitter.identity;
                    let part = match (&sitter.lens, sitter.is_voice, sitter.is_chair) {
                        (Some(lens), ..) if lens != sitter.name.as_str() => format!(", {lens}"),
                        (_, true, true) => ", voice and chair".to_owned(),
                        (_, false, true) => ", words the synthesis".to_owned(),
                        _ => String::new(),
                    };
                    (sitter.name.to_string(), format!("{provider} {model}"), part)
                })
                .collect(),
            steps: steps
                .map(|((name, is_of_voices), tokens)| {
                    let calls = if is_of_voices { voices } else { u64::from(*tokens > 0) };
                    (name.to_owned(), calls, *tokens)
                })
                .filter(|(_, _, tokens)| *tokens > 0)
                .collect(),
            token_budget: opening.token_budget,
            cost: most_usd(opening),
            unpriced: unpriced(opening),
            obstacles: self
                .obstacles(ready)
                .into_iter()
                .map(|(member, line)| format!("{member}: {line}"))
                .collect(),
            looks: opening.looks.rounds,
            prompts: prompts.map(prompt).collect(),
        }
    }
}

/// The holders that are paid for.
fn paid<P>(opening: &Opening<P>) -> impl Iterator<Item = &Identity> {
    let identities = opening.members.iter().map(|sitter| &sitter.identity);
    identities.filter(|identity| !["offline", "mailbox"].contains(&identity.provider.as_str()))
}

/// What all of the budget costs at the dearest price, where each has one.
fn most_usd<P>(opening: &Opening<P>) -> Option<Cost> {
    let costs = paid(opening).map(|identity| {
        let prices = identity.prices.as_ref()?;
        let budget = opening.token_budget;
        Some(prices.at_most(budget, 0).max(prices.at_most(0, budget)))
    });
    costs.collect::<Option<Vec<Cost>>>()?.into_iter().max()
}

/// The holders without a price, each once.
fn unpriced<P>(opening: &Opening<P>) -> Vec<String> {
    let none = paid(opening).filter(|identity| identity.prices.is_none());
    let names: BTreeSet<String> =
        none.map(|identity| format!("{}:{}", identity.provider, identity.model)).collect();
    names.into_iter().collect()
}
