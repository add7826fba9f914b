//! What a server's refusal of a request lets us send in its place. Servers differ in what they take,
//! and none can be asked beforehand.

use serde_json::Value;

use super::Dialect;

/// What is changed in a request that was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Amendment {
    /// The limit of tokens goes by its other name.
    OtherLimit,
    /// The schema of the answer is left out. Its form stands in the prompt, too, and the strict
    /// reader checks every answer.
    WithoutSchema,
}

/// Words by which servers say that a schema is the matter: too large, too deep, or not known.
const OF_SCHEMAS: [&str; 5] = ["schema", "grammar", "response_format", "output_config", "states"];

impl Dialect {
    /// Changes the body of a request by what a 400 says of it, unless that was `done` before; what
    /// was changed, if anything.
    pub fn amend(self, body: &mut Value, refusal: &[u8], done: &[Amendment]) -> Option<Amendment> {
        let change = |change: Amendment| (!done.contains(&change)).then_some(change);
        if let Some([old, new]) = self.other_limit(body, refusal) {
            let most = body[old].take();
            body.as_object_mut()?.shift_remove(old);
            body[new] = most;
            return change(Amendment::OtherLimit);
        }
        let text = String::from_utf8_lossy(refusal).to_ascii_lowercase();
        if !OF_SCHEMAS.iter().any(|word| text.contains(word)) {
            return None;
        }
        self.drop_schema(body).then_some(Amendment::WithoutSchema).and_then(change)
    }

    /// The name of the limit that a request has, and the one that it could have.
    fn other_limit(self, body: &Value, refusal: &[u8]) -> Option<[&'static str; 2]> {
        let refusal: Value = serde_json::from_slice(refusal).ok()?;
        let param = refusal.get("error")?.get("param")?.as_str()?;
        let [old, new] = self.limits()?;
        let named = [[old, new], [new, old]].into_iter().find(|names| names[0] == param);
        named.filter(|_| body.get(param).is_some())
    }
}

/// Takes a field out; whether it was there.
pub(super) fn removed(within: Option<&mut Value>, name: &str) -> bool {
    let fields = within.and_then(Value::as_object_mut);
    fields.is_some_and(|fields| fields.shift_remove(name).is_some())
}
