//! Where something stands: lines and columns, and the node that is meant, in whatever language the
//! file is written.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Which node of a file is meant. The kinds tell the languages apart, so that nobody takes a heading
/// for a path of keys.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum NodePath {
    /// None: lines alone, or the whole file.
    #[default]
    Line,
    /// Of YAML, the keys and indices that lead to it: `ticket_meta.dependencies.tickets[1].ticket_id`.
    /// Never empty: see [`NodePath::yaml`].
    Yaml(String),
    /// Of Markdown, the first heading with this text.
    Heading(String),
    /// Of Markdown, the list item with this number, from 1, counted over the whole file.
    Item(u32),
    /// Of a plan in Markdown, the requirement or work item with this id: `T014`, `US2`, `FR-003`.
    /// Its lines are those of the place.
    Entity(String),
}

impl NodePath {
    /// A path of YAML. The empty one names no node.
    pub fn yaml(path: impl Into<String>) -> Self {
        let path = path.into();
        if path.is_empty() { Self::Line } else { Self::Yaml(path) }
    }

    /// The path of YAML; empty when it is none.
    pub fn as_yaml(&self) -> &str {
        match self {
            NodePath::Yaml(path) => path,
            NodePath::Line | NodePath::Heading(_) | NodePath::Item(_) | NodePath::Entity(_) => "",
        }
    }

    /// The same of another kind, as it is written beside `yaml_path`.
    pub fn beside(&self) -> Option<String> {
        match self {
            NodePath::Line | NodePath::Yaml(_) | NodePath::Entity(_) => None,
            NodePath::Heading(_) | NodePath::Item(_) => Some(self.to_string()),
        }
    }

    /// The id of the entity of a plan, as it is written in `anchor`.
    pub fn anchor(&self) -> Option<&str> {
        match self {
            NodePath::Entity(id) => Some(id),
            NodePath::Line | NodePath::Yaml(_) | NodePath::Heading(_) | NodePath::Item(_) => None,
        }
    }

    /// The node that a written location names, of which at most one kind is written.
    pub fn written(
        yaml_path: String,
        path: Option<&str>,
        anchor: Option<String>,
    ) -> Result<Self, MalformedPath> {
        match (path, anchor) {
            (None, None) => Ok(Self::yaml(yaml_path)),
            (Some(path), None) if yaml_path.is_empty() => path.parse(),
            (None, Some(anchor)) if yaml_path.is_empty() => Ok(Self::Entity(anchor)),
            (Some(one), _) => Err(MalformedPath(one.to_owned())),
            (None, Some(one)) => Err(MalformedPath(one)),
        }
    }
}

impl fmt::Display for NodePath {
    /// A path of YAML as it is, `heading("…")`, `item(3)`, an entity's id; nothing for no node.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NodePath::Line => Ok(()),
            NodePath::Yaml(path) => f.write_str(path),
            NodePath::Heading(text) => write!(f, "heading(\"{text}\")"),
            NodePath::Item(number) => write!(f, "item({number})"),
            NodePath::Entity(id) => f.write_str(id),
        }
    }
}

/// What is no path of a Markdown file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no path: expected heading(\"…\") or item(1)")]
pub struct MalformedPath(String);

impl FromStr for NodePath {
    type Err = MalformedPath;

    /// A path of a Markdown file, as it is displayed.
    fn from_str(text: &str) -> Result<Self, MalformedPath> {
        let heading = text.strip_prefix("heading(\"").and_then(|rest| rest.strip_suffix("\")"));
        if let Some(heading) = heading {
            return Ok(Self::Heading(heading.to_owned()));
        }
        let number = text.strip_prefix("item(").and_then(|rest| rest.strip_suffix(')'));
        let number = number.and_then(|number| number.parse().ok());
        // One item has one name: no sign, no leading zero.
        let item = number.map(Self::Item).filter(|item| item.to_string() == text);
        item.ok_or_else(|| MalformedPath(text.to_owned()))
    }
}

/// A place inside one file. Lines and columns are 1-based; columns count Unicode code points; the
/// end is exclusive in its column.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Place {
    /// The node.
    pub path: NodePath,
    /// First line.
    pub line: u32,
    /// First column.
    pub column: u32,
    /// Last line.
    pub end_line: u32,
    /// One past the last column.
    pub end_column: u32,
}

impl Place {
    /// The place that stands for a whole file: line 1, column 1.
    pub fn whole_file() -> Self {
        Self::line(1)
    }

    /// The beginning of a line, from 1.
    pub fn line(line: u32) -> Self {
        Self { path: NodePath::Line, line, column: 1, end_line: line, end_column: 1 }
    }

    /// The path of its node in a YAML file; else empty.
    pub fn yaml_path(&self) -> &str {
        self.path.as_yaml()
    }

    /// This place in `file`.
    pub fn in_file(&self, file: impl Into<String>) -> Location {
        Location {
            file: file.into(),
            path: self.path.clone(),
            line: self.line,
            column: self.column,
            end_line: self.end_line,
            end_column: self.end_column,
        }
    }
}

/// A place in a named file of the repository.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(try_from = "WrittenLocation", into = "WrittenLocation")]
pub struct Location {
    /// Path from the repository's root, with `/`.
    pub file: String,
    /// The node.
    pub path: NodePath,
    /// First line, from 1.
    pub line: u32,
    /// First column, from 1, in code points.
    pub column: u32,
    /// Last line.
    pub end_line: u32,
    /// One past the last column.
    pub end_column: u32,
}

impl Location {
    /// Whether a whole file is meant, as by [`Place::whole_file`].
    pub fn is_whole_file(&self) -> bool {
        self.path == NodePath::Line && (self.end_line, self.end_column) <= (1, 1)
    }

    /// The path of its node in a YAML file; else empty.
    pub fn yaml_path(&self) -> &str {
        self.path.as_yaml()
    }
}

impl fmt::Display for Location {
    /// `file:line:column`, as compilers print it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// A place in a named file of the repository.
#[derive(Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct WrittenLocation {
    /// Path from the repository's root, with `/`.
    file: String,
    /// True path of the node; empty for a whole file.
    yaml_path: String,
    /// The node of a file that is not YAML: `heading("…")` or `item(1)`.
    #[cfg_attr(test, schemars(with = "String"))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    /// The id of the requirement or work item of a plan that is no YAML: `T014`.
    #[cfg_attr(test, schemars(with = "String"))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    anchor: Option<String>,
    /// First line, from 1.
    line: u32,
    /// First column, from 1, in code points.
    column: u32,
    /// Last line.
    end_line: u32,
    /// One past the last column.
    end_column: u32,
}

impl From<Location> for WrittenLocation {
    fn from(at: Location) -> Self {
        let (path, anchor) = (at.path.beside(), at.path.anchor().map(str::to_owned));
        let yaml_path = at.path.as_yaml().to_owned();
        let Location { file, line, column, end_line, end_column, .. } = at;
        Self { file, yaml_path, path, anchor, line, column, end_line, end_column }
    }
}

impl TryFrom<WrittenLocation> for Location {
    type Error = MalformedPath;

    fn try_from(written: WrittenLocation) -> Result<Self, MalformedPath> {
        let WrittenLocation { file, yaml_path, path, anchor, line, column, end_line, end_column } =
            written;
        let path = NodePath::written(yaml_path, path.as_deref(), anchor)?;
        Ok(Self { file, path, line, column, end_line, end_column })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_path_has_one_kind_and_one_spelling() {
        for path in [
            NodePath::Heading("a \"b\") é".to_owned()),
            NodePath::Heading(String::new()),
            NodePath::Item(12),
        ] {
            assert_eq!(path.to_string().parse(), Ok(path.clone()));
            assert_eq!(path.as_yaml(), "");
        }
        for none in ["", "a.b", "item()", "item(01)", "item(+1)", "item(1", "heading(a)"] {
            assert!(none.parse::<NodePath>().is_err(), "{none:?}");
        }
        assert_eq!(NodePath::yaml(""), NodePath::Line);
        assert_eq!(NodePath::yaml("item(1)").to_string(), "item(1)");
    }

    #[test]
    fn a_location_says_where_in_the_words_of_its_language() {
        let at = |path| Place { path, ..Place::line(2) }.in_file("a");
        let rest = json!({ "line": 2, "column": 1, "end_line": 2, "end_column": 1 });
        for (path, written) in [
            (NodePath::Line, json!({ "file": "a", "yaml_path": "" })),
            (NodePath::yaml("b[0]"), json!({ "file": "a", "yaml_path": "b[0]" })),
            (NodePath::Item(3), json!({ "file": "a", "yaml_path": "", "path": "item(3)" })),
            (
                NodePath::Entity("T014".to_owned()),
                json!({ "file": "a", "yaml_path": "", "anchor": "T014" }),
            ),
        ] {
            let mut expected = written.as_object().expect("a mapping").clone();
            expected.extend(rest.as_object().expect("a mapping").clone());
            let text = serde_json::to_string(&at(path.clone())).expect("it serializes");
            assert_eq!(text, serde_json::to_string(&expected).expect("JSON"));
            assert_eq!(serde_json::from_str::<Location>(&text).expect("it is read"), at(path));
        }
        for (yaml_path, path) in [("", "b[0]"), ("b", "item(3)"), ("", "")] {
            let written = json!({ "file": "a", "yaml_path": yaml_path, "path": path, "line": 2,
                "column": 1, "end_line": 2, "end_column": 1 });
            assert!(serde_json::from_value::<Location>(written).is_err(), "{yaml_path} {path}");
        }
    }
}
