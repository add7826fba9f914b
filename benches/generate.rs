//! Writes a repository in the real shape and commits it
//! (`cargo bench --bench generate -- DIR TICKETS`). The same count gives the same bytes.

mod shape;

use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

const USAGE: &str = "\
usage: cargo bench --bench generate -- DIR TICKETS [--plain]
  DIR      a folder that does not exist, or is empty
  TICKETS  1 to 100000
  --plain  files alone, no git repository";

#[expect(clippy::print_stdout, clippy::print_stderr, reason = "a command speaks")]
fn main() -> ExitCode {
    // Cargo adds its own word.
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    if words.is_empty() {
        println!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    match generate(&words) {
        Ok(said) => {
            println!("{said}");
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("generate: {why}");
            ExitCode::FAILURE
        }
    }
}

fn generate(words: &[String]) -> Result<String, String> {
    let (plain, rest): (Vec<&String>, Vec<&String>) =
        words.iter().partition(|word| *word == "--plain");
    let &[dir, count] = rest.as_slice() else { return Err(USAGE.to_owned()) };
    let count: usize = count.parse().map_err(|e| format!("TICKETS is {count}: {e}"))?;
    if !(1..=shape::MOST).contains(&count) {
        return Err(format!("TICKETS is {count}: give 1 to {}", shape::MOST));
    }
    let dir = Path::new(dir);
    if dir.read_dir().is_ok_and(|mut inside| inside.next().is_some()) {
        return Err(format!("{} is not empty", dir.display()));
    }
    let began = Instant::now();
    let made = if plain.is_empty() { shape::commit(dir, count) } else { shape::write(dir, count) };
    let made = made.map_err(|e| format!("{}: {e}", dir.display()))?;
    Ok(format!(
        "{} tickets of {} bytes in {} RFCs; {} files of {} bytes; {:.1} s",
        made.tickets,
        made.ticket_bytes,
        made.rfcs,
        made.files,
        made.bytes,
        began.elapsed().as_secs_f64()
    ))
}
