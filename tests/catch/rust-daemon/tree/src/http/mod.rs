//! The interface that the admin page talks to.

pub mod handlers;
pub mod json;

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use crate::store::ReadingStore;

pub struct Request {
    pub method: String,
    pub path: String,
    pub query: HashMap<String, String>,
    pub body: String,
}

pub struct Response {
    pub status: u16,
    pub body: String,
}

impl Response {
    pub fn ok(body: String) -> Self {
        Response { status: 200, body }
    }

    pub fn error(status: u16, message: &str) -> Self {
        Response { status, body: format!("{{\"error\": {}}}", json::quote(message)) }
    }
}

type Handler = fn(&Request, &ReadingStore) -> Response;

/// Every endpoint. A new one is a line here.
pub const ROUTES: &[(&str, &str, Handler)] = &[
    ("GET", "/health", handlers::health),
    ("GET", "/gauges", handlers::gauges),
    ("GET", "/readings", handlers::readings),
];

pub struct Server {
    store: Arc<Mutex<ReadingStore>>,
}

impl Server {
    pub fn new(store: Arc<Mutex<ReadingStore>>) -> Self {
        Server { store }
    }

    pub fn serve(&self, address: &str) {
        log::info!("admin interface on {address}");
        let _listener = std::net::TcpListener::bind(address).expect("the admin port is free");
    }

    pub fn dispatch(&self, request: &Request) -> Response {
        for (method, path, handler) in ROUTES {
            if *method == request.method && *path == request.path {
                return handler(request, &self.store.lock().unwrap());
            }
        }
        Response::error(404, "no such path")
    }
}
