//! Councils that ship with the tool: a question, a text and recorded replies, held by the real machine so
//! that a person sees what comes of one. Their members are of the provider `demonstration`, and whatever is
//! made of them says so.

mod memory;

use std::collections::BTreeMap;
use std::future::ready;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;

pub use memory::MemoryStore;

use crate::app::ask::QuestionCouncil as _;
use crate::config::{
    MATERIALS_TOKENS, MemberSpec, NamedPanel, PanelMember, PanelPolicy, TIMEOUT_SECONDS,
    TOKEN_BUDGET,
};
use crate::core::call::{CallError, FailedCall};
use crate::council::for_council;
use crate::council::shared::opening::DEMONSTRATION;
use crate::members::transport::{Request, Response, Sending, Transport};
use crate::model::panel::CouncilKind;
use crate::model::policy::LookPolicy;
use crate::model::{
    AnswerLanguage, Identity, LanguageSource, MemberName, Question, QuestionKind, Receipt, Stakes,
};
use crate::source::brief::{Brief, MaterialKind, Materials};

/// A council that ships with the tool.
pub struct Demonstration {
    /// Who sits.
    pub panel: NamedPanel,
    /// What is asked.
    pub brief: Arc<Brief>,
    /// Who answers for each, in order.
    pub transports: Vec<Arc<dyn Transport>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Script {
    question: String,
    kind: QuestionKind,
    #[serde(default)]
    options: Vec<String>,
    rounds: Option<u8>,
    file: String,
    text: Vec<String>,
    members: Vec<Speaker>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Speaker {
    name: MemberName,
    #[serde(default)]
    is_chair: bool,
    lens: Option<String>,
    /// Its replies, by the name of the form.
    says: BTreeMap<String, Value>,
}

/// The council of a kind.
pub fn demonstration(kind: CouncilKind) -> Demonstration {
    let text = for_council!(kind, C => C::DEMONSTRATION);
    let script: Script = serde_yaml::from_str(text).expect("a test holds every demonstration");
    let question = Question {
        text: script.question,
        kind: script.kind,
        options: script.options,
        constraints: Vec::new(),
        domains: Vec::new(),
        stakes: Stakes::Normal,
        language: AnswerLanguage { name: "English".to_owned(), source: LanguageSource::Default },
    };
    // Its name is that of no file, so that nobody takes it for one of the repository's.
    let name = format!("demo:{}", script.file);
    let mut materials = Materials::new(&|_, _| Vec::new());
    let added = materials.add(MaterialKind::Note, &name, script.text.join("\n") + "\n");
    added.expect("a text that fits");
    let (mut members, mut transports) = (Vec::new(), Vec::new());
    for Speaker { name, is_chair, lens, says } in script.members {
        let mut member = PanelMember::voice(name.clone(), MemberSpec::Offline);
        (member.is_chair, member.lens) = (is_chair, lens);
        members.push(member);
        transports.push(Arc::new(Recorded { name, says }) as Arc<dyn Transport>);
    }
    let mut council = PanelPolicy::usual(kind);
    if let Some(rounds) = script.rounds {
        for_council!(kind, C => C::set_rounds(&mut council, rounds)).expect("it can have them");
    }
    let panel = NamedPanel {
        name: "demo".to_owned(),
        council,
        members,
        timeout_seconds: TIMEOUT_SECONDS,
        token_budget: TOKEN_BUDGET,
        materials_tokens: MATERIALS_TOKENS,
        looks: LookPolicy::off(),
    };
    Demonstration { panel, brief: Arc::new(Brief::new(question, materials)), transports }
}

/// A member whose replies were recorded.
struct Recorded {
    name: MemberName,
    says: BTreeMap<String, Value>,
}

impl Transport for Recorded {
    fn identity(&self) -> Identity {
        Identity::new(DEMONSTRATION, self.name.as_str())
    }

    fn obstacle(&self) -> Option<String> {
        None
    }

    fn send<'a>(&'a self, request: &'a Request) -> Sending<'a> {
        let receipt = Receipt::default();
        let said = self.says.get(request.assignment.step).map(ToString::to_string);
        Box::pin(ready(match said {
            Some(text) => Ok(Response { bytes: text.into_bytes(), receipt }),
            None => {
                let fault = CallError::Unavailable("nothing was recorded".to_owned());
                Err(FailedCall { fault, receipt })
            }
        }))
    }
}
