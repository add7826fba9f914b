//! Where below a base URL a model answers.

use reqwest::Url;

/// `host:port`, the port always said.
pub(super) fn authority(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    match url.port_or_known_default() {
        Some(port) => format!("{host}:{port}"),
        None => host.to_owned(),
    }
}

/// The URL of a path below a base.
pub(super) fn below(base: &Url, path: &str) -> Option<Url> {
    format!("{}/{path}", base.as_str().trim_end_matches('/')).parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::parse_base_url;

    #[test]
    fn a_path_goes_below_the_base() {
        for base in ["https://h/v1", "https://h/v1/", "https://h/v1//"] {
            let base = parse_base_url(base).expect("a base URL");
            assert_eq!(below(&base, "x/y").expect("a URL").as_str(), "https://h/v1/x/y");
            assert_eq!(authority(&base), "h:443");
        }
    }
}
