mod alarm;
mod http;
mod ingest;
mod runtime;
mod store;

use std::sync::{Arc, Mutex};

use runtime::config::load_config;

fn main() {
    let path = std::env::args().nth(1).unwrap_or_else(|| "tidewatch.toml".to_string());
    let config = match load_config(path.as_ref()) {
        Ok(config) => config,
        Err(error) => {
            eprintln!("tidewatch: {error}");
            std::process::exit(2);
        }
    };
    let store = Arc::new(Mutex::new(store::ReadingStore::open(&config.data_dir)));
    let sinks = alarm::sink::build_sinks(&config);
    let server = http::Server::new(store.clone());
    std::thread::spawn({
        let address = config.admin.clone();
        move || server.serve(&address)
    });
    ingest::listen(&config, store, sinks);
}
