//! How a seat held by an agent CLI ends: in time, given up, killed; and nothing that it started stays.
#![cfg(target_os = "linux")]
#![expect(clippy::print_stdout, reason = "figures, for who runs it with --nocapture")]

use std::path::PathBuf;
use std::process::Stdio;
use std::time::{Duration, Instant};

use super::agents::{ANSWER, Agent, ask, fault, launcher, request};
use crate::support::{alone, scale};
use council_review::host::command::{CommandSeat, CommandTransport};
use council_review::members::transport::Transport;

#[tokio::test]
async fn whoever_takes_too_long_is_ended() {
    let cases = [
        ("sleep 600", "it gave no answer within 0.7 s"),
        ("cat > /dev/null; sleep 600", "it gave no answer within 0.7 s"),
    ];
    for (script, expected) in cases {
        let agent = Agent::new(script);
        let mut seat = agent.seat();
        seat.timers.total = Duration::from_millis(700);
        let begun = Instant::now();
        let fault = fault(ask(seat, "x").await).to_string();
        assert_eq!(fault, format!("unavailable: agent: {expected}"));
        assert!(begun.elapsed() < Duration::from_secs(4), "{:?}", begun.elapsed());
        assert_eq!(agent.processes(), [""; 0]);
    }
    let agent = Agent::new("sleep 600");
    let mut seat = agent.seat();
    seat.timers.stdin = Duration::from_millis(500);
    let fault = fault(ask(seat, &"x".repeat(300_000)).await).to_string();
    assert_eq!(fault, "unavailable: agent: it did not read its task within 0.5 s");
    assert_eq!(agent.processes(), [""; 0]);
}

/// Leaves behind: a child that ignores TERM, one in a session of its own whose parent is gone, and
/// one that holds stdout. Each says when it is there.
fn hydra(end: &str) -> Agent {
    Agent::new(&format!(
        r#"
case "$1" in
head) trap '' TERM HUP INT; echo . >> $here/heads; while :; do sleep 1; done ;;
esac
cat > /dev/null
trap '' TERM
"$0" head &
(setsid "$0" head &) &
(setsid sh -c '"$0" head & exit' "$0" < /dev/null > /dev/null 2>&1 &)
while [ "$(cat $here/heads 2> /dev/null | wc -l)" -lt 3 ]; do sleep 0.01; done
{end}"#
    ))
}

/// THREATS.md H1.
#[tokio::test]
async fn nobody_survives() {
    let runs = scale().of(20, 100, 100);
    let mut survivors = 0;
    for run in 0..runs {
        let is_honest = run % 2 == 0;
        let answer = format!("printf '%s' '{ANSWER}'");
        let agent = hydra(if is_honest { &answer } else { "sleep 600" });
        let mut seat = agent.seat();
        seat.timers.total = Duration::from_millis(if is_honest { 20_000 } else { 1_000 });
        let result = ask(seat, "x").await;
        match result {
            Ok(answer) => assert_eq!(answer.bytes, ANSWER.as_bytes()),
            Err(failure) => assert!(!is_honest, "{failure:?}"),
        }
        survivors += agent.processes().len();
        assert_eq!(agent.processes(), [""; 0], "run {run}");
    }
    assert_eq!(survivors, 0);
}

#[tokio::test]
async fn a_call_that_is_given_up_leaves_no_process_and_no_folder() {
    for launcher in [launcher(), None] {
        let is_launched = launcher.is_some();
        let agent = if is_launched {
            hydra("pwd > $here/cwd; mkdir closed; touch closed/x; chmod 0 closed; sleep 600")
        } else {
            Agent::new("sleep 600 & pwd > $here/cwd; sleep 600")
        };
        let transport = CommandTransport::new(agent.seat()).launched_by(launcher);
        let request = request("x");
        let cwd = tokio::select! {
            result = transport.send(&request) => panic!("{result:?}"),
            cwd = async {
                while !agent.folder.path().join("cwd").exists() {
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
                agent.told("cwd")
            } => PathBuf::from(cwd.trim()),
        };
        assert_eq!(agent.processes(), [""; 0]);
        assert!(!cwd.exists() && !cwd.parent().expect("a folder").exists());
    }
}

#[tokio::test]
async fn a_call_can_be_given_up_at_any_moment() {
    let agents: Vec<Agent> = (0..40)
        .map(|_| {
            Agent::new(
                r#"[ "$1" ] || (setsid "$0" head &) & [ "$1" ] || cat > /dev/null; sleep 600"#,
            )
        })
        .collect();
    for (moment, agent) in agents.iter().enumerate() {
        let transport = CommandTransport::new(agent.seat()).launched_by(launcher());
        let request = request("x");
        let patience = Duration::from_millis(moment as u64);
        let given_up = tokio::time::timeout(patience, transport.send(&request)).await;
        assert!(given_up.is_err(), "{given_up:?}");
        assert_eq!(agent.processes(), [""; 0], "after {patience:?}");
    }
    // Nor does anybody come later.
    let late: Vec<String> = agents.iter().flat_map(Agent::processes).collect();
    assert_eq!(late, [""; 0]);
}

#[tokio::test]
async fn the_end_of_one_call_is_not_that_of_another() {
    let hydras = [hydra("sleep 600"), hydra("sleep 600")];
    let slow = Agent::new(&format!("cat > /dev/null; sleep 2; printf '%s' '{ANSWER}'"));
    let short = |agent: &Agent| {
        let mut seat = agent.seat();
        seat.timers.total = Duration::from_millis(800);
        seat
    };
    let (first, second, answer) = tokio::join!(
        ask(short(&hydras[0]), "x"),
        ask(short(&hydras[1]), "x"),
        ask(slow.seat(), "x"),
    );
    assert!(first.is_err() && second.is_err());
    assert_eq!(answer.expect("an answer").bytes, ANSWER.as_bytes());
    assert!(hydras.iter().all(|agent| agent.processes().is_empty()));
}

/// An agent that kills what watches over it gains nothing for those in its session.
#[tokio::test]
async fn an_agent_that_kills_its_launcher_ends_with_it() {
    let agent = Agent::new(
        "[ \"$1\" = again ] && exec sleep 600; cat > /dev/null; \"$0\" again < /dev/null & kill -9 $PPID; sleep 600",
    );
    let begun = Instant::now();
    let fault = fault(ask(agent.seat(), "x").await).to_string();
    assert!(fault.contains("signal: 9"), "{fault}");
    assert!(begun.elapsed() < Duration::from_secs(5));
    assert_eq!(agent.processes(), [""; 0]);
}

#[tokio::test]
async fn a_call_costs_little_beside_the_program() {
    let agent = Agent::new(&format!("cat > /dev/null; printf '%s' '{ANSWER}'"));
    let begun = Instant::now();
    for _ in 0..20 {
        ask(agent.seat(), "x").await.expect("an answer");
    }
    let each = begun.elapsed() / 20;
    println!("{each:?} a call");
    assert!(each < Duration::from_millis(500), "{each:?}");
}

/// Not a test of its own: the parent that [`a_parent_that_is_killed_takes_all_with_it`] kills.
#[tokio::test]
async fn role_parent() {
    let Ok(program) = std::env::var("ROLE_PARENT") else { return };
    let seat = CommandSeat::plain("agent", vec![program]);
    let transport = CommandTransport::new(seat).launched_by(launcher());
    let _ = transport.send(&request("x")).await;
}

#[test]
fn a_parent_that_is_killed_takes_all_with_it() {
    for _ in 0..5 {
        let agent = hydra("pwd > $here/cwd; sleep 600");
        let mut parent = alone(module_path!(), "role_parent");
        parent.env("ROLE_PARENT", agent.program()).stdout(Stdio::null());
        let mut parent = parent.spawn().expect("it runs");
        let cwd = PathBuf::from(agent.told("cwd").trim());
        assert!(agent.processes().len() >= 4);
        parent.kill().expect("killed");
        parent.wait().expect("gone");
        let begun = Instant::now();
        while !agent.processes().is_empty() || cwd.exists() {
            assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", agent.processes());
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}
