use crate::http::json::{quote, reading_object};
use crate::http::{Request, Response};
use crate::store::ReadingStore;

const MAX_READINGS: usize = 5000;

pub fn health(_request: &Request, store: &ReadingStore) -> Response {
    Response::ok(format!("{{\"status\": {}, \"dropped\": {}}}", quote("ok"), store.dropped()))
}

pub fn gauges(_request: &Request, store: &ReadingStore) -> Response {
    let items: Vec<String> = store.latest().into_iter().map(reading_object).collect();
    Response::ok(format!("[{}]", items.join(", ")))
}

pub fn readings(request: &Request, store: &ReadingStore) -> Response {
    let Some(gauge) = request.query.get("gauge") else {
        return Response::error(400, "gauge is missing");
    };
    let since = match parse_since(request) {
        Ok(since) => since,
        Err(response) => return response,
    };
    let found = store.readings_since(gauge, since, MAX_READINGS);
    let items: Vec<String> = found.iter().map(reading_object).collect();
    Response::ok(format!("[{}]", items.join(", ")))
}

fn parse_since(request: &Request) -> Result<u64, Response> {
    match request.query.get("since") {
        None => Ok(0),
        Some(text) => text.parse().map_err(|_| Response::error(400, "since is not a number")),
    }
}
