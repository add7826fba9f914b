//! The names of the lenses that come with the tool. What each looks at is in `prompts/lenses.yaml`.

use super::ids::ModeId;

/// Lenses with words of their own.
pub const SHIPPED: [&str; 14] = [
    "deep-thinker",
    "pragmatist",
    "broad-analyst",
    "technical",
    "contrarian",
    "security",
    "cost",
    "operations",
    "user",
    "maintainer",
    "structure",
    "implementability",
    "atomicity",
    "reuse",
];

/// The lenses that built-in rules look through, each at its own families of defects.
pub const OF_RULES: [&str; 4] = ["structure", "implementability", "atomicity", "reuse"];

/// The mode of reasoning that a lens is: of `mode-79`, 79.
pub fn mode_of(lens: &str) -> Option<ModeId> {
    let number = lens.strip_prefix("mode-")?;
    let is_plain = number.starts_with(|c: char| ('1'..='9').contains(&c));
    number.parse().ok().filter(|_| is_plain).and_then(ModeId::new)
}

/// Whether a lens comes with the tool.
pub fn is_shipped(lens: &str) -> bool {
    SHIPPED.contains(&lens) || mode_of(lens).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_are_lenses_too() {
        for lens in ["mode-1", "mode-80", "contrarian"] {
            assert!(is_shipped(lens), "{lens}");
        }
        for lens in ["mode-0", "mode-81", "mode-01", "mode-+1", "mode-", "mode", "latency"] {
            assert!(!is_shipped(lens), "{lens}");
        }
        assert!(OF_RULES.iter().all(|lens| is_shipped(lens)));
    }
}
