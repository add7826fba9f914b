//! The names of evidence files (DESIGN.md §9).

/// Whether a file's name is that of a bundle.
pub fn is_bundle(file: &str) -> bool {
    file.starts_with("rfc_review_") && file.ends_with(".yaml")
}

/// Whether a file's name is that of a record of what was pruned.
pub fn is_record(file: &str) -> bool {
    file.starts_with("pruned_") && file.ends_with(".yaml")
}

/// The stamp in a bundle's name.
pub fn stamp_of(bundle_file: &str) -> &str {
    let stamp = bundle_file.strip_prefix("rfc_review_").unwrap_or(bundle_file);
    stamp.strip_suffix(".yaml").unwrap_or(stamp)
}

/// The file that a statement or a signature is on.
pub fn signed(file: &str) -> Option<&str> {
    if let Some(of) = file.strip_suffix(".statement") {
        return Some(of);
    }
    let (of, key) = file.strip_suffix(".sig")?.rsplit_once('.')?;
    (!key.is_empty()).then_some(of)
}

/// Whether a name is one that reviews, people or `prune` leave.
pub fn is_evidence(file: &str) -> bool {
    if file.contains(['/', '\\']) {
        return false;
    }
    if let Some(of) = signed(file) {
        return is_evidence(of);
    }
    let between = |prefix: &str, suffix: &str| {
        let stamp = file.strip_prefix(prefix).and_then(|rest| rest.strip_suffix(suffix));
        stamp.is_some_and(|stamp| {
            stamp.starts_with(|c: char| c.is_ascii_digit())
                && stamp.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
        })
    };
    between("rfc_review_", ".yaml")
        || between("council_session_", ".yaml")
        || between("escalation_", ".md")
        || between("ruling_", ".yaml")
        || between("pruned_", ".yaml")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_leads_elsewhere() {
        for file in [
            "rfc_review_20260126T100000Z.yaml",
            "council_session_20260126T100000Z-2.yaml",
            "pruned_20260126T100000Z.yaml",
            "rfc_review_20260126T100000Z.yaml.statement",
            "rfc_review_20260126T100000Z.yaml.ada.sig",
        ] {
            assert!(is_evidence(file), "{file}");
        }
        for file in [
            "rfc_review_.yaml",
            "rfc_review_1/2.yaml",
            "../rfc_review_1.yaml",
            "rfc_review_1.yaml.a/b.sig",
            "rfc_review_1.yaml./../x.sig",
            "rfc_review_1.yaml.sig",
            "council.yaml",
        ] {
            assert!(!is_evidence(file), "{file}");
        }
    }
}
