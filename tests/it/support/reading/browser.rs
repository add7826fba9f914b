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
        let output = self.run(dir.path(), &proxy.to_string(), &file, &[]);
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

    /// How far below the top of a window of this size an element ends, in pixels.
    pub fn bottom_of(&self, html: &str, element: &str, size: (u32, u32)) -> f64 {
        let bottom = format!("page.querySelector('{element}').getBoundingClientRect().bottom");
        self.ask(html, &bottom, size)
    }

    /// What an expression over `page` comes to in a window of this size: in a frame of that size, by a
    /// script that is beside the page and not in it.
    pub fn ask(&self, html: &str, figure: &str, (width, height): (u32, u32)) -> f64 {
        let dir = tempfile::tempdir().expect("a temp folder");
        std::fs::write(dir.path().join("page.html"), html).expect("written");
        let frame = dir.path().join("frame.html");
        let script = format!(
            "<!doctype html><body><p id=\"measured\"></p><script>function measured(page) {{ \
             document.getElementById('measured').textContent = 'figure ' + ({figure}) + ' end' }}\
             </script><iframe src=\"page.html\" width=\"{width}\" height=\"{height}\" \
             onload=\"measured(this.contentDocument)\"></iframe>"
        );
        std::fs::write(&frame, script).expect("written");
        let output = self.run(dir.path(), "127.0.0.1:9", &frame, &[]);
        let dom = String::from_utf8_lossy(&output.stdout).into_owned();
        let measured = dom.split_once("<p id=\"measured\">figure ");
        let measured = measured.and_then(|(_, rest)| rest.split_once(" end"));
        measured.and_then(|(figure, _)| figure.parse().ok()).unwrap_or_else(|| panic!("{dom}"))
    }

    /// What axe-core objects to, a line each: the rule, and where.
    pub fn faults_by_axe(&self, html: &str, axe: &str, is_dark: bool) -> Vec<String> {
        // The page lets no script run, and the browser looks by day.
        let (head, rest) = html.split_once("<meta http-equiv=").expect("a policy");
        let (_, rest) = rest.split_once('\n').expect("it ends");
        let mut page = format!("{head}{rest}");
        let night = "@media (prefers-color-scheme: dark)";
        assert!(page.contains(night), "the page knows the night");
        if is_dark {
            page = page.replace(night, "@media all");
        }
        let told = "axe.run(document, {resultTypes: ['violations']}).then(done => {
            const line = (rule, node) => rule.id + ' at ' + node.target.join(' ');
            const lines = done.violations.flatMap(rule => rule.nodes.map(node => line(rule, node)));
            const rules = done.passes.length;
            document.body.innerHTML = '<pre id=told></pre>';
            document.getElementById('told').textContent =
                'RULES ' + rules + '\\n' + lines.join('\\n') + '\\nEND';
        });";
        let end = page.rfind("</body>").expect("a body");
        page.insert_str(end, &format!("<script>{axe}</script><script>{told}</script>"));
        let dir = tempfile::tempdir().expect("a temp folder");
        let file = dir.path().join("page.html");
        std::fs::write(&file, page).expect("written");
        let output = self.run(dir.path(), "127.0.0.1:9", &file, &["--virtual-time-budget=60000"]);
        let dom = String::from_utf8_lossy(&output.stdout).into_owned();
        let told = dom.split_once("RULES ").and_then(|(_, rest)| rest.split_once("\nEND"));
        let (told, _) = told.unwrap_or_else(|| panic!("axe did not end: {output:?}"));
        let (rules, lines) = told.split_once('\n').unwrap_or((told, ""));
        assert!(rules.parse::<u32>().expect("a number") > 0, "axe looked: {told}");
        lines.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect()
    }

    /// A picture of the first screen of a window of this size, as PNG.
    pub fn screenshot(&self, html: &str, (width, height): (u32, u32)) -> Vec<u8> {
        let dir = tempfile::tempdir().expect("a temp folder");
        let (page, frame) = (dir.path().join("page.html"), dir.path().join("frame.html"));
        std::fs::write(&page, html).expect("written");
        // A window is never as narrow as a telephone: the page is shown in a frame that is.
        let shown = format!(
            "<!doctype html><style>body {{ margin: 0 }} iframe {{ border: 0 }}</style>\
             <iframe src=\"page.html\" width=\"{width}\" height=\"{height}\"></iframe>"
        );
        std::fs::write(&frame, shown).expect("written");
        let picture = dir.path().join("picture.png");
        let shot = format!("--screenshot={}", picture.display());
        let size = format!("--window-size={width},{height}");
        self.run(dir.path(), "127.0.0.1:9", &frame, &[&shot, &size, "--hide-scrollbars"]);
        std::fs::read(picture).expect("a picture")
    }

    fn run(&self, profile: &Path, proxy: &str, file: &Path, more: &[&str]) -> std::process::Output {
        let flags = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
                     --disable-background-networking --disable-component-update --disable-sync \
                     --enable-logging=stderr --allow-file-access-from-files --dump-dom";
        Command::new(self.name)
            .args(flags.split_whitespace())
            .args(more)
            .arg(format!("--user-data-dir={}", profile.join("profile").display()))
            .arg(format!("--proxy-server={proxy}"))
            .arg(format!("file://{}", file.display()))
            .stdin(Stdio::null())
            .output()
            .expect("the browser runs")
    }
}
