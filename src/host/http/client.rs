//! The HTTP client of a seat, made in one place: no redirects, no proxies, no cookies, no
//! connection that is used twice, no retries but ours.

use std::error::Error;
use std::time::Duration;

use reqwest::{Client, Url, redirect, retry};

/// The most bytes of headers that are read (THREATS.md E7).
pub(super) const MOST_HEADER_BYTES: usize = 64 << 10;

/// How often a connection shows that it is alive: a model thinks for minutes without a word, and what
/// stands between us and it forgets a connection that is silent.
const KEEP_ALIVE: Duration = Duration::from_secs(30);

/// A client for one seat.
pub(super) fn to(base_url: &Url, connect: Duration) -> Result<Client, String> {
    // Once for the process; that another seat did it before is no fault.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let most = u32::try_from(MOST_HEADER_BYTES).unwrap_or(u32::MAX);
    let builder = Client::builder()
        .user_agent(concat!("council-review/", env!("CARGO_PKG_VERSION")))
        .redirect(redirect::Policy::none())
        .no_proxy()
        .referer(false)
        .retry(retry::never())
        .pool_max_idle_per_host(0)
        .tcp_keepalive(KEEP_ALIVE)
        .connect_timeout(connect)
        .http2_max_header_list_size(most);
    // Without encryption no certificates are needed, and a machine may have none.
    let builder = if base_url.scheme() == "https" {
        builder.https_only(true)
    } else {
        builder.tls_certs_only([])
    };
    builder.build().map_err(|error| {
        let cause = error.source().map(ToString::to_string).unwrap_or_default();
        if cause.contains("CA certificates") {
            "this machine has no root certificates: install ca-certificates, or set SSL_CERT_FILE"
                .to_owned()
        } else {
            "no HTTP client can be made on this machine".to_owned()
        }
    })
}
