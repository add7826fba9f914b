mod common;

use common::Fixture;
use gelatin::daemon::http::{route, Reply, Request};
use gelatin::daemon::Daemon;

fn get(daemon: &mut Daemon, path: &str) -> Reply {
    let request = Request {
        method: "GET",
        path,
        token: None,
        body: "",
    };
    route(daemon, &request)
}

fn post(daemon: &mut Daemon, path: &str, token: Option<&str>, body: &str) -> Reply {
    let request = Request {
        method: "POST",
        path,
        token,
        body,
    };
    route(daemon, &request)
}

#[test]
fn health_and_unknown_path() {
    let f = Fixture::new();
    let mut daemon = Daemon::new(f.config.clone());
    assert_eq!(get(&mut daemon, "/health").status, 200);
    assert_eq!(get(&mut daemon, "/nothing").status, 404);
}

#[test]
fn post_needs_the_token() {
    let f = Fixture::new();
    let mut daemon = Daemon::new(f.config.clone());
    assert_eq!(post(&mut daemon, "/sync", None, "").status, 403);
    assert_eq!(post(&mut daemon, "/sync", Some("guess"), "").status, 403);
    assert_eq!(post(&mut daemon, "/sync", Some("secret"), "").status, 200);
}

#[test]
fn without_a_configured_token_no_post_is_accepted() {
    let f = Fixture::new();
    let mut config = f.config.clone();
    config.daemon.token = None;
    let mut daemon = Daemon::new(config);
    assert_eq!(post(&mut daemon, "/sync", None, "").status, 403);
}

#[test]
fn sync_shows_up_in_status() {
    let f = Fixture::new();
    f.write("studio", "a/1.jpg", "one", 1000);
    let mut daemon = Daemon::new(f.config.clone());
    let body = r#"{"albums": ["a"]}"#;
    assert_eq!(post(&mut daemon, "/sync", Some("secret"), body).status, 200);
    let status = get(&mut daemon, "/status");
    assert_eq!(status.body["last"]["report"]["copied"], 1);
}

#[test]
fn bad_bodies_are_refused() {
    let f = Fixture::new();
    let mut daemon = Daemon::new(f.config.clone());
    let reply = post(&mut daemon, "/sync", Some("secret"), r#"{"album": "a"}"#);
    assert_eq!(reply.status, 400);
}
