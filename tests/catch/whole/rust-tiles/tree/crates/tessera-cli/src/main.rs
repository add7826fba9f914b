#![forbid(unsafe_code)]

mod args;
mod cache;
mod commands;
mod pipeline;

use std::process::ExitCode;

use args::{Command, USAGE};

fn main() -> ExitCode {
    let command = match Command::parse(std::env::args().skip(1)) {
        Ok(command) => command,
        Err(error) => {
            eprintln!("tessera: {error}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    let done = match command {
        Command::Help => {
            println!("{USAGE}");
            Ok(())
        }
        Command::Render { source, tile, out } => commands::render(&source, tile, &out),
        Command::Pyramid { source, zooms, out } => commands::pyramid(&source, zooms, &out),
        Command::CacheInfo { cache } => commands::cache_info(&cache),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("tessera: {error}");
            ExitCode::FAILURE
        }
    }
}
