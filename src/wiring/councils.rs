//! Where a council about a question sits: the repository read, its evidence, the clock, and who answers.

mod demo;
mod inputs;
mod plan;

pub use demo::demonstrate;

use std::path::PathBuf;
use std::sync::Arc;

use super::repository::OpenRepository;
use super::seats::{must_not_read, transport, transport_fault};
use super::{WiringFault, clock};
use crate::app::ask::holding::{self, CouncilDesk, CouncilNames, HeldCouncil};
use crate::app::ask::{
    self, AskInputs, AskWish, AskedCouncil, CouncilMembers, QuestionCouncil, RuleVoice, SeatedVoice,
};
use crate::app::model_member::ModelMember;
use crate::app::sitters::Sitters;
use crate::app::{AppFault, Progress, Workspace};
use crate::config::{MemberSpec, PanelMember};
use crate::core::protocol::EventOf;
use crate::council::for_council;
use crate::council::shared::opening::Opening;
use crate::council::shared::words::CouncilWords as _;
use crate::evidence::outcome::{self, CouncilSetting};
use crate::evidence::v2::outcome::{OutcomeInputs, PackWord};
use crate::host::answer_cache::AnswerFolder;
use crate::host::clock::SystemClock;
use crate::host::fallback::Fallback;
use crate::host::patch;
use crate::host::signals::Stop;
use crate::host::snapshot;
use crate::host::store::FolderStore;
use crate::members::transport::Transport;
use crate::model::{CouncilId, Identity, MemberName, SubjectId};
use crate::port::{Answers, Clock as _, Snapshot, Store as _};
use crate::rules::panelist::RulePanel;
use crate::source::brief::Brief;

/// The brief of a session that goes on, and the subject that it is about.
type BriefAgain = (Arc<Brief>, Option<SubjectId>);

/// All that councils about a question need.
pub struct CouncilDeps {
    opened: OpenRepository,
    store: FolderStore,
    clock: SystemClock,
    base: Option<snapshot::Repository>,
    fresh: bool,
}

/// A council that is ready to be held.
pub struct ReadyCouncil {
    /// Who sits, what is asked, and over what.
    pub asked: AskedCouncil,
    transports: Vec<Option<Arc<dyn Transport>>>,
}

impl CouncilDeps {
    /// The room over a repository that is open; `base` is what `--diff` names.
    ///
    /// # Errors
    /// The evidence has no folder, or there is no such base.
    pub fn set(
        opened: OpenRepository,
        base: Option<&str>,
        fresh: bool,
    ) -> Result<Self, WiringFault> {
        let base = base.map(|rev| snapshot::open(&opened.folder(), Some(rev))).transpose()?;
        let (store, clock) = (opened.store()?, clock()?);
        Ok(Self { opened, store, clock, base, fresh })
    }

    /// The repository as it was read.
    pub fn workspace(&self) -> &Workspace {
        &self.opened.workspace
    }

    /// Its files.
    pub fn files(&self) -> &dyn Snapshot {
        self.opened.files()
    }

    /// Its evidence.
    pub fn store(&self) -> &FolderStore {
        &self.store
    }

    /// One council for each thing that a wish is about. Nobody is asked yet.
    ///
    /// # Errors
    /// What was asked for makes no sense.
    pub fn prepare(&self, wish: &AskWish) -> Result<Vec<ReadyCouncil>, WiringFault> {
        let archive = self.opened.archive()?;
        let inputs = AskInputs {
            workspace: &self.opened.workspace,
            files: self.opened.files(),
            base: self.base.as_ref().map(|base| base as &dyn Snapshot),
            patch: &patch::unified,
            archive: archive.as_ref(),
            detect: &ask::detect,
        };
        let mut councils = Vec::new();
        for wish in ask::each(wish, &inputs)? {
            let asked = ask::prepare(&wish, &inputs)?;
            let transports = asked.panel.members.iter().map(|member| self.transport(member));
            let transports: Vec<_> = transports.collect::<Result<_, _>>()?;
            councils.push(ReadyCouncil { asked, transports });
        }
        Ok(councils)
    }

    /// Refuses councils of one wish, which all have its panel, when somebody of it cannot be asked,
    /// before anything begins.
    ///
    /// # Errors
    /// The first that cannot.
    pub fn must_stand(&self, councils: &[ReadyCouncil]) -> Result<(), WiringFault> {
        let Some(ready) = councils.first() else { return Ok(()) };
        if let Some((member, line)) = self.obstacles(ready).into_iter().next() {
            return Err(transport_fault(&member, &line));
        }
        let panel = &ready.asked.panel;
        let names = panel.members.iter().map(|member| &member.name);
        let sitters = Sitters::Panel(panel.name.clone());
        let without = |member: &MemberName| sitters.without(member);
        members_must_not_read(&without, names.zip(&ready.transports))
    }

    /// Who cannot be asked, and why.
    pub fn obstacles(&self, ready: &ReadyCouncil) -> Vec<(MemberName, String)> {
        let config = &self.opened.workspace.config;
        let obstacle = |member: &PanelMember| {
            let first = transport(config, &member.holder, self.opened.root().ok())?;
            Some((member.name.clone(), first.obstacle()?))
        };
        ready.asked.panel.members.iter().filter_map(obstacle).collect()
    }

    fn transport(&self, member: &PanelMember) -> Result<Option<Arc<dyn Transport>>, WiringFault> {
        let config = &self.opened.workspace.config;
        let root: PathBuf = self.opened.root()?.to_owned();
        let of = |holder: &MemberSpec| transport(config, holder, Some(&root));
        let Some(first) = of(&member.holder) else { return Ok(None) };
        let second = member.fallback.as_ref().and_then(of);
        Ok(Some(match second {
            Some(second) => Arc::new(Fallback::new(first, second)),
            None => first,
        }))
    }

    /// The panel of the built-in rules over an RFC, where they hold a voice.
    fn rules(
        &self,
        rfc: Option<&SubjectId>,
        stop: &Stop,
    ) -> Result<Option<RulePanel>, WiringFault> {
        let Some(rfc) = rfc else { return Ok(None) };
        let dossier = Arc::new(self.opened.workspace.dossier(rfc)?);
        let index = self.opened.symbols(&|| stop.is_requested());
        let results = self.opened.workspace.gates.check(&dossier);
        let found: Vec<_> = results.into_iter().flat_map(|result| result.findings).collect();
        Ok(Some(RulePanel::over(&dossier, &index, &found)))
    }

    fn kept(&self) -> Option<Arc<dyn Answers>> {
        let root = self.opened.root().ok();
        let kept =
            (!self.fresh).then(|| AnswerFolder::of_user(|name| std::env::var_os(name), root));
        kept.flatten().map(|folder| Arc::new(folder) as Arc<dyn Answers>)
    }

    /// The opening of a council, as it would be held now.
    fn opening<C: QuestionCouncil>(
        &self,
        ready: &ReadyCouncil,
        council: &str,
    ) -> Opening<C::Panel> {
        let identity = |member: &PanelMember| self.identity(ready, member);
        let lenses = &self.opened.workspace.config.lenses;
        let id = council.parse().expect("an id of the known form");
        ask::opening::<C>(&ready.asked.panel, &ready.asked.brief, id, lenses, &identity)
    }

    fn identity(&self, ready: &ReadyCouncil, member: &PanelMember) -> Identity {
        let at = ready.asked.panel.members.iter().position(|own| own.name == member.name);
        let transport = at.and_then(|at| ready.transports[at].as_ref());
        transport.map_or_else(RulePanel::identity, |transport| transport.identity())
    }

    /// Holds a council.
    ///
    /// # Errors
    /// It does not fit its budget, or its evidence cannot be written.
    pub fn hold(
        &self,
        ready: ReadyCouncil,
        progress: &mut dyn Progress,
        stop: &Stop,
    ) -> Result<HeldCouncil, WiringFault> {
        self.must_fit(&ready)?;
        let rules = self.rules(ready.asked.rfc.as_ref(), stop)?;
        let kind = ready.asked.panel.council.kind();
        let (id, _hold) = holding::claim(&self.store, kind.protocol(), self.clock.now())?;
        for_council!(kind, C => {
            let opening = self.opening::<C>(&ready, id.as_str());
            self.sit::<C>(opening, ready, rules, progress, stop)
        })
    }

    /// Refuses a council that cannot come to its end, before anything is written.
    fn must_fit(&self, ready: &ReadyCouncil) -> Result<(), WiringFault> {
        let plan = self.plan(ready)?;
        let needed: u64 = plan.steps.iter().map(|(_, _, tokens)| tokens).sum();
        if needed <= plan.token_budget {
            return Ok(());
        }
        let enough = needed.next_multiple_of(1_000);
        let line = format!(
            "panel {} needs about {needed} tokens to come to its end, and its budget is {}: set token_budget to {enough}, or show less",
            ready.asked.panel.name, plan.token_budget
        );
        Err(WiringFault::BadInput(line))
    }

    fn sit<C>(
        &self,
        mut opening: Opening<C::Panel>,
        ready: ReadyCouncil,
        rules: Option<RulePanel>,
        progress: &mut dyn Progress,
        stop: &Stop,
    ) -> Result<HeldCouncil, WiringFault>
    where
        C: QuestionCouncil,
        EventOf<C>: serde::Serialize + serde::de::DeserializeOwned,
    {
        let AskedCouncil { panel, brief, rfc } = ready.asked;
        let words = Arc::new(C::Words::new(Arc::clone(&brief), &opening, panel.materials_tokens));
        opening.least = words.least(&opening);
        let pack = (!brief.materials.is_empty()).then(|| PackWord::from(words.first()));
        let subject = rfc.map(|rfc| rfc.to_string());
        let inputs = inputs::of(&self.opened, &brief, subject, pack);
        let members = self.members::<C>(&opening, &brief, &words, &ready.transports, rules)?;
        let setting = CouncilSetting { inputs, started_at: self.clock.now() };
        let desk = CouncilDesk { store: &self.store, clock: &self.clock };
        let stopped = stop.clone().requested();
        let held = holding::hold::<C>(&desk, opening, &members, setting, progress, stopped);
        Ok(super::runtime::wait(held)??)
    }

    /// Goes on with a council after a crash; what is recorded is not asked again.
    ///
    /// # Errors
    /// There is no such session, or it cannot go on with what is here now.
    pub fn resume(
        &self,
        id: &CouncilId,
        progress: &mut dyn Progress,
        stop: &Stop,
    ) -> Result<HeldCouncil, WiringFault> {
        for_council!(id.kind(), C => self.go_on::<C>(id, progress, stop))
    }

    fn go_on<C>(
        &self,
        id: &CouncilId,
        progress: &mut dyn Progress,
        stop: &Stop,
    ) -> Result<HeldCouncil, WiringFault>
    where
        C: QuestionCouncil,
        EventOf<C>: serde::Serialize + serde::de::DeserializeOwned,
    {
        let names = CouncilNames::of(id);
        holding::session_bytes(&self.store, &names)?;
        let _hold = holding::take_up(&self.store, &names)?;
        let bytes = holding::session_bytes(&self.store, &names)?;
        let played = outcome::recover::<C>(&bytes).map_err(|faults| {
            let told = holding::told(&names, &faults);
            WiringFault::BadInput(format!("{told}\nrestore the file, or remove it and ask again"))
        })?;
        if played.outcome().is_some() {
            let path = names.session();
            self.store.replace(&path, &bytes).map_err(AppFault::writing)?;
            let done = holding::publish::<C>(&self.store, played.session, &names)?;
            return Ok(HeldCouncil { was_over: true, ..done });
        }
        let other = |what: &str| {
            let line = format!("cannot go on with {id}: {what}; ask again: council-review ask");
            WiringFault::BadInput(line)
        };
        let tool = &played.session.inputs.tool.version;
        if tool != env!("CARGO_PKG_VERSION") {
            return Err(other(&format!("council-review {tool} began it")));
        }
        let told = C::told(&played.state, false).expect("a session that was played is open");
        let opening = told.opening().clone();
        let shipped = demo::shipped(id, &opening);
        let asked = match &shipped {
            Some(shipped) => Some((Arc::clone(&shipped.brief), None)),
            None => self.asked_again(&opening, &played.session.inputs)?,
        };
        let Some((brief, rfc)) = asked.filter(|(brief, _)| brief.digest == opening.brief) else {
            return Err(other("what it was about has changed since"));
        };
        let transports = match shipped {
            Some(shipped) => shipped.transports.into_iter().map(Some).collect(),
            None => self.holders(&opening).map_err(|fault| match fault {
                Departed::Other(line) => other(&line),
                Departed::Wiring(fault) => fault,
            })?,
        };
        // Who answers a council that began cannot be changed.
        let without = |_: &MemberName| "ask again with another: council-review ask".to_owned();
        let names = opening.members.iter().map(|member| &member.name);
        members_must_not_read(&without, names.zip(&transports))?;
        let panel = self.opened.workspace.config.panels.get(&opening.panel);
        let materials_tokens =
            panel.map_or(crate::config::MATERIALS_TOKENS, |panel| panel.materials_tokens);
        let words = Arc::new(C::Words::new(Arc::clone(&brief), &opening, materials_tokens));
        let rules = self.rules(rfc.as_ref(), stop)?;
        let members = self.members::<C>(&opening, &brief, &words, &transports, rules)?;
        let desk = CouncilDesk { store: &self.store, clock: &self.clock };
        let stopped = stop.clone().requested();
        let held = holding::resume::<C>(&desk, played, &members, progress, stopped);
        Ok(super::runtime::wait(held)??)
    }

    /// The ways to those who answered before a crash, who must be the same.
    fn holders<P>(
        &self,
        opening: &Opening<P>,
    ) -> Result<Vec<Option<Arc<dyn Transport>>>, Departed> {
        let config = &self.opened.workspace.config;
        let root: PathBuf = self.opened.root()?.to_owned();
        let mut transports = Vec::new();
        for sitter in &opening.members {
            let panel = config.panels.get(&opening.panel);
            let member = panel.and_then(|p| p.members.iter().find(|own| own.name == sitter.name));
            let now = member.and_then(|member| self.transport(member).transpose()).transpose()?;
            let now = match now {
                Some(transport) => Some(transport),
                None => again(config, &sitter.identity, &root),
            };
            let is = now.as_ref().map_or_else(RulePanel::identity, |now| now.identity());
            let (was, is) = (&sitter.identity, &is);
            if (&was.provider, &was.model) != (&is.provider, &is.model) {
                return Err(Departed::Other(format!(
                    "{} was {}:{}, and is {}:{} now",
                    sitter.name, was.provider, was.model, is.provider, is.model
                )));
            }
            transports.push(now);
        }
        Ok(transports)
    }

    /// The brief of a session as it would be now; `None` where something of it is not there any more.
    fn asked_again<P>(
        &self,
        opening: &Opening<P>,
        inputs: &OutcomeInputs,
    ) -> Result<Option<BriefAgain>, WiringFault> {
        let rfc: Option<SubjectId> = inputs.subject.as_deref().and_then(|word| word.parse().ok());
        let archive = self.opened.archive()?;
        let from = AskInputs {
            workspace: &self.opened.workspace,
            files: self.opened.files(),
            base: None,
            patch: &patch::unified,
            archive: archive.as_ref(),
            detect: &ask::detect,
        };
        let names: Vec<&str> = inputs.materials().map(|file| file.path.as_str()).collect();
        let brief = ask::again(&opening.question, &names, rfc.as_ref(), &from);
        Ok(brief.map(|brief| (Arc::new(brief), rfc)))
    }

    fn members<C: QuestionCouncil>(
        &self,
        opening: &Opening<C::Panel>,
        brief: &Arc<Brief>,
        words: &Arc<C::Words>,
        transports: &[Option<Arc<dyn Transport>>],
        rules: Option<RulePanel>,
    ) -> Result<CouncilMembers<C>, WiringFault> {
        let mut voices: Vec<SeatedVoice<C>> = Vec::new();
        for transport in transports {
            voices.push(match (transport, &rules) {
                (Some(transport), _) => {
                    let (words, kept) = (Arc::clone(words), self.kept());
                    Arc::new(ModelMember::new(Arc::clone(transport), words, kept))
                }
                (None, Some(rules)) => Arc::new(RuleVoice::<C>::new(rules.clone())),
                (None, None) => {
                    let line = "a member is offline, and there is no RFC to judge";
                    return Err(WiringFault::BadInput(line.to_owned()));
                }
            });
        }
        let looker =
            (opening.looks.rounds > 0).then(|| Arc::new((self.opened.looker())(&opening.looks)));
        Ok(CouncilMembers::new(voices, Arc::clone(brief), looker, ask::detect))
    }
}

/// Refuses members of whom a program reads files that a text names; `without` says how to do without one.
fn members_must_not_read<'m>(
    without: &dyn Fn(&MemberName) -> String,
    members: impl Iterator<Item = (&'m MemberName, &'m Option<Arc<dyn Transport>>)>,
) -> Result<(), WiringFault> {
    let asked = members.filter_map(|(name, way)| Some((name.clone(), Arc::clone(way.as_ref()?))));
    must_not_read(without, &asked.collect())
}

/// Why a session cannot go on with who is here now.
enum Departed {
    /// Somebody else would answer.
    Other(String),
    /// Nobody can be asked.
    Wiring(WiringFault),
}

impl From<WiringFault> for Departed {
    fn from(fault: WiringFault) -> Self {
        Self::Wiring(fault)
    }
}

/// The way to a holder that a person named for one run.
fn again(
    config: &crate::config::Config,
    identity: &Identity,
    root: &std::path::Path,
) -> Option<Arc<dyn Transport>> {
    let Identity { provider, model, parameters, .. } = identity;
    let word = match provider.as_str() {
        "offline" => return None,
        "mailbox" => format!("mailbox:{}", parameters.get("folder").unwrap_or(model)),
        "command" => format!("command:{model}"),
        _ => format!("{provider}:{model}"),
    };
    let holder: MemberSpec = word.parse().ok()?;
    config.unknown_provider(&holder).is_none().then(|| transport(config, &holder, Some(root)))?
}
