//! One document of a subject: its bytes, its lines, and what of it is not to be read. Knows limits and
//! encodings, and no grammar.

use std::ops::Range;
use std::sync::Arc;

use super::mask::{Mask, Masking};
use crate::model::decode::{decode, raw_line};
use crate::model::{Digest, FaultKind, FileFault, LinedText, NodePath, Place};
use crate::port::{ReadFault, Snapshot, has};
use crate::source::{SourceDiagnostic, SourceFile, SourceText};

/// Bytes of the largest document that is read (A1).
pub const LARGEST: u64 = 1 << 20;

/// One pass over a snapshot, for readers of subjects.
pub struct SubjectReading<'s> {
    /// What is read.
    pub snapshot: &'s dyn Snapshot,
    /// Whether evidence is made of it, which says what of it the commit holds.
    pub is_for_evidence: bool,
}

impl SubjectReading<'_> {
    /// The document at a path; `None` when nothing is there.
    pub fn document(
        &self,
        path: &str,
        masking: Masking,
    ) -> Option<Result<SubjectDocument, SourceDiagnostic>> {
        has(self.snapshot.entries(), path).then(|| self.read(path, masking))
    }

    fn read(&self, path: &str, masking: Masking) -> Result<SubjectDocument, SourceDiagnostic> {
        let bytes = self.snapshot.read(path, LARGEST).map_err(|fault| unread(path, &fault))?;
        // None of what it tells of line breaks and byte order marks is a fault here.
        let text = decode(&bytes, &mut Vec::new()).map_err(|fault| {
            let line = raw_line(&bytes, fault.place.line);
            SourceDiagnostic::new(path, fault, &line)
        })?;
        let mask = Mask::of(&text, masking);
        let file = SourceFile {
            path: path.to_owned(),
            digest: Digest::of(&bytes),
            bytes: bytes.len() as u64,
            committed: self.is_for_evidence && self.snapshot.is_committed(path, &bytes),
        };
        let source = Arc::new(SourceText::from(LinedText::of(text)));
        Ok(SubjectDocument { file, source, mask })
    }
}

/// A1, or A3 with what hinders.
fn unread(path: &str, fault: &ReadFault) -> SourceDiagnostic {
    let (kind, message) = match fault {
        ReadFault::TooLarge { size, limit } => {
            (FaultKind::Limit, format!("the file has {size} bytes; at most {limit} are read"))
        }
        ReadFault::NotAFile => {
            let message = "a link or special file where a document should be";
            (FaultKind::Unparsable, message.to_owned())
        }
        ReadFault::Missing | ReadFault::Failed(_) => {
            (FaultKind::Unparsable, format!("the file cannot be read: {fault}"))
        }
    };
    SourceDiagnostic::new(path, FileFault::of_whole_file(kind, message), "")
}

/// A document that was read.
#[derive(Debug)]
pub struct SubjectDocument {
    /// The file, with its digest.
    pub file: SourceFile,
    /// Its text, in which quotes are looked up.
    pub source: Arc<SourceText>,
    /// What of it is not to be read.
    pub mask: Mask,
}

impl SubjectDocument {
    /// Path from the repository's root.
    pub fn path(&self) -> &str {
        &self.file.path
    }

    /// Its text and lines.
    pub fn text(&self) -> &LinedText {
        self.source.text()
    }

    /// The same with blanks for what is masked: each byte stands where it stood.
    pub fn visible(&self) -> &str {
        self.mask.visible(self.text())
    }

    /// Its lines, with blanks for what is masked.
    pub fn lines(&self) -> impl Iterator<Item = DocumentLine<'_>> {
        let visible = self.visible();
        let lines = 1..=self.text().line_count();
        lines.filter_map(move |number| {
            let span = self.text().span_of_line(number)?;
            Some(DocumentLine { number, start: span.start, text: &visible[span] })
        })
    }

    /// The place of some bytes, which are those of an entity.
    pub fn place_of(&self, span: Range<usize>, entity: &str) -> Place {
        self.text().place(span, NodePath::Entity(entity.to_owned()))
    }

    /// The place of some bytes, which are no entity's.
    pub fn place(&self, span: Range<usize>) -> Place {
        self.text().place(span, NodePath::Line)
    }
}

/// One line of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DocumentLine<'d> {
    /// Its number, from 1.
    pub number: u32,
    /// The offset of its first byte.
    pub start: usize,
    /// What is visible of it, without its break.
    pub text: &'d str,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::memory::MemorySnapshot;

    fn read(bytes: &[u8]) -> Result<SubjectDocument, SourceDiagnostic> {
        let snapshot = MemorySnapshot::new().file("a.md", bytes);
        let reading = SubjectReading { snapshot: &snapshot, is_for_evidence: false };
        reading.document("a.md", Masking::FencesAndComments).expect("it is there")
    }

    #[test]
    fn line_ends_and_a_byte_order_mark_are_read_over() {
        let lines = |bytes: &str| {
            let document = read(bytes.as_bytes()).expect("text");
            document.lines().map(|line| (line.number, line.text.to_owned())).collect::<Vec<_>>()
        };
        let expected = lines("# é\n\n- [ ] T001 a\n");
        assert_eq!(expected.len(), 4);
        for bytes in [
            "# é\r\n\r\n- [ ] T001 a\r\n",
            "# é\r\r- [ ] T001 a\r",
            "\u{feff}# é\n\n- [ ] T001 a\n",
        ] {
            assert_eq!(lines(bytes), expected, "{bytes:?}");
        }
    }

    #[test]
    fn a_document_has_a_largest_size_and_is_text() {
        assert!(read(&vec![b'a'; LARGEST as usize]).is_ok());
        let fault = |bytes: &[u8]| {
            let fault = read(bytes).expect_err("a fault");
            (fault.kind, fault.place.line, fault.place.column)
        };
        assert_eq!(fault(&vec![b'a'; LARGEST as usize + 1]), (FaultKind::Limit, 1, 1));
        assert_eq!(fault(b"a\nb\0"), (FaultKind::NotText, 2, 2));
        assert_eq!(fault(b"a\n\xfc"), (FaultKind::NotText, 2, 1));
    }

    #[test]
    fn no_link_is_followed_and_what_is_not_there_is_no_document() {
        let snapshot = MemorySnapshot::new().symlink("a.md").special("b.md");
        let reading = SubjectReading { snapshot: &snapshot, is_for_evidence: true };
        for path in ["a.md", "b.md"] {
            let read = reading.document(path, Masking::Fences).expect("it is there");
            assert_eq!(read.expect_err("no file").kind, FaultKind::Unparsable);
        }
        assert!(reading.document("c.md", Masking::Fences).is_none());
    }

    #[test]
    fn places_are_those_of_the_file() {
        let document = read("```\nx\n```\n<!-- é --> T001 é x".as_bytes()).expect("text");
        let at = document.visible().find("T001").expect("visible");
        let place = document.place_of(at..at + 4, "T001");
        assert_eq!((place.line, place.column, place.end_column), (4, 12, 16));
        assert_eq!(place.path.anchor(), Some("T001"));
        assert_eq!(document.place(0..3).path, NodePath::Line);
    }
}
