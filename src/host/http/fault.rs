//! What went wrong on the way, in our own short words: what, where, what to do. The client's own
//! messages are never shown; they may hold a URL or a certificate's text.

use std::error::Error;
use std::io::ErrorKind;

/// Why a request brought nothing, and whether making it again may help.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct HttpFault {
    pub(super) line: String,
    pub(super) passes: bool,
}

impl HttpFault {
    pub(super) fn lasting(line: String) -> Self {
        Self { line, passes: false }
    }

    pub(super) fn passing(line: String) -> Self {
        Self { line, passes: true }
    }
}

/// An error's causes, itself first; what an I/O error wraps counts as its cause.
fn chain<'a>(error: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    std::iter::successors(Some(error), |&error| {
        let wrapped = error.downcast_ref::<std::io::Error>().and_then(std::io::Error::get_ref);
        match wrapped {
            Some(inner) => Some(inner as &(dyn Error + 'static)),
            None => error.source(),
        }
    })
}

/// The first cause of a kind.
fn find<'a, T: Error + 'static>(error: &'a (dyn Error + 'static)) -> Option<&'a T> {
    chain(error).find_map(|cause| cause.downcast_ref::<T>())
}

/// What the system says, below all that wraps it.
fn system(error: &(dyn Error + 'static)) -> Option<ErrorKind> {
    chain(error)
        .filter_map(|cause| Some(cause.downcast_ref::<std::io::Error>()?.kind()))
        .find(|kind| *kind != ErrorKind::Other)
}

/// The fault of a request that never had an answer, or whose answer broke off.
pub(super) fn of(error: &reqwest::Error, authority: &str) -> HttpFault {
    if let Some(tls) = find::<rustls::Error>(error) {
        return HttpFault::lasting(format!("could not connect to {authority}: {}", of_tls(tls)));
    }
    if error.is_connect() {
        return of_connecting(error, authority);
    }
    let causes = || chain(error).map(ToString::to_string);
    if causes().any(|cause| cause.contains("message head is too large")) {
        return HttpFault::lasting(format!(
            "{authority} sent more headers than are read: is the base URL right?"
        ));
    }
    // What is left of a connection that was cut: a reset, or an end before the end.
    let is_cut = system(error).is_some()
        || causes().any(|cause| {
            let cause = cause.to_ascii_lowercase();
            ["closed", "end of file", "reset", "incomplete", "eof", "broken pipe", "goaway"]
                .iter()
                .any(|word| cause.contains(word))
        });
    if is_cut {
        return HttpFault::passing(format!(
            "{authority} cut the connection before its answer was whole"
        ));
    }
    HttpFault::lasting(format!("{authority} did not answer in HTTP: is the base URL right?"))
}

fn of_connecting(error: &reqwest::Error, authority: &str) -> HttpFault {
    let to = format!("could not connect to {authority}");
    if error.is_dns() {
        return HttpFault::passing(format!(
            "{to}: the name is unknown or the network is down: is the base URL right?"
        ));
    }
    if error.is_timeout() {
        return HttpFault::passing(format!("{to} in time: is the network up?"));
    }
    match system(error) {
        Some(ErrorKind::ConnectionRefused) => {
            HttpFault::passing(format!("{to}: connection refused: is the server up?"))
        }
        Some(ErrorKind::NetworkUnreachable | ErrorKind::HostUnreachable) => {
            HttpFault::passing(format!("{to}: no way leads there: is the network up?"))
        }
        Some(ErrorKind::PermissionDenied) => {
            HttpFault::lasting(format!("{to}: this machine does not allow it: ask who runs it"))
        }
        Some(_) => HttpFault::passing(format!("{to}: the connection was cut: is the server up?")),
        None => HttpFault::lasting(format!("{to}: is the base URL right?")),
    }
}

fn of_tls(error: &rustls::Error) -> String {
    use rustls::{CertificateError as Certificate, Error as Tls};
    match error {
        Tls::InvalidCertificate(Certificate::UnknownIssuer) => {
            "its certificate is by an issuer that this machine does not trust: point SSL_CERT_FILE \
             at the issuer's certificate"
                .to_owned()
        }
        Tls::InvalidCertificate(Certificate::NotValidForName)
        | Tls::InvalidCertificate(Certificate::NotValidForNameContext { .. }) => {
            "its certificate is of another host: is the base URL right?".to_owned()
        }
        Tls::InvalidCertificate(
            Certificate::Expired
            | Certificate::ExpiredContext { .. }
            | Certificate::NotValidYet
            | Certificate::NotValidYetContext { .. },
        ) => "its certificate is not valid today: is this machine's clock right?".to_owned(),
        Tls::InvalidCertificate(_) => {
            "its certificate is not valid: ask who runs the server".to_owned()
        }
        Tls::InvalidMessage(_) => {
            "it does not speak TLS there: should the base URL begin with http://?".to_owned()
        }
        _ => "no TLS connection came about: is the base URL right?".to_owned(),
    }
}
