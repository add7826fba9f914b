//! Floor 11: the language server protocol, over any pair of streams. Holds the documents that an
//! editor has open, and answers from the gates over them; writes no file.
//!
//! `frames` are the messages, `server` the life of a session, `documents` what is open, `answers`
//! what is said of a place, `diagnostics` the findings as an editor shows them.

mod answers;
mod diagnostics;
mod documents;
mod frames;
mod positions;
mod server;

use std::io::{BufRead, Write};
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::thread;

use self::frames::FrameFault;
use self::server::Server;
use crate::wiring::RepositoryOptions;

/// Messages that wait until they are worked on; a client that sends more waits itself.
const WAITING: usize = 64;

/// How a session ended.
#[derive(Debug)]
pub enum SessionEnd {
    /// As the protocol says: asked to shut down, then to exit.
    Orderly,
    /// The client has gone without that.
    Abandoned,
    /// What came was no message, in one line.
    Broken(String),
}

/// Serves one client until it ends. `place` says where the repository is, unless the client does.
pub fn serve(
    place: RepositoryOptions,
    mut input: impl BufRead + Send + 'static,
    mut output: impl Write,
) -> SessionEnd {
    let (tell, told) = sync_channel(WAITING);
    let reader = thread::Builder::new().name("client".to_owned()).spawn(move || {
        loop {
            let message = frames::read(&mut input);
            let is_last = !matches!(message, Ok(Some(_)));
            if tell.send(message).is_err() || is_last {
                return;
            }
        }
    });
    if let Err(fault) = reader {
        return SessionEnd::Broken(format!("cannot wait for the client: {fault}"));
    }
    let mut server = Server::new(place);
    loop {
        let bytes = match next(&mut server, &told, &mut output) {
            Ok(Some(bytes)) => bytes,
            Ok(None) => return SessionEnd::Abandoned,
            Err(fault) => return SessionEnd::Broken(fault.to_string()),
        };
        match server.take(&bytes, &mut output) {
            Ok(None) => {}
            Ok(Some(ended)) => return ended,
            // Whoever does not read any more has gone.
            Err(_) => return SessionEnd::Abandoned,
        }
    }
}

/// The next message. While none is there, what has changed is judged, so that a client which types
/// fast is answered once.
fn next(
    server: &mut Server,
    told: &Receiver<Result<Option<Vec<u8>>, FrameFault>>,
    output: &mut impl Write,
) -> Result<Option<Vec<u8>>, FrameFault> {
    loop {
        match told.try_recv() {
            Ok(message) => return message,
            Err(TryRecvError::Disconnected) => return Ok(None),
            Err(TryRecvError::Empty) if server.is_stale() => {
                if server.refresh(output).is_err() {
                    return Ok(None);
                }
            }
            Err(TryRecvError::Empty) => return told.recv().unwrap_or(Ok(None)),
        }
    }
}
