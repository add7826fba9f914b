//! A client of the language server protocol, speaking to the real binary.

use std::io::{BufReader, Write as _};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use super::{Repo, binary};

/// Longer than a machine with too much to do takes for an answer.
const PATIENCE: Duration = Duration::from_secs(120);

/// A running server and its client.
pub struct Client {
    child: Child,
    input: Option<ChildStdin>,
    told: Receiver<Value>,
    /// Notifications that came while an answer was waited for.
    aside: Vec<Value>,
    next: i64,
    root: String,
}

impl Client {
    /// Starts the server in a repository, and says nothing to it yet.
    pub fn started(repo: &Repo) -> Self {
        let mut command = binary();
        command.arg("lsp").current_dir(repo.path());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("it starts");
        let mut output = BufReader::new(child.stdout.take().expect("piped"));
        let (tell, told) = channel();
        thread::spawn(move || {
            while let Some(message) = message(&mut output) {
                if tell.send(message).is_err() {
                    return;
                }
            }
        });
        let input = child.stdin.take();
        let root = format!("file://{}", repo.path().display());
        Self { child, input, told, aside: Vec::new(), next: 1, root }
    }

    /// The same, initialized.
    pub fn new(repo: &Repo) -> Self {
        let mut client = Self::started(repo);
        let root = client.root.clone();
        let params = json!({"processId": null, "rootUri": root, "capabilities": {}});
        let answer = client.ask("initialize", params);
        assert_eq!(answer["result"]["serverInfo"]["name"], "council-review", "{answer}");
        client.tell("initialized", json!({}));
        client
    }

    pub fn uri(&self, path: &str) -> String {
        format!("{}/{path}", self.root)
    }

    /// Sends bytes as they are; `false` when nobody reads them.
    pub fn send(&mut self, bytes: &[u8]) -> bool {
        let Some(input) = &mut self.input else { return false };
        input.write_all(bytes).and_then(|()| input.flush()).is_ok()
    }

    fn message(&mut self, message: &Value) {
        let body = message.to_string();
        self.send(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    }

    pub fn tell(&mut self, method: &str, params: Value) {
        self.message(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// A request and its answer.
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.next;
        self.next += 1;
        self.message(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        loop {
            let message = self.receive().expect("an answer");
            if message["id"] == id {
                return message;
            }
            self.aside.push(message);
        }
    }

    /// The next message; `None` when the server has ended.
    pub fn receive(&mut self) -> Option<Value> {
        match self.told.recv_timeout(PATIENCE) {
            Ok(message) => Some(message),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("no message came"),
        }
    }

    pub fn open(&mut self, path: &str, text: &str) {
        let document =
            json!({"uri": self.uri(path), "languageId": "yaml", "version": 1, "text": text});
        self.tell("textDocument/didOpen", json!({"textDocument": document}));
    }

    pub fn change(&mut self, path: &str, text: &str) {
        let document = json!({"uri": self.uri(path), "version": 2});
        let params = json!({"textDocument": document, "contentChanges": [{"text": text}]});
        self.tell("textDocument/didChange", params);
    }

    /// A request about a place of a document, line and column from 0.
    pub fn at(&mut self, method: &str, path: &str, line: u32, column: u32) -> Value {
        let params = json!({
            "textDocument": {"uri": self.uri(path)},
            "position": {"line": line, "character": column},
        });
        self.ask(method, params)["result"].clone()
    }

    /// The next findings that are told of a file: rule and range.
    pub fn findings(&mut self, path: &str) -> Vec<(String, Value)> {
        let uri = self.uri(path);
        let is_its = |message: &Value| {
            message["method"] == "textDocument/publishDiagnostics"
                && message["params"]["uri"] == uri
        };
        let message = match self.aside.iter().position(is_its) {
            Some(at) => self.aside.remove(at),
            None => loop {
                let message = self.receive().expect("findings");
                if is_its(&message) {
                    break message;
                }
                self.aside.push(message);
            },
        };
        let all = message["params"]["diagnostics"].as_array().expect("a list").iter();
        let one =
            |d: &Value| (d["code"].as_str().unwrap_or_default().to_owned(), d["range"].clone());
        all.map(one).collect()
    }

    /// Ends what is sent, and says how the server ended.
    pub fn gone(mut self) -> i32 {
        self.input = None;
        self.end()
    }

    /// Shuts down as the protocol says.
    pub fn shut_down(mut self) -> i32 {
        let answer = self.ask("shutdown", Value::Null);
        assert_eq!(answer.get("error"), None, "{answer}");
        self.tell("exit", Value::Null);
        self.end()
    }

    /// How the server ended, by itself.
    pub fn end(mut self) -> i32 {
        while self.receive().is_some() {}
        self.child.wait().expect("it ends").code().expect("it was not killed")
    }
}

fn message(output: &mut impl std::io::BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end().split_once(": ") {
            Some(("Content-Length", said)) => length = said.parse().ok()?,
            Some(_) => {}
            None => break,
        }
    }
    let mut body = vec![0; length];
    output.read_exact(&mut body).ok()?;
    Some(serde_json::from_slice(&body).expect("the server sends JSON"))
}
