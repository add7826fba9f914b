//! Where a model answers: a base URL that leads to one host and holds no secret.

use std::net::IpAddr;

use reqwest::Url;

/// A text that no base URL can be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BaseUrlFault {
    /// It is no URL of the web.
    #[error("the base URL is none: write it as in https://api.example.com/v1")]
    NoUrl,
    /// It would be kept in evidence and in logs.
    #[error("the base URL holds a name or a password: put the key into an environment variable")]
    Secret,
    /// A path is put behind it.
    #[error("the base URL holds a query or a fragment: leave off what follows ? or #")]
    Query,
    /// Whoever listens would read the key and the dossier.
    #[error("{0} would be asked without encryption: write https, or use a server on this machine")]
    Plain(String),
}

/// Reads a base URL: `https`, or `http` to this machine; no user, no query, no fragment
/// (THREATS.md E8). What is wrong is said without repeating the text, which may hold a secret.
///
/// # Errors
/// What is wrong and what to do.
pub fn parse_base_url(text: &str) -> Result<Url, BaseUrlFault> {
    let url: Url = text.trim().parse().map_err(|_| BaseUrlFault::NoUrl)?;
    let host = url.host_str().filter(|host| !host.is_empty()).ok_or(BaseUrlFault::NoUrl)?;
    if !url.username().is_empty() || url.password().is_some() {
        return Err(BaseUrlFault::Secret);
    }
    if url.query().is_some() || url.fragment().is_some() {
        return Err(BaseUrlFault::Query);
    }
    match url.scheme() {
        "https" => Ok(url),
        "http" if is_loopback(host) => Ok(url),
        "http" => Err(BaseUrlFault::Plain(host.to_owned())),
        _ => Err(BaseUrlFault::NoUrl),
    }
}

fn is_loopback(host: &str) -> bool {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || bare.parse().is_ok_and(|address: IpAddr| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threats_e8_a_base_url_leads_to_one_host_and_holds_no_secret() {
        for (text, expected) in [
            ("https://api.openai.com/v1", Ok("https://api.openai.com/v1")),
            (" https://api.openai.com/v1/\n", Ok("https://api.openai.com/v1/")),
            ("http://127.0.0.1:11434/v1", Ok("http://127.0.0.1:11434/v1")),
            ("http://127.9.9.9/", Ok("http://127.9.9.9/")),
            ("http://localhost:8080", Ok("http://localhost:8080/")),
            ("http://[::1]:8080/v1", Ok("http://[::1]:8080/v1")),
            ("http://0x7f.1/", Ok("http://127.0.0.1/")),
            ("http://api.openai.com/v1", Err("api.openai.com would be asked without")),
            ("http://192.168.0.7:11434", Err("192.168.0.7 would be asked without")),
            ("http://localhost.evil.example", Err("localhost.evil.example would be")),
            ("http://127.0.0.1.evil.example", Err("127.0.0.1.evil.example would be")),
            ("https://user@host/v1", Err("holds a name or a password")),
            ("https://user:sk-secret@host/v1", Err("holds a name or a password")),
            ("https://host/v1?key=sk-secret", Err("holds a query")),
            ("https://host/v1?", Err("holds a query")),
            ("https://host/v1#sk-secret", Err("holds a query")),
            ("ftp://host/", Err("is none")),
            ("file:///etc/passwd", Err("is none")),
            ("data:text/plain,x", Err("is none")),
            ("sk-secret", Err("is none")),
            ("api.openai.com/v1", Err("is none")),
            ("https://", Err("is none")),
            ("", Err("is none")),
        ] {
            let found = parse_base_url(text);
            match (&found, expected) {
                (Ok(url), Ok(expected)) => assert_eq!(url.as_str(), expected),
                (Err(fault), Err(expected)) => {
                    let said = fault.to_string();
                    assert!(said.contains(expected) && !said.contains("sk-secret"), "{said}");
                }
                _ => panic!("{text}: {found:?}"),
            }
        }
    }
}
