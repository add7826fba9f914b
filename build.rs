//! Compiles the one piece that must run before Rust's runtime does.

fn main() {
    println!("cargo::rerun-if-changed=src/host/stdout.c");
    if std::env::var_os("CARGO_CFG_UNIX").is_none() {
        return;
    }
    let mut build = cc::Build::new();
    for object in build.file("src/host/stdout.c").cargo_metadata(false).compile_intermediates() {
        println!("cargo::rustc-link-arg-bins={}", object.display());
    }
}
