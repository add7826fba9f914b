//! Replies of this council held against their limits, by whoever can see the inputs.

use super::answer::{CritiqueVerdict, Dimension, Review, RoundsReply};
use crate::council::shared::admit::Admission;
use crate::council::shared::admitted::AdmittedReply;

/// Admits a reply, or says which field is beyond what it may be.
pub fn admit(
    admission: &Admission<'_>,
    reply: RoundsReply,
) -> Result<AdmittedReply<RoundsReply>, String> {
    let fault = match &reply {
        RoundsReply::Opinion(opinion) => admission.statement(&opinion.statement),
        RoundsReply::Review(review) => {
            confirmed(review).or_else(|| admission.choice("choice", review.choice))
        }
        RoundsReply::Chair(chair) => admission.synthesis(&chair.synthesis),
    };
    admission.admit(reply, fault, None)
}

/// CONFIRMED stands under assumptions alone.
fn confirmed(review: &Review) -> Option<String> {
    let mut critiques = review.critiques();
    let confirms = critiques.find(|(dimension, critique)| {
        *dimension != Dimension::Assumptions && critique.verdict == CritiqueVerdict::Confirmed
    });
    confirms.map(|_| "verdict: CONFIRMED stands under assumptions alone".to_owned())
}
