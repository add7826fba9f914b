//! Who sits: a panel of `council.yaml`, or the members that a person named; and what built-in rules may
//! be asked.

use std::collections::BTreeSet;

use super::{AskWish, QuestionCouncil as _};
use crate::app::AppFault;
use crate::config::{
    Config, MATERIALS_TOKENS, MemberSpec, NamedPanel, PanelMember, PanelPolicy, TIMEOUT_SECONDS,
    TOKEN_BUDGET,
};
use crate::council::for_council;
use crate::model::panel::{CouncilKind, MAX_VOICES, MIN_VOICES, is_label};
use crate::model::policy::LookPolicy;
use crate::model::slip::{did_you_mean, nearest};
use crate::model::{MemberName, QuestionKind};

fn bad<T>(line: impl Into<String>) -> Result<T, AppFault> {
    Err(AppFault::BadInput(line.into()))
}

fn usage<T>(line: impl Into<String>) -> Result<T, AppFault> {
    Err(AppFault::Usage(line.into()))
}

/// The panel of a wish, with what the person changed for this run.
///
/// # Errors
/// Nobody sits, or not as somebody could.
pub(super) fn panel(wish: &AskWish, config: &Config) -> Result<NamedPanel, AppFault> {
    if let (Some(panel), Some(council)) = (&wish.panel, wish.council) {
        let line = format!(
            "--panel {panel} says which council it holds: leave out --council {}",
            council.as_str()
        );
        return usage(line);
    }
    let named = named(wish, config)?;
    let mut panel = match &wish.panel {
        Some(name) => of_config(name, named, config)?,
        None => of_members(wish, named, config)?,
    };
    if let Some(rounds) = wish.rounds {
        let council = &mut panel.council;
        for_council!(council.kind(), C => C::set_rounds(council, rounds))
            .map_err(AppFault::Usage)?;
    }
    if let Some(chair) = &wish.chair {
        lead(&mut panel, chair)?;
    }
    if wish.no_looks {
        panel.looks = LookPolicy::off();
    }
    for_council!(panel.council.kind(), C => C::seat(&mut panel));
    Ok(panel)
}

/// The members that the person named, in order.
fn named(wish: &AskWish, config: &Config) -> Result<Vec<(MemberName, MemberSpec)>, AppFault> {
    let mut seen = BTreeSet::new();
    let mut all = Vec::new();
    for word in &wish.members {
        let wrong = |why: String| AppFault::Usage(format!("--member {word}: {why}"));
        let (name, holder) = word.split_once('=').ok_or_else(|| {
            wrong("write a name and its holder, as in skeptic=anthropic:MODEL".to_owned())
        })?;
        if !is_label(name) {
            return Err(wrong(format!(
                "{name:?} cannot name a member: take a small letter, then up to 23 small letters, digits and hyphens"
            )));
        }
        let holder: MemberSpec = holder.parse().map_err(wrong)?;
        if let Some(why) = config.unknown_provider(&holder) {
            return Err(wrong(why));
        }
        if !seen.insert(name) {
            return Err(wrong(format!("there are two members {name}: rename one")));
        }
        all.push((name.parse().expect("a label is a member's name"), holder));
    }
    Ok(all)
}

/// A panel of `council.yaml`; members that the person named are held by others for this run.
fn of_config(
    name: &str,
    named: Vec<(MemberName, MemberSpec)>,
    config: &Config,
) -> Result<NamedPanel, AppFault> {
    let Some(panel) = config.panels.get(name) else {
        let names: Vec<&str> = config.panels.keys().map(String::as_str).collect();
        let near = nearest(name, names.iter().copied());
        return bad(match (names.is_empty(), near.is_empty()) {
            (true, _) => {
                format!("there is no panel {name}: write one under councils in council.yaml")
            }
            (false, false) => format!("there is no panel {name}{}", did_you_mean(&near)),
            (false, true) => format!("there is no panel {name}; there are {}", names.join(", ")),
        });
    };
    let mut panel = panel.clone();
    for (member, holder) in named {
        let Some(own) = panel.members.iter_mut().find(|own| own.name == member) else {
            let names: Vec<&str> = panel.members.iter().map(|own| own.name.as_str()).collect();
            return usage(format!(
                "--member {member}: the panel {name} has no such member; there are {}",
                names.join(", ")
            ));
        };
        (own.holder, own.fallback) = (holder, None);
    }
    Ok(panel)
}

/// A panel of the members that the person named.
fn of_members(
    wish: &AskWish,
    named: Vec<(MemberName, MemberSpec)>,
    config: &Config,
) -> Result<NamedPanel, AppFault> {
    let kind = wish.council.unwrap_or(CouncilKind::OF_MEMBERS);
    let is_of_rfc = wish.rfc.is_some() || wish.ticket.is_some();
    let rules = match wish.council {
        Some(kind) if is_of_rfc => for_council!(kind, C => C::OF_RULES),
        _ => &[],
    };
    let named = match named.is_empty() {
        true if !rules.is_empty() => {
            let of_rules =
                |name: &&str| (name.parse().expect("a part is a name"), MemberSpec::Offline);
            rules.iter().map(of_rules).collect()
        }
        true => return bad(nobody(config)),
        false => named,
    };
    if named.len() < MIN_VOICES || named.len() > MAX_VOICES {
        let line = format!(
            "--member names {}, and a council needs {MIN_VOICES} to {MAX_VOICES} voices",
            named.len()
        );
        return bad(format!(
            "{line}: name {}",
            if named.len() > MAX_VOICES { "fewer" } else { "more" }
        ));
    }
    let voice = |(name, holder)| PanelMember::voice(name, holder);
    let mut members: Vec<PanelMember> = named.into_iter().map(voice).collect();
    for_council!(kind, C => C::give_parts(&mut members, config)).map_err(AppFault::Usage)?;
    Ok(NamedPanel {
        name: kind.as_str().to_owned(),
        council: PanelPolicy::usual(kind),
        members,
        timeout_seconds: TIMEOUT_SECONDS,
        token_budget: TOKEN_BUDGET,
        materials_tokens: MATERIALS_TOKENS,
        looks: config.council.looks.clone(),
    })
}

/// That nobody sits, with the three ways on.
fn nobody(config: &Config) -> String {
    let names: Vec<&str> = config.panels.keys().map(String::as_str).collect();
    let panels = match names.is_empty() {
        true => "write a panel under councils in council.yaml and name it with --panel".to_owned(),
        false => format!("name a panel with --panel ({})", names.join(", ")),
    };
    format!(
        "nobody sits in this council: {panels}, name members with --member NAME=HOLDER, or see a recorded council: council-review ask --demo rounds"
    )
}

/// Has a member word the synthesis. Who did so before and has no voice leaves.
fn lead(panel: &mut NamedPanel, chair: &str) -> Result<(), AppFault> {
    if !panel.members.iter().any(|member| member.name.as_str() == chair) {
        let names: Vec<&str> = panel.members.iter().map(|member| member.name.as_str()).collect();
        return usage(format!(
            "--chair {chair}: there is no such member; there are {}",
            names.join(", ")
        ));
    }
    for member in &mut panel.members {
        member.is_chair = member.name.as_str() == chair;
    }
    panel.members.retain(|member| member.is_voice || member.is_chair);
    Ok(())
}

/// Refuses built-in rules where they have nothing to say, and where they would hold an office.
///
/// # Errors
/// The first such member.
pub(super) fn judge_rules(
    panel: &NamedPanel,
    kind: QuestionKind,
    is_of_rfc: bool,
) -> Result<(), AppFault> {
    let is_offline = |member: &&PanelMember| {
        member.holder == MemberSpec::Offline || member.fallback == Some(MemberSpec::Offline)
    };
    let ways = "Name a model, an agent or a mailbox";
    for member in panel.members.iter().filter(is_offline) {
        let head = format!("panel {}: member {} is offline", panel.name, member.name);
        if kind != QuestionKind::Review || !is_of_rfc {
            return bad(format!(
                "{head}. The built-in rules answer only questions about an RFC's tickets. {ways}"
            ));
        }
        if member.is_chair {
            return bad(format!(
                "{head} and words the synthesis. The built-in rules hold no office. {ways}"
            ));
        }
    }
    Ok(())
}
