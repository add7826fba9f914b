use hmac::{Hmac, Mac};
use rand::rngs::OsRng;
use rand::RngCore;
use sha2::Sha256;

use crate::error::CoreError;
use crate::member::MemberId;
use crate::poll::PollId;

/// Key of the personal links. A token is `<poll>-<member>-<mac in hex>`; nothing about it is stored.
#[derive(Clone)]
pub struct InvitationKey([u8; 32]);

/// Separates our MACs from whatever else somebody may one day sign with this key.
const DOMAIN: &[u8] = b"urna-invitation-v1";

impl InvitationKey {
    pub fn new(bytes: [u8; 32]) -> InvitationKey {
        InvitationKey(bytes)
    }

    pub fn generate() -> InvitationKey {
        let mut bytes = [0u8; 32];
        OsRng.fill_bytes(&mut bytes);
        InvitationKey(bytes)
    }

    fn mac(&self, poll: PollId, member: MemberId) -> Hmac<Sha256> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("any length is a key");
        mac.update(DOMAIN);
        mac.update(&poll.0.to_be_bytes());
        mac.update(&member.0.to_be_bytes());
        mac
    }

    pub fn mint(&self, poll: PollId, member: MemberId) -> String {
        let tag = self.mac(poll, member).finalize().into_bytes();
        format!("{}-{}-{}", poll.0, member.0, hex::encode(tag))
    }

    pub fn verify(&self, token: &str) -> Result<(PollId, MemberId), CoreError> {
        let mut parts = token.splitn(3, '-');
        let mut next = || parts.next().ok_or(CoreError::BadToken);
        let (poll, member, tag) = (next()?, next()?, next()?);
        let poll = PollId(poll.parse().map_err(|_| CoreError::BadToken)?);
        let member = MemberId(member.parse().map_err(|_| CoreError::BadToken)?);
        let tag = hex::decode(tag).map_err(|_| CoreError::BadToken)?;
        self.mac(poll, member)
            .verify_slice(&tag)
            .map_err(|_| CoreError::BadToken)?;
        Ok((poll, member))
    }
}

impl std::fmt::Debug for InvitationKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("InvitationKey(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_minted_token_verifies() {
        let key = InvitationKey::generate();
        let token = key.mint(PollId(4), MemberId(9));
        assert_eq!(key.verify(&token).unwrap(), (PollId(4), MemberId(9)));
    }

    #[test]
    fn a_token_for_another_member_is_refused() {
        let key = InvitationKey::new([7; 32]);
        let token = key.mint(PollId(4), MemberId(9)).replacen("4-9-", "4-8-", 1);
        assert!(matches!(key.verify(&token), Err(CoreError::BadToken)));
    }

    #[test]
    fn debug_does_not_print_the_key() {
        assert_eq!(format!("{:?}", InvitationKey::new([7; 32])), "InvitationKey(..)");
    }
}
