//! The doorbell of `council-review`.

// Trees of many small nodes, here and in the parsers that are C, are a third of the work.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    council_review::cli::main()
}
