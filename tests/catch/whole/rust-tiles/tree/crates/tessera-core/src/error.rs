use thiserror::Error;

pub type Result<T> = std::result::Result<T, Error>;

#[derive(Debug, Error)]
pub enum Error {
    #[error("{path}: {source}")]
    Io {
        path: String,
        source: std::io::Error,
    },

    #[error("not JSON: {0}")]
    Json(#[from] serde_json::Error),

    #[error("GeoJSON: feature {index}: {reason}")]
    GeoJson { index: usize, reason: String },

    /// `rule` is the index in `Style::rules`.
    #[error("style: rule {rule}: {reason}")]
    Style { rule: usize, reason: String },

    #[error("colour {0:?}: want #rrggbb or #rrggbbaa")]
    Color(String),

    #[error("tile {0:?}: want Z/X/Y with Z up to 22 and X, Y below 2^Z")]
    Tile(String),
}

impl Error {
    pub fn io(path: &std::path::Path, source: std::io::Error) -> Self {
        Error::Io {
            path: path.display().to_string(),
            source,
        }
    }
}
