//! Workflow commands, as the runner of GitHub Actions reads them (actions/runner, ActionCommand).

/// The commands of an output, each with the names of its properties.
pub fn commands(output: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in output.lines() {
        // The second form stands anywhere in a line.
        assert!(!line.contains("##["), "{line}");
        let Some(rest) = line.trim_start().strip_prefix("::") else {
            continue;
        };
        let (head, data) = rest.split_once("::").expect("a command");
        let (command, properties) = head.split_once(' ').unwrap_or((head, ""));
        assert!(["error", "warning", "notice"].contains(&command), "{line}");
        let keys: Vec<&str> = properties
            .split(',')
            .map(|pair| {
                let (key, value) = pair.split_once('=').expect("a property");
                assert!(!unescaped(value).is_empty(), "{line}");
                key
            })
            .collect();
        assert!(!unescaped(data).is_empty(), "{line}");
        found.push(format!("{command} {}", keys.join(",")));
    }
    found
}

/// Text again; a percent sign stands for nothing else than the five escapes.
fn unescaped(text: &str) -> String {
    let escapes = ["%25", "%0D", "%0A", "%3A", "%2C"];
    for (at, _) in text.match_indices('%') {
        assert!(escapes.iter().any(|escape| text[at..].starts_with(escape)), "{text}");
    }
    text.replace("%0D", "\r")
        .replace("%0A", "\n")
        .replace("%3A", ":")
        .replace("%2C", ",")
        .replace("%25", "%")
}
