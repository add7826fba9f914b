mod args;
mod commands;
mod exit;
mod render;

use args::parse_args;
use exit::Exit;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let exit = match parse_args(&words) {
        Ok(args) => commands::dispatch(&args),
        Err(usage) => {
            eprintln!("{usage}");
            Exit::Usage
        }
    };
    std::process::exit(exit.code());
}
