//! Replies of this council held against their limits, by whoever can see the inputs.

use super::answer::Reply;
use super::render::{POSITION_WORDS, REBUTTAL_WORDS};
use crate::council::shared::admit::Admission;
use crate::council::shared::admitted::Admitted;

/// Admits a reply, or says which field is beyond what it may be.
pub fn admit(admission: &Admission<'_>, reply: Reply) -> Result<Admitted<Reply>, String> {
    let (fault, most) = match &reply {
        Reply::Lens(opinion) => (admission.statement(&opinion.statement), Some(POSITION_WORDS)),
        Reply::Rebuttal(rebuttal) => {
            (admission.choice("choice", rebuttal.choice), Some(REBUTTAL_WORDS))
        }
        Reply::Synthesis(given) => (admission.synthesis(&given.synthesis), None),
    };
    admission.admit(reply, fault, most)
}
