//! A brief as its council's prompts show it.

use std::sync::Arc;

use crate::council::shared::words::{Materials, PackForm, Packed};
use crate::model::Question;
use crate::source::brief::{Brief, Pack, PackedMaterial};

/// The brief of one session, for whoever words its tasks.
#[derive(Debug)]
pub struct BriefText(pub Arc<Brief>);

impl Materials for BriefText {
    fn question(&self) -> &Question {
        &self.0.question
    }

    fn pack(&self, form: PackForm, cited: &[(&str, &str)]) -> Vec<Packed> {
        let pack = match form {
            PackForm::Full => Pack::whole(&self.0),
            PackForm::Summary => Pack::summary(&self.0, cited.iter().copied()),
        };
        let is_whole = form == PackForm::Full;
        pack.materials.into_iter().map(|material| packed(material, is_whole)).collect()
    }
}

/// A material in lines: whole, or its size, its outline and the passages that are shown, each with the
/// numbers of its lines.
fn packed(material: PackedMaterial, is_whole: bool) -> Packed {
    let PackedMaterial { name, lines, bytes, outline, outline_left_out, passages } = material;
    let mut told = Vec::new();
    if !is_whole {
        told.push(format!("[{lines} lines, {bytes} bytes]"));
        told.extend(outline);
        told.extend((outline_left_out > 0).then(|| format!("[{outline_left_out} more]")));
    }
    for passage in passages {
        if !is_whole {
            told.push(format!("[lines {} to {}]", passage.from, passage.to));
        }
        told.push(passage.text);
    }
    Packed { path: name, text: told.join("\n") }
}
