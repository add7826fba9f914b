//! Which five modes each seat reasons through: validation (DESIGN.md §7) and the anchored draw.

use std::collections::{BTreeMap, BTreeSet};

use super::roster::office;
use crate::core::draw::SplitMix;
use crate::core::roster::Roster;
use crate::model::{MemberId, ModeId};
use crate::prompt::modes::category_of;

/// What each member selected.
pub type Selection = BTreeMap<MemberId, Vec<ModeId>>;

/// Shared modes, summed over the pairs of seats, may be at most this.
const MAX_OVERLAP: usize = 5;

/// What is wrong with one seat's own selection; `None` when it is fine by itself.
pub fn fault_of_seat(modes: &[ModeId]) -> Option<String> {
    let distinct: BTreeSet<_> = modes.iter().collect();
    if modes.len() != 5 || distinct.len() != 5 {
        return Some(format!("{} distinct modes instead of five", distinct.len()));
    }
    let categories: BTreeSet<_> = modes.iter().map(|&mode| category_of(mode)).collect();
    (categories.len() < 3)
        .then(|| format!("modes of {} categories instead of at least three", categories.len()))
}

/// What is wrong with the selections together; `None` when they are fine.
pub fn fault_of_panel(selection: &Selection) -> Option<String> {
    if !selection.values().flatten().any(|mode| mode.is_meta()) {
        return Some("no seat has a meta mode (75 to 80)".to_owned());
    }
    let sets: Vec<BTreeSet<_>> = selection.values().map(|m| m.iter().collect()).collect();
    let overlap: usize = sets
        .iter()
        .enumerate()
        .flat_map(|(i, a)| sets[i + 1..].iter().map(move |b| a.intersection(b).count()))
        .sum();
    (overlap > MAX_OVERLAP)
        .then(|| format!("the seats share {overlap} modes, more than {MAX_OVERLAP}"))
}

/// The key modes of one member; none for a name that this council does not have.
fn own_key_modes(roster: &Roster, member: MemberId) -> Vec<ModeId> {
    office(roster.name(member)).map(|office| office.key_modes().to_vec()).unwrap_or_default()
}

/// The key modes of these members.
pub fn key_modes(roster: &Roster, members: &[MemberId]) -> Selection {
    members.iter().map(|&member| (member, own_key_modes(roster, member))).collect()
}

/// Each member's first two key modes and three drawn with `seed`. The first valid draw counts; the
/// key modes, should none of the first thousand be.
pub fn anchored(roster: &Roster, members: &[MemberId], seed: u64) -> Selection {
    let mut random = SplitMix(seed);
    for _ in 0..1_000 {
        let mut selection = Selection::new();
        for &member in members {
            let mut modes = own_key_modes(roster, member);
            modes.truncate(2);
            while modes.len() < 5 {
                let number = (random.next() % 80) as u8 + 1;
                let mode = ModeId::new(number).expect("1 to 80");
                if !modes.contains(&mode) {
                    modes.push(mode);
                }
            }
            modes.sort_unstable();
            selection.insert(member, modes);
        }
        let valid = selection.values().all(|modes| fault_of_seat(modes).is_none());
        if valid && fault_of_panel(&selection).is_none() {
            return selection;
        }
    }
    key_modes(roster, members)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::council::rfc::roster;
    use crate::model::Identity;

    fn panel() -> (Roster, Vec<MemberId>) {
        let named = |name| (name, Identity::new("scripted", "none"));
        let roster: Roster = roster::names().into_iter().map(named).collect();
        let ids = roster.ids().collect();
        (roster, ids)
    }

    fn modes(ids: &[u8]) -> Vec<ModeId> {
        ids.iter().map(|&id| ModeId::new(id).expect("a mode")).collect()
    }

    #[test]
    fn the_key_modes_are_a_valid_selection() {
        let (roster, ids) = panel();
        let selection = key_modes(&roster, &ids);
        assert_eq!(fault_of_panel(&selection), None);
        for modes in selection.values() {
            assert_eq!(fault_of_seat(modes), None);
        }
    }

    #[test]
    fn a_seat_needs_five_modes_of_three_categories() {
        assert!(fault_of_seat(&modes(&[1, 6, 7, 43])).is_some());
        assert!(fault_of_seat(&modes(&[1, 6, 7, 43, 43])).is_some());
        assert!(fault_of_seat(&modes(&[1, 2, 3, 43, 37])).is_some());
        assert!(fault_of_seat(&modes(&[1, 2, 3, 43, 75])).is_none());
    }

    #[test]
    fn a_panel_needs_a_meta_mode_and_little_overlap() {
        let panel = |a: &[u8], b: &[u8], c: &[u8]| {
            Selection::from([
                (MemberId(0), modes(a)),
                (MemberId(1), modes(b)),
                (MemberId(2), modes(c)),
            ])
        };
        let apart = panel(&[1, 9, 10, 21, 29], &[2, 13, 11, 22, 37], &[3, 14, 12, 25, 38]);
        assert!(fault_of_panel(&apart).expect("no meta").contains("meta"));
        let same = panel(&[1, 9, 10, 21, 75], &[1, 9, 10, 21, 75], &[3, 14, 12, 25, 38]);
        assert_eq!(fault_of_panel(&same), None);
        let too_alike = panel(&[1, 9, 10, 21, 75], &[1, 9, 10, 21, 75], &[1, 14, 12, 25, 38]);
        assert!(fault_of_panel(&too_alike).expect("7 shared").contains("share 7"));
    }

    #[test]
    fn an_anchored_draw_is_valid_keeps_its_anchors_and_follows_its_seed() {
        let (roster, ids) = panel();
        for seed in 0..50 {
            let selection = anchored(&roster, &ids, seed);
            assert_eq!(selection, anchored(&roster, &ids, seed));
            assert_eq!(fault_of_panel(&selection), None);
            for (seat, modes) in &selection {
                assert_eq!(fault_of_seat(modes), None);
                assert!(
                    own_key_modes(&roster, *seat)[..2].iter().all(|anchor| modes.contains(anchor))
                );
            }
        }
        assert_ne!(anchored(&roster, &ids, 1), anchored(&roster, &ids, 2));
    }
}
