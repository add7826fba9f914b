//! Sessions are async, and tests are not.

/// Waits for a session on this thread. A seat that works on is not waited for.
pub fn wait<T>(session: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.expect("a runtime");
    let output = runtime.block_on(session);
    runtime.shutdown_background();
    output
}
