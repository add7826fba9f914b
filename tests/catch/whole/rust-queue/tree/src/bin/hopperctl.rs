//! Hands jobs in, and looks at the daemon.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use hopper::{inbox, Config, JobSpec};

const USAGE: &str = "\
usage: hopperctl enqueue --dir DIR [--timeout SECS] [--attempts N] [--cwd DIR] [--env NAME=VALUE]... -- COMMAND [ARG]...
       hopperctl status [--addr HOST:PORT]
       hopperctl check --config FILE";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let done = match args.split_first() {
        Some((verb, rest)) if verb == "enqueue" => enqueue(rest),
        Some((verb, rest)) if verb == "status" => status(rest),
        Some((verb, rest)) if verb == "check" => check(rest),
        _ => Err(USAGE.to_string()),
    };
    match done {
        Ok(text) => {
            println!("{text}");
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("{why}");
            ExitCode::from(2)
        }
    }
}

fn enqueue(args: &[String]) -> Result<String, String> {
    let (dir, spec) = parse_enqueue(args)?;
    let path = inbox::submit(&dir.join(inbox::DIR), &spec).map_err(|e| e.to_string())?;
    Ok(path.display().to_string())
}

fn parse_enqueue(args: &[String]) -> Result<(PathBuf, JobSpec), String> {
    let mut dir = None;
    let mut spec = JobSpec::new(Vec::<String>::new());
    let mut args = args.iter();
    while let Some(flag) = args.next() {
        if flag == "--" {
            spec.command = args.by_ref().cloned().collect();
            break;
        }
        let value = args.next().ok_or_else(|| format!("{flag} wants a value"))?;
        match flag.as_str() {
            "--dir" => dir = Some(PathBuf::from(value)),
            "--timeout" => spec.timeout_secs = number(flag, value)?,
            "--attempts" => spec.max_attempts = Some(number(flag, value)?),
            "--cwd" => spec.cwd = Some(PathBuf::from(value)),
            "--env" => {
                let (name, value) = value
                    .split_once('=')
                    .ok_or_else(|| format!("--env {value}: not NAME=VALUE"))?;
                spec.env.insert(name.into(), value.into());
            }
            _ => return Err(format!("{flag}: unknown option\n{USAGE}")),
        }
    }
    let dir = dir.ok_or_else(|| format!("--dir is missing\n{USAGE}"))?;
    Ok((dir, spec))
}

fn number<T: std::str::FromStr>(flag: &str, value: &str) -> Result<T, String> {
    value.parse().map_err(|_| format!("{flag} {value}: not a number"))
}

fn status(args: &[String]) -> Result<String, String> {
    let addr = match args {
        [] => "127.0.0.1:7410",
        [flag, addr] if flag == "--addr" => addr.as_str(),
        _ => return Err(USAGE.to_string()),
    };
    fetch(addr, "/status.json").map_err(|e| format!("{addr}: {e}"))
}

/// The body of an answer. The server speaks HTTP/1.0 and closes, so the body ends where the bytes end.
fn fetch(addr: &str, path: &str) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(addr)?;
    write!(stream, "GET {path} HTTP/1.0\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    Ok(body.to_string())
}

fn check(args: &[String]) -> Result<String, String> {
    match args {
        [flag, path] if flag == "--config" => Config::load(Path::new(path))
            .map(|c| format!("ok: {} workers on {}", c.workers, c.data_dir.display()))
            .map_err(|e| e.to_string()),
        _ => Err(USAGE.to_string()),
    }
}
