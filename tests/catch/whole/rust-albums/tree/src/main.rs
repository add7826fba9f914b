use std::process::ExitCode;

use clap::Parser;
use gelatin::cli::{Cli, Command};
use gelatin::config::Config;
use gelatin::{commands, Result};

fn main() -> ExitCode {
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("warn")).init();
    let cli = Cli::parse();
    match run(&cli) {
        Ok(code) => code,
        Err(e) => {
            eprintln!("gelatin: {e}");
            ExitCode::FAILURE
        }
    }
}

fn run(cli: &Cli) -> Result<ExitCode> {
    let config = Config::load(&cli.config)?;
    match &cli.command {
        Command::Init { disk } => commands::init(&config, disk),
        Command::Sync(args) => commands::sync::run(&config, args),
        Command::Status => commands::status(&config),
        Command::Verify { disk } => commands::verify::run(&config, disk),
        Command::Daemon => commands::daemon(config),
    }
}
