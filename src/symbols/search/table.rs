//! What programmers call alike, what they call by opposites, and names that say nothing.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::stem::stem;

/// Words that are used for the same; the first stands for all.
const SYNONYMS: &[&[&str]] = &[
    &["get", "fetch", "load", "read", "retrieve", "obtain", "lookup"],
    &["create", "make", "build", "new", "construct", "generate", "creator", "builder", "factory"],
    &["remove", "delete", "drop", "erase", "purge", "discard"],
    &[
        "check",
        "checker",
        "validate",
        "validation",
        "validator",
        "verify",
        "verifier",
        "verification",
        "ensure",
    ],
    &["parse", "parser", "decode", "decoder", "deserialize", "deserializer", "unmarshal"],
    &[
        "encode",
        "encoder",
        "serialize",
        "serializer",
        "marshal",
        "format",
        "formatter",
        "render",
        "renderer",
    ],
    &[
        "send",
        "emit",
        "publish",
        "dispatch",
        "notify",
        "sender",
        "emitter",
        "publisher",
        "dispatcher",
    ],
    &["receive", "consume", "subscribe", "receiver", "consumer", "subscriber", "listener"],
    &["save", "store", "persist", "write", "writer"],
    &["util", "helper", "tool", "common"],
    &["count", "number", "num", "total", "counter"],
    &["config", "configuration", "settings", "options", "preferences", "cfg", "conf"],
    &["error", "failure", "fault", "exception", "err"],
    &["find", "search", "locate", "query", "finder"],
    &["start", "begin", "launch", "starter", "launcher"],
    &["stop", "end", "halt", "terminate", "shutdown"],
    &["run", "execute", "perform", "exec", "runner", "executor"],
    &["convert", "transform", "translate", "converter", "transformer", "translator"],
    &["compute", "calculate", "calc", "calculator"],
    &["update", "modify", "change", "refresh", "updater"],
    &["merge", "combine", "join", "merger"],
    &["split", "divide", "partition", "splitter"],
    &["filter", "select", "pick"],
    &["collect", "gather", "aggregate", "collector", "gatherer", "aggregator"],
    &[
        "normalize",
        "normalise",
        "canonicalize",
        "canonicalise",
        "sanitize",
        "sanitise",
        "normalizer",
    ],
    &["log", "logger", "logging", "trace", "tracer"],
    &["retry", "backoff", "retrier"],
    &["limit", "max", "cap", "throttle", "limiter", "throttler"],
    &["message", "msg"],
    &["directory", "dir", "folder"],
    &["path", "filepath", "pathname"],
    &["identifier", "id", "ident"],
    &["hash", "digest", "checksum", "fingerprint"],
    &["user", "account"],
    &["duration", "interval", "timespan"],
    &["timestamp", "datetime"],
    &["request", "req"],
    &["response", "reply", "resp", "answer"],
    &["repository", "repo", "storage"],
    &["manager", "service", "controller", "handler"],
    &["argument", "arg", "parameter", "param"],
    &["string", "str", "text"],
    &["table", "map", "dictionary", "dict"],
    &["temporary", "temp", "tmp"],
    &["connection", "conn"],
    &["context", "ctx"],
    &["authenticate", "auth", "authentication", "login", "authenticator"],
    &["schedule", "scheduler", "plan", "planner"],
];

/// Words that say the opposite of each other.
const OPPOSITES: &[(&str, &str)] = &[
    ("accept", "reject"),
    ("acquire", "release"),
    ("add", "remove"),
    ("after", "before"),
    ("allow", "deny"),
    ("append", "prepend"),
    ("attach", "detach"),
    ("begin", "end"),
    ("child", "parent"),
    ("client", "server"),
    ("close", "open"),
    ("compress", "decompress"),
    ("connect", "disconnect"),
    ("create", "delete"),
    ("create", "destroy"),
    ("decode", "encode"),
    ("decrease", "increase"),
    ("decrement", "increment"),
    ("decrypt", "encrypt"),
    ("deserialize", "serialize"),
    ("destination", "source"),
    ("disable", "enable"),
    ("down", "up"),
    ("dst", "src"),
    ("export", "import"),
    ("first", "last"),
    ("from", "to"),
    ("get", "set"),
    ("hide", "show"),
    ("in", "out"),
    ("input", "output"),
    ("install", "uninstall"),
    ("insert", "remove"),
    ("insert", "delete"),
    ("invalid", "valid"),
    ("left", "right"),
    ("load", "save"),
    ("load", "store"),
    ("load", "unload"),
    ("lock", "unlock"),
    ("marshal", "unmarshal"),
    ("max", "min"),
    ("maximum", "minimum"),
    ("mount", "unmount"),
    ("new", "old"),
    ("next", "previous"),
    ("next", "prev"),
    ("off", "on"),
    ("pause", "resume"),
    ("pop", "push"),
    ("read", "write"),
    ("reader", "writer"),
    ("receive", "send"),
    ("receiver", "sender"),
    ("recv", "send"),
    ("register", "unregister"),
    ("request", "response"),
    ("rx", "tx"),
    ("source", "target"),
    ("start", "end"),
    ("start", "stop"),
    ("subscribe", "unsubscribe"),
    ("success", "failure"),
    ("success", "error"),
    ("pack", "unpack"),
    ("wrap", "unwrap"),
    ("undo", "redo"),
    ("local", "remote"),
    ("static", "dynamic"),
    ("sync", "async"),
    ("decoder", "encoder"),
    ("parse", "format"),
    ("parse", "render"),
    ("grow", "shrink"),
    ("ancestor", "descendant"),
    ("row", "column"),
    ("width", "height"),
    ("public", "private"),
    ("upper", "lower"),
    ("hit", "miss"),
];

/// Names that every second type has, or that say where something stands and not what it does.
const GENERAL: &[&str] = &[
    "apply",
    "as_bytes",
    "as_mut",
    "as_ref",
    "as_str",
    "assert",
    "async",
    "build",
    "builder",
    "bytes",
    "check",
    "class",
    "cleanup",
    "client",
    "clone",
    "close",
    "command",
    "commands",
    "common",
    "component",
    "config",
    "configuration",
    "constants",
    "context",
    "count",
    "create",
    "data",
    "debug",
    "default",
    "delete",
    "deref",
    "description",
    "deserialize",
    "display",
    "drop",
    "entry",
    "equals",
    "error",
    "errors",
    "event",
    "events",
    "execute",
    "export",
    "factory",
    "fetch",
    "filter",
    "finish",
    "flush",
    "format",
    "from_bytes",
    "from_iter",
    "from_json",
    "from_str",
    "from_string",
    "function",
    "generate",
    "get_id",
    "get_name",
    "get_type",
    "get_value",
    "handle",
    "handler",
    "hash_code",
    "helper",
    "helpers",
    "index",
    "init",
    "initialize",
    "inner",
    "insert",
    "instance",
    "interface",
    "internal",
    "into_inner",
    "into_iter",
    "invoke",
    "is_empty",
    "is_err",
    "is_none",
    "is_ok",
    "is_some",
    "is_valid",
    "items",
    "length",
    "listener",
    "loader",
    "logger",
    "main",
    "manager",
    "message",
    "method",
    "model",
    "models",
    "module",
    "name",
    "node",
    "object",
    "on_change",
    "on_click",
    "option",
    "options",
    "output",
    "package",
    "params",
    "parse",
    "parser",
    "partial_cmp",
    "path",
    "paths",
    "plugin",
    "prepare",
    "print",
    "process",
    "props",
    "provider",
    "query",
    "reader",
    "record",
    "remove",
    "render",
    "replace",
    "request",
    "reset",
    "resolve",
    "response",
    "result",
    "return",
    "route",
    "router",
    "routes",
    "schema",
    "self",
    "send",
    "serialize",
    "server",
    "service",
    "session",
    "set_name",
    "set_state",
    "set_up",
    "set_value",
    "settings",
    "setup",
    "shared",
    "source",
    "start",
    "state",
    "status",
    "store",
    "string",
    "struct",
    "submit",
    "tear_down",
    "teardown",
    "template",
    "tests",
    "to_bytes",
    "to_dict",
    "to_json",
    "to_owned",
    "to_str",
    "to_string",
    "to_vec",
    "token",
    "tools",
    "trait",
    "transform",
    "try_from",
    "types",
    "update",
    "user",
    "utils",
    "validate",
    "value",
    "values",
    "verify",
    "version",
    "visit",
    "with_capacity",
    "with_default",
    "write",
    "writer",
];

/// Words that bind others and say nothing of their own.
const PARTICLES: &[&str] = &["a", "an", "and", "at", "by", "for", "in", "of", "on", "or", "the"];

/// Words, as they are meant, that say nothing of what a thing is about.
const EMPTY: &[&str] = &[
    "as", "can", "create", "default", "do", "from", "get", "has", "impl", "init", "into", "is",
    "it", "manager", "run", "set", "should", "to", "try", "update", "util", "with",
];

static MEANINGS: LazyLock<HashMap<String, &'static str>> = LazyLock::new(|| {
    let group = |words: &'static [&'static str]| words.iter().map(|word| (stem(word), words[0]));
    // A word in two groups keeps the first meaning.
    let mut meanings = HashMap::new();
    for (stem, first) in SYNONYMS.iter().flat_map(|words| group(words)) {
        meanings.entry(stem).or_insert(first);
    }
    meanings
});

static OPPOSED: LazyLock<HashMap<String, Vec<String>>> = LazyLock::new(|| {
    let mut opposed: HashMap<String, Vec<String>> = HashMap::new();
    for (one, other) in OPPOSITES {
        let (one, other) = (stem(one), stem(other));
        opposed.entry(one.clone()).or_default().push(other.clone());
        opposed.entry(other).or_default().push(one);
    }
    opposed
});

/// What a stem means: the first word of its group, or itself.
pub(super) fn meaning(stem: &str) -> &str {
    MEANINGS.get(stem).copied().unwrap_or(stem)
}

/// Whether a meaning has several words.
pub(super) fn is_synonym(meaning: &str) -> bool {
    SYNONYMS.iter().any(|words| words[0] == meaning)
}

/// Whether two stems are opposites.
pub(super) fn are_opposite(one: &str, other: &str) -> bool {
    OPPOSED.get(one).is_some_and(|opposed| opposed.iter().any(|word| word == other))
}

/// Whether a name, written with `_` between its words, says nothing by itself.
pub(super) fn is_general(name: &str) -> bool {
    GENERAL.binary_search(&name).is_ok()
}

/// Whether a word only binds others.
pub(super) fn is_particle(word: &str) -> bool {
    PARTICLES.contains(&word)
}

/// Whether a meaning says nothing of what a thing is about.
pub(super) fn is_empty_word(meaning: &str) -> bool {
    EMPTY.contains(&meaning)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_in_order() {
        assert!(GENERAL.is_sorted(), "binary search needs it");
        for group in SYNONYMS {
            for word in &group[1..] {
                assert!(!is_general_opposite(group[0], word), "{word} stands for {}", group[0]);
            }
        }
    }

    fn is_general_opposite(one: &str, other: &str) -> bool {
        are_opposite(&stem(one), &stem(other))
    }
}
