//! The doorbell of `council-review`.

fn main() -> std::process::ExitCode {
    council_review::cli::main()
}
