//! A prompt in which no agent CLI finds the name of a file. CLIs read what a prompt names by a sign:
//! `@path`, `@server:resource`, `$skill`. Tickets are written by strangers, so these signs stand in
//! others while a program has the prompt, and are put back into its answer: a quote that a seat copies
//! is the ticket's own again.

/// Signs that a CLI takes for orders, with what can stand for each and the word that can when those
/// are taken.
const SIGNS: [(char, [char; 2], &str); 2] =
    [('@', ['\u{ff20}', '\u{fe6b}'], "at"), ('$', ['\u{ff04}', '\u{fe69}'], "dollar")];

/// A prompt without those signs, and what stands for them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Defused {
    text: String,
    /// Sign and stand-in, of the signs that are there.
    signs: Vec<(char, String)>,
}

impl Defused {
    /// Takes the signs out of a text. What stands for one occurs nowhere else in it, so that putting
    /// it back is exact, whatever a stranger wrote.
    pub fn of(text: &str) -> Self {
        let there = SIGNS.iter().filter(|(sign, ..)| text.contains(*sign));
        let signs: Vec<(char, String)> =
            there.map(|(sign, wide, word)| (*sign, free(text, wide, word))).collect();
        let mut plain = String::with_capacity(text.len());
        for c in text.chars() {
            match signs.iter().find(|(sign, _)| *sign == c) {
                Some((_, stand_in)) => plain.push_str(stand_in),
                None => plain.push(c),
            }
        }
        Self { text: plain, signs }
    }

    /// What the program is told: the text, and before it what stands for what.
    pub fn prompt(&self) -> String {
        let legend: Vec<String> = self
            .signs
            .iter()
            .map(|(sign, stand_in)| format!("{stand_in} means U+{:04X}", u32::from(*sign)))
            .collect();
        match legend.is_empty() {
            true => self.text.clone(),
            false => format!(
                "In all that follows {}. Write it so in your answer, too.\n\n{}",
                legend.join(", and "),
                self.text
            ),
        }
    }

    /// The bytes of an answer with the signs put back, also where JSON escapes their stand-ins.
    pub fn restored(&self, answer: &[u8]) -> Vec<u8> {
        let mut restored = Vec::with_capacity(answer.len());
        let mut rest = answer;
        while let Some(&byte) = rest.first() {
            let found = self.signs.iter().find_map(|(sign, stand_in)| {
                let raw = rest.strip_prefix(stand_in.as_bytes());
                Some((*sign, raw.or_else(|| after_escape(rest, stand_in))?))
            });
            rest = match found {
                Some((sign, after)) => {
                    restored.push(sign as u8);
                    after
                }
                None => {
                    // What a backslash escapes begins no escape of its own.
                    let (taken, after) =
                        rest.split_at(if byte == b'\\' { 2.min(rest.len()) } else { 1 });
                    restored.extend_from_slice(taken);
                    after
                }
            };
        }
        restored
    }
}

/// The first stand-in that the text does not hold.
fn free(text: &str, wide: &[char], word: &str) -> String {
    let is_free = |stand_in: &String| !text.contains(stand_in.as_str());
    let wide = wide.iter().map(char::to_string);
    let words =
        (1_u32..).map(|n| if n == 1 { format!("({word})") } else { format!("({word}{n})") });
    wide.chain(words).find(is_free).expect("a text of finite length leaves words free")
}

/// What follows the escape of a stand-in, when bytes begin with it.
fn after_escape<'b>(bytes: &'b [u8], stand_in: &str) -> Option<&'b [u8]> {
    let (hex, after) = bytes.strip_prefix(b"\\u")?.split_at_checked(4)?;
    let mut chars = stand_in.chars();
    let escape = format!("{:04x}", u32::from(chars.next()?));
    (chars.next().is_none() && hex.eq_ignore_ascii_case(escape.as_bytes())).then_some(after)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_go_out_in_others_and_come_back() {
        let defused = Defused::of("see @/a and ${b}");
        assert_eq!(
            defused.prompt(),
            "In all that follows \u{ff20} means U+0040, and \u{ff04} means U+0024. Write it so in your answer, too.\n\nsee \u{ff20}/a and \u{ff04}{b}"
        );
        for (answer, restored) in [
            (r#"{"quote": "＠/a"}"#, r#"{"quote": "@/a"}"#),
            (r#"{"quote": "@/a"}"#, r#"{"quote": "@/a"}"#),
            (r#"{"quote": "\uff20/a \uFF04x"}"#, r#"{"quote": "@/a $x"}"#),
            (r#"{"quote": "\\uff20 \" \\＠"}"#, r#"{"quote": "\\uff20 \" \\@"}"#),
            ("\\", "\\"),
            ("\\u", "\\u"),
            ("\\uff2", "\\uff2"),
        ] {
            assert_eq!(String::from_utf8_lossy(&defused.restored(answer.as_bytes())), restored);
        }
        let plain = Defused::of("nothing to see");
        assert_eq!(plain.prompt(), "nothing to see");
        assert_eq!(plain.restored("＠".as_bytes()), "＠".as_bytes());
    }

    #[test]
    fn what_stands_for_a_sign_is_what_nobody_wrote() {
        let mut text = "@".to_owned();
        for stand_in in ["\u{ff20}", "\u{fe6b}", "(at)", "(at2)", "(at3)"] {
            let defused = Defused::of(&text);
            assert!(defused.text.contains(stand_in) && !defused.text.contains('@'), "{text}");
            let back = defused.restored(defused.text.as_bytes());
            assert_eq!(String::from_utf8_lossy(&back), text);
            text.push_str(stand_in);
        }
    }
}
