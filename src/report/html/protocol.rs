//! The protocol as a drawing: which states the session went through, and where it ended. Drawn
//! twice, lying for wide pages and standing for narrow ones.

use serde::Serialize;

use crate::evidence::v2::bundle::Bundle;
use crate::model::TerminalState;

#[derive(Debug, Serialize)]
pub(super) struct ProtocolView {
    /// In words, for whoever does not see the drawing.
    said: String,
    drawings: [Drawing; 2],
}

#[derive(Debug, Serialize)]
struct Drawing {
    class: &'static str,
    width: i32,
    height: i32,
    edges: Vec<Edge>,
    boxes: Vec<Box>,
}

#[derive(Debug, Serialize)]
struct Edge {
    class: &'static str,
    path: String,
}

#[derive(Debug, Serialize)]
struct Box {
    class: String,
    x: i32,
    y: i32,
    width: i32,
    height: i32,
    /// Where the text stands.
    middle: i32,
    lines: Vec<Line>,
}

#[derive(Debug, Serialize)]
struct Line {
    class: &'static str,
    y: i32,
    text: String,
}

/// Size of a box that is a state on the way, and of one that is an end.
const STATE: (i32, i32) = (138, 68);
const END: (i32, i32) = (126, 34);

impl ProtocolView {
    pub(super) fn of(bundle: &Bundle) -> Self {
        let course = Course::of(bundle);
        Self { said: course.said(), drawings: [lying(&course), standing(&course)] }
    }
}

/// What the drawing shows.
struct Course {
    /// Name, what it does, what came of it, and whether it was `done`, `stopped` or `unreached`.
    states: [(&'static str, &'static str, String, &'static str); 4],
    end: TerminalState,
    /// The state in which it was aborted.
    stopped: Option<usize>,
}

impl Course {
    fn of(bundle: &Bundle) -> Self {
        let raised = |cycle: u8| {
            let n = bundle.findings.iter().filter(|f| f.source_cycle == cycle).count();
            format!("{n} raised")
        };
        let voted = bundle.findings.iter().filter(|f| !f.ballots.is_empty()).count();
        let end = bundle.terminal_state;
        let (completed, asked) = match &bundle.council_metadata {
            None => (0, 0),
            Some(council) => {
                let cycle = |question: &str| match question {
                    "STRUCTURAL" => 1,
                    "FEASIBILITY" => 2,
                    "CONVERGE" | "REMEDIATION" => 3,
                    _ => 0,
                };
                let asked = bundle.calls.iter().map(|call| cycle(&call.question)).max();
                let completed = council.cycles_completed;
                (completed, asked.unwrap_or(0).max(completed))
            }
        };
        let stopped = (end == TerminalState::Aborted).then(|| {
            let at = if asked > completed { asked } else { (completed + 1).min(3) };
            if asked == 0 && completed == 0 { 0 } else { usize::from(at) }
        });
        let state = |cycle: usize| match (stopped, end) {
            (_, TerminalState::NotConvened) => "unreached",
            (Some(at), _) if cycle == at => "stopped",
            (Some(at), _) if cycle > at => "unreached",
            _ => "done",
        };
        let said = |cycle: usize, text: String| match state(cycle) {
            "unreached" => "not reached".to_owned(),
            "stopped" => "stopped here".to_owned(),
            _ => text,
        };
        let seats = bundle.council_metadata.as_ref().map_or(0, |c| c.subagents.len());
        let votes =
            if voted == 0 { "no vote needed".to_owned() } else { format!("{voted} voted on") };
        Self {
            states: [
                ("INIT", "seats and modes", said(0, format!("{seats} seats")), state(0)),
                ("CYCLE 1", "structural", said(1, raised(1)), state(1)),
                ("CYCLE 2", "feasibility", said(2, raised(2)), state(2)),
                ("CYCLE 3", "converge", said(3, votes), state(3)),
            ],
            end,
            stopped,
        }
    }

    fn said(&self) -> String {
        if self.end == TerminalState::NotConvened {
            return "No council was convened: none of the protocol's states was reached."
                .to_owned();
        }
        let states: Vec<String> = self
            .states
            .iter()
            .map(|(name, what, came, _)| format!("{name}, {what}: {came}"))
            .collect();
        format!("{}. The end: {}.", states.join("; "), self.end)
    }

    fn edge(&self, to: usize) -> &'static str {
        match self.states.get(to).map(|state| state.3) {
            Some("unreached") => "unreached",
            _ => "done",
        }
    }

    fn end_class(&self, end: TerminalState) -> &'static str {
        match (self.end == end, end) {
            (false, _) => "unreached",
            (true, TerminalState::Converged) => "done",
            (true, TerminalState::Deadlocked) => "waits",
            (true, TerminalState::Aborted | TerminalState::NotConvened) => "stopped",
        }
    }

    fn state_box(&self, n: usize, x: i32, y: i32) -> Box {
        let (name, what, came, state) = &self.states[n];
        let line = |class, y, text: &str| Line { class, y, text: text.to_owned() };
        Box {
            class: (*state).to_owned(),
            x,
            y,
            width: STATE.0,
            height: STATE.1,
            middle: x + STATE.0 / 2,
            lines: vec![
                line("name", y + 24, name),
                line("what", y + 41, what),
                line("came", y + 57, came),
            ],
        }
    }

    fn end_box(&self, end: TerminalState, x: i32, y: i32, width: i32) -> Box {
        let text = end.as_str().to_owned();
        Box {
            class: format!("end {}", self.end_class(end)),
            x,
            y,
            width,
            height: END.1,
            middle: x + width / 2,
            lines: vec![Line { class: "name", y: y + 22, text }],
        }
    }
}

fn lying(course: &Course) -> Drawing {
    let (width, step, top) = (STATE.0, STATE.0 + 32, 14);
    let centre = top + STATE.1 / 2;
    let (ends, rail) = (4 * step + 10, 133);
    let mut edges = Vec::new();
    edges.push(Edge { class: "rail", path: format!("M{} {rail} H{ends}", 2 + width / 2) });
    for n in 0..4 {
        let x = 2 + n as i32 * step + width / 2;
        let down = format!("M{x} {} V{rail}", top + STATE.1);
        edges.push(match course.stopped == Some(n) {
            true => Edge { class: "stopped", path: format!("{down} H{ends}") },
            false => Edge { class: "rail", path: down },
        });
        if n < 3 {
            let from = 2 + n as i32 * step + width;
            let class = course.edge(n + 1);
            edges.push(Edge { class, path: format!("M{from} {centre} h{}", step - width) });
        }
    }
    let from = 2 + 3 * step + width;
    let middle = |y: i32| y + END.1 / 2;
    let mut boxes: Vec<Box> =
        (0..4).map(|n| course.state_box(n, 2 + n as i32 * step, top)).collect();
    let placed = [
        (TerminalState::Converged, 8),
        (TerminalState::Deadlocked, 54),
        (TerminalState::Aborted, 116),
    ];
    for (end, y) in placed {
        if end != TerminalState::Aborted {
            let class = if course.end == end { "done" } else { "unreached" };
            let path = format!(
                "M{from} {centre} C{} {centre} {} {} {ends} {}",
                from + 22,
                ends - 22,
                middle(y),
                middle(y)
            );
            edges.push(Edge { class, path });
        }
        boxes.push(course.end_box(end, ends, y, END.0));
    }
    // What was walked is drawn last, over what was not.
    edges.sort_by_key(|edge| edge.class == "done" || edge.class == "stopped");
    Drawing { class: "lying", width: ends + END.0 + 2, height: 154, edges, boxes }
}

fn standing(course: &Course) -> Drawing {
    let (step, left) = (STATE.1 + 26, 60);
    let bottom = 4 * step + 22;
    let centre = left + STATE.0 / 2;
    let (width, rail) = (112, 292);
    let mut edges = Vec::new();
    edges.push(Edge { class: "rail", path: format!("M{rail} {} V{bottom}", 2 + STATE.1 / 2) });
    for n in 0..4 {
        let y = 2 + n as i32 * step + STATE.1 / 2;
        let aside = format!("M{} {y} H{rail}", left + STATE.0);
        edges.push(match course.stopped == Some(n) {
            true => Edge { class: "stopped", path: format!("{aside} V{bottom}") },
            false => Edge { class: "rail", path: aside },
        });
        if n < 3 {
            let from = 2 + n as i32 * step + STATE.1;
            let class = course.edge(n + 1);
            edges.push(Edge { class, path: format!("M{centre} {from} v{}", step - STATE.1) });
        }
    }
    let from = 2 + 3 * step + STATE.1;
    let mut boxes: Vec<Box> =
        (0..4).map(|n| course.state_box(n, left, 2 + n as i32 * step)).collect();
    let placed = [
        (TerminalState::Converged, 2),
        (TerminalState::Deadlocked, 119),
        (TerminalState::Aborted, 236),
    ];
    for (end, x) in placed {
        if end != TerminalState::Aborted {
            let class = if course.end == end { "done" } else { "unreached" };
            let to = x + width / 2;
            let path = format!(
                "M{centre} {from} C{centre} {} {to} {} {to} {bottom}",
                from + 20,
                bottom - 24
            );
            edges.push(Edge { class, path });
        }
        boxes.push(course.end_box(end, x, bottom, width));
    }
    edges.sort_by_key(|edge| edge.class == "done" || edge.class == "stopped");
    Drawing { class: "standing", width: 350, height: bottom + END.1 + 2, edges, boxes }
}
