//! The members of one session as the driver reaches them: replies are admitted against the brief and
//! what each was shown, and take their room in the evidence.

use std::sync::Arc;

use super::kinds::QuestionCouncil;
use crate::app::look::Looker;
use crate::app::space::Space;
use crate::core::call::{CallError, FailedCall};
use crate::core::driver::{CallFuture, Estimate, Estimating, Members, Showing};
use crate::core::look::{CallAnswer, Exchange, LookRequest, Looks, Refusal, ShownPage};
use crate::core::member::Member;
use crate::council::shared::admit::Admission;
use crate::council::shared::statement::SourceQuote;
use crate::model::MemberId;
use crate::source::ShownLines;
use crate::source::brief::{Brief, BriefGround};

/// Who answers for a member of a council.
pub type SeatedVoice<C> = Arc<
    dyn Member<
            <C as crate::core::protocol::Protocol>::Task,
            <C as crate::evidence::outcome::OutcomeCouncil>::Given,
        >,
>;

/// Which language a text is in, where that is sure.
pub type LanguageOf = fn(&str) -> Option<&'static str>;

/// Those who sit, in the order in which they were declared.
pub struct CouncilMembers<C: QuestionCouncil> {
    voices: Vec<SeatedVoice<C>>,
    brief: Arc<Brief>,
    pub(super) space: Arc<Space>,
    looker: Option<Arc<Looker>>,
    language_of: LanguageOf,
}

impl<C: QuestionCouncil> CouncilMembers<C> {
    /// Those who sit over a brief, and who shows them what they ask to see.
    pub fn new(
        voices: Vec<SeatedVoice<C>>,
        brief: Arc<Brief>,
        looker: Option<Arc<Looker>>,
        language_of: LanguageOf,
    ) -> Self {
        Self { voices, brief, space: Arc::default(), looker, language_of }
    }

    fn voice(&self, member: MemberId) -> SeatedVoice<C> {
        Arc::clone(&self.voices[usize::from(member.0)])
    }
}

impl<C: QuestionCouncil> Members<C> for CouncilMembers<C> {
    fn estimate(&self, member: MemberId, task: C::Task, looks: Looks) -> Estimating {
        let voice = self.voice(member);
        Box::pin(async move {
            let tokens = voice.estimate_next(&task, &looks);
            Estimate { tokens, again: voice.estimate_again(&task, &looks) }
        })
    }

    fn call(&self, member: MemberId, task: C::Task, looks: Looks) -> CallFuture<C::Reply> {
        let voice = self.voice(member);
        let (brief, space) = (Arc::clone(&self.brief), Arc::clone(&self.space));
        let language_of = self.language_of;
        Box::pin(async move {
            let (reply, receipt) = match voice.next(&task, &looks).await? {
                (CallAnswer::Form(reply), receipt) => (reply, receipt),
                (CallAnswer::Look(requests), receipt) => {
                    return Ok((CallAnswer::Look(requests), receipt));
                }
            };
            let admitted = admitted::<C>(&brief, &looks, language_of, reply);
            match admitted.and_then(|admitted| space.take(&admitted).map(|()| admitted)) {
                Ok(admitted) => Ok((CallAnswer::Form(admitted), receipt)),
                Err(why) => Err(FailedCall { fault: CallError::Malformed(why), receipt }),
            }
        })
    }

    fn show(&self, requests: Vec<LookRequest>, most: u32) -> Showing {
        let (looker, space) = (self.looker.clone(), Arc::clone(&self.space));
        Box::pin(async move {
            let refused = |why| {
                (1..=requests.len() as u32).map(move |n| ShownPage::nothing(n, Some(why))).collect()
            };
            let Some(looker) = looker else { return refused(Refusal::NotAllowed) };
            let pages = looker.answer(&requests, most as usize);
            if space.take(&pages).is_ok() { pages } else { refused(Refusal::Budget) }
        })
    }
}

/// A reply as the brief, and what its member was shown, let it be.
fn admitted<C: QuestionCouncil>(
    brief: &Brief,
    looks: &Looks,
    language_of: LanguageOf,
    reply: C::Given,
) -> Result<C::Reply, String> {
    let seen = looks.known().flat_map(Exchange::seen);
    let lines = seen.filter(|page| page.from > 0).filter_map(|page| {
        Some(ShownLines { path: page.path.as_deref()?, from: page.from, text: &page.text })
    });
    let ground = BriefGround::with(brief, lines);
    let wanted = brief.question.language.name.as_str();
    let admission = Admission {
        question: &brief.question,
        stands: &|cite: &SourceQuote| ground.holds(&cite.file, &cite.quote),
        other_language: &|text| language_of(text).filter(|name| *name != wanted).map(str::to_owned),
    };
    C::admit(&admission, reply)
}
