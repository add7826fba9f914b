//! A real Chromium that shows a page: what its console says, whom it asks, what it makes of it.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;

const NAMES: [&str; 5] =
    ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

/// A browser on PATH.
#[derive(Debug)]
pub struct Browser {
    pub name: &'static str,
}

/// What came of a page.
#[derive(Debug)]
pub struct Page {
    /// Lines of the console.
    pub console: Vec<String>,
    /// First lines of requests to anybody.
    pub requests: Vec<String>,
    /// The document at the end.
    pub dom: String,
}

impl Browser {
    pub fn find() -> Option<Self> {
        let path = std::env::var_os("PATH")?;
        let stands = |name: &&str| std::env::split_paths(&path).any(|dir| dir.join(name).is_file());
        NAMES.into_iter().find(|name| stands(name)).map(|name| Self { name })
    }

    /// Loads a page from a file. Every request of it would have to pass a proxy of ours.
    pub fn load(&self, html: &str) -> Page {
        let dir = tempfile::tempdir().expect("a temp folder");
        let file = dir.path().join("page.html");
        std::fs::write(&file, html).expect("written");
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let proxy = listener.local_addr().expect("an address");
        let heard = Arc::new(Mutex::new(Vec::new()));
        let writes = Arc::clone(&heard);
        // It ends with the process of the tests.
        thread::spawn(move || {
            for stream in listener.incoming() {
                let Ok(mut stream) = stream else { break };
                let mut bytes = [0; 2_048];
                let n = stream.read(&mut bytes).unwrap_or(0);
                let text = String::from_utf8_lossy(&bytes[..n]).into_owned();
                let first = text.lines().next().unwrap_or_default().to_owned();
                writes.lock().expect("no thread panics").push(first);
                let _ = stream.write_all(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
            }
        });
        let output = self.run(dir.path(), &proxy.to_string(), &file);
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        // Chromium asks its own maker for this and that at its start.
        let own = ["google.com", "googleapis.com", "gvt1.com", "gstatic.com"];
        let requests = heard.lock().expect("no thread panics").clone();
        Page {
            console: stderr.lines().filter(|l| l.contains("CONSOLE")).map(str::to_owned).collect(),
            requests: requests
                .into_iter()
                .filter(|line| !own.iter().any(|host| line.contains(host)))
                .collect(),
            dom: String::from_utf8_lossy(&output.stdout).into_owned(),
        }
    }

    /// How far below the top of a window of this size an element ends, in pixels: measured in a frame
    /// of that size, by a script that stands beside the page and not in it.
    pub fn bottom_of(&self, html: &str, element: &str, (width, height): (u32, u32)) -> f64 {
        let dir = tempfile::tempdir().expect("a temp folder");
        std::fs::write(dir.path().join("page.html"), html).expect("written");
        let frame = dir.path().join("frame.html");
        let script = format!(
            "<!doctype html><body><p id=\"measured\"></p><iframe src=\"page.html\" width=\"{width}\" \
             height=\"{height}\" onload=\"document.getElementById('measured').textContent = \
             'bottom ' + this.contentDocument.querySelector('{element}')\
             .getBoundingClientRect().bottom + ' end'\"></iframe>"
        );
        std::fs::write(&frame, script).expect("written");
        let output = self.run(dir.path(), "127.0.0.1:9", &frame);
        let dom = String::from_utf8_lossy(&output.stdout).into_owned();
        let measured = dom.split_once("bottom ").and_then(|(_, rest)| rest.split_once(" end"));
        measured.and_then(|(figure, _)| figure.parse().ok()).unwrap_or_else(|| panic!("{dom}"))
    }

    fn run(&self, profile: &Path, proxy: &str, file: &Path) -> std::process::Output {
        let flags = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
                     --disable-background-networking --disable-component-update --disable-sync \
                     --enable-logging=stderr --allow-file-access-from-files --dump-dom";
        Command::new(self.name)
            .args(flags.split_whitespace())
            .arg(format!("--user-data-dir={}", profile.join("profile").display()))
            .arg(format!("--proxy-server={proxy}"))
            .arg(format!("file://{}", file.display()))
            .stdin(Stdio::null())
            .output()
            .expect("the browser runs")
    }
}
