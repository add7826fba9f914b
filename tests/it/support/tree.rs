//! Trees of keys and lists, looked through.

use serde_json::Value;

/// Every value of a key, however deep.
pub fn all<'v>(value: &'v Value, key: &str) -> Vec<&'v Value> {
    match value {
        Value::Object(map) => {
            let own = |(name, value): (&String, &'v Value)| {
                let here = (name == key).then_some(value);
                here.into_iter().chain(all(value, key)).collect::<Vec<_>>()
            };
            map.iter().flat_map(own).collect()
        }
        Value::Array(items) => items.iter().flat_map(|item| all(item, key)).collect(),
        _ => Vec::new(),
    }
}
