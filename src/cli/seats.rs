//! Who sits: `council.yaml`, and `--seat` on top of it.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use super::fault::CliFault;
use crate::app;
use crate::app::model_seat::ModelSeat;
use crate::app::review::Seats;
use crate::config::{Holder, Seating};
use crate::host::mailbox::Mailbox;
use crate::model::SeatId;
use crate::model::exit::ExitCode;
use crate::provider::transport::Transport;
use crate::source::Dossier;

/// Who sits where, ready to be asked.
pub(super) struct Table(BTreeMap<SeatId, Arc<dyn Transport>>);

impl Table {
    /// The seats of a configuration, whose folders are below `root`, and those named by `--seat`,
    /// whose folders are where the caller is. Whoever cannot be asked is told before anything
    /// begins.
    pub(super) fn set(
        configured: &Seating,
        root: &Path,
        words: &[String],
    ) -> Result<Self, CliFault> {
        let mut transports = BTreeMap::new();
        for (&seat, holder) in configured {
            place(&mut transports, seat, holder, root);
        }
        for word in words {
            let (seat, holder) = read(word)?;
            place(&mut transports, seat, &holder, Path::new(""));
        }
        for (seat, transport) in &transports {
            if let Some(obstacle) = transport.obstacle() {
                return Err(CliFault::new(ExitCode::BadInput, format!("{seat}: {obstacle}")));
            }
        }
        Ok(Self(transports))
    }

    /// The seats over a dossier: offline where nobody else sits.
    pub(super) fn seats(&self, dossier: &Arc<Dossier>) -> Seats {
        let mut seats = app::review::offline(dossier);
        for (&id, transport) in &self.0 {
            let seat = ModelSeat::new(Arc::clone(transport), Arc::clone(dossier));
            seats.insert(id, Arc::new(seat));
        }
        seats
    }
}

fn place(
    transports: &mut BTreeMap<SeatId, Arc<dyn Transport>>,
    seat: SeatId,
    holder: &Holder,
    base: &Path,
) {
    match holder {
        Holder::Offline => {
            transports.remove(&seat);
        }
        Holder::Mailbox { folder } => {
            transports.insert(seat, Arc::new(Mailbox::new(base.join(folder))));
        }
    }
}

/// `SA-2=mailbox:DIR`.
fn read(word: &str) -> Result<(SeatId, Holder), CliFault> {
    let wrong = |why: String| CliFault::new(ExitCode::Usage, format!("--seat {word}: {why}"));
    let (name, holder) = word.split_once('=').ok_or_else(|| {
        wrong("expected a seat and its holder, as in SA-2=mailbox:DIR".to_owned())
    })?;
    let seat = SeatId::ALL.into_iter().find(|seat| seat.as_str() == name);
    let seat = seat.ok_or_else(|| wrong("the seats are SA-1, SA-2 and SA-3".to_owned()))?;
    Ok((seat, holder.parse().map_err(wrong)?))
}
