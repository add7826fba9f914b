//! Replies of this council held against their limits, by whoever can see the inputs.

use super::answer::LensesReply;
use super::render::{POSITION_WORDS, REBUTTAL_WORDS};
use crate::council::shared::admit::Admission;
use crate::council::shared::admitted::AdmittedReply;

/// Admits a reply, or says which field is beyond what it may be.
pub fn admit(
    admission: &Admission<'_>,
    reply: LensesReply,
) -> Result<AdmittedReply<LensesReply>, String> {
    let (fault, most) = match &reply {
        LensesReply::Lens(opinion) => {
            (admission.statement(&opinion.statement), Some(POSITION_WORDS))
        }
        LensesReply::Rebuttal(rebuttal) => {
            (admission.choice("choice", rebuttal.choice), Some(REBUTTAL_WORDS))
        }
        LensesReply::Synthesis(given) => (admission.synthesis(&given.synthesis), None),
    };
    admission.admit(reply, fault, most)
}
