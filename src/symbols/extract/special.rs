//! Definitions that a language writes in a way of its own.

use tree_sitter::Node;

use super::rules::Does;
use super::walk::{NodeContext, Walk};
use crate::symbols::SymbolKind;

impl Walk<'_> {
    /// A node whose rule needs more than a name and a body.
    pub(super) fn special(&mut self, does: Does, node: Node<'_>, scope: NodeContext<'_>) {
        match does {
            Does::RustModule => {
                if node.child_by_field_name("body").is_some() {
                    self.own(node, SymbolKind::Module, scope);
                }
            }
            Does::RustImpl => self.rust_impl(node, scope),
            Does::GoMethod => self.go_method(node, scope),
            Does::GoType => self.go_type(node, scope),
            Does::Constants => {
                let mut cursor = node.walk();
                for name in node.children_by_field_name("name", &mut cursor) {
                    if name.is_named() {
                        self.push(name, SymbolKind::Constant, node, None, scope);
                    }
                }
            }
            Does::PyAssignment => self.py_assignment(node, scope),
            Does::PyAlias => {
                if let Some(name) = node.child_by_field_name("left") {
                    self.push(name, SymbolKind::Type, node, None, scope);
                }
            }
            Does::JavaField => self.java_field(node, scope),
            Does::JsVariable => self.js_variable(node, scope),
            Does::JsAssignment => self.js_assignment(node, scope),
            Does::JsField => self.js_field(node, scope),
            Does::CFunction => self.c_function(node, scope),
            Does::CDeclaration => self.c_declaration(node, scope),
            Does::CTypedef => self.c_typedef(node, scope),
            Does::Define(_) | Does::Own(_) | Does::Pass => {}
        }
    }

    fn rust_impl(&mut self, node: Node<'_>, scope: NodeContext<'_>) {
        let Some(body) = node.child_by_field_name("body") else { return };
        let owner = node.child_by_field_name("type").map(|of| last_name(self.text(of)));
        match owner {
            Some(owner) if !owner.is_empty() => {
                self.children(body, scope.of(owner, SymbolKind::Type));
            }
            _ => self.children(body, NodeContext { is_type: true, ..scope }),
        }
    }

    fn go_method(&mut self, node: Node<'_>, scope: NodeContext<'_>) {
        let receiver = node.child_by_field_name("receiver");
        let owner = receiver.map_or("", |receiver| last_name(self.text(receiver)));
        let scope = scope.of(owner, SymbolKind::Type);
        let scope = NodeContext { owner: scope.owner.filter(|owner| !owner.is_empty()), ..scope };
        self.define(node, SymbolKind::Function, scope);
    }

    fn go_type(&mut self, node: Node<'_>, scope: NodeContext<'_>) {
        let names = node.child_by_field_name("name").zip(node.child_by_field_name("type"));
        let Some((name, of)) = names else { return };
        let kind = match of.kind() {
            "interface_type" => SymbolKind::Interface,
            _ => SymbolKind::Type,
        };
        let mut cursor = of.walk();
        let body =
            of.children(&mut cursor).find(|c| matches!(c.kind(), "{" | "field_declaration_list"));
        self.push(name, kind, node, body, scope);
        if kind == SymbolKind::Interface
            && let Some(owner) = self.name(name)
        {
            self.children(of, scope.of(&owner, kind));
        }
    }

    fn py_assignment(&mut self, node: Node<'_>, scope: NodeContext<'_>) {
        let Some(left) = node.child_by_field_name("left").filter(|n| n.kind() == "identifier")
        else {
            return;
        };
        let right = node.child_by_field_name("right");
        if let Some(lambda) = right.filter(|right| right.kind() == "lambda") {
            let body = lambda.child_by_field_name("body");
            self.push(left, SymbolKind::Function, node, body, scope);
        } else if is_shouted(self.text(left)) {
            self.push(left, SymbolKind::Constant, node, None, scope);
        }
    }

    fn java_field(&mut self, node: Node<'_>, scope: NodeContext<'_>) {
        let modifiers = node.named_child(0).filter(|child| child.kind() == "modifiers");
        let modifiers = modifiers.map_or("", |modifiers| self.text(modifiers));
        let has = |word: &str| modifiers.split_whitespace().any(|modifier| modifier == word);
        if node.kind() == "field_declaration" && !(has("static") && has("final")) {
            return;
        }
        let mut cursor = node.walk();
        for declarator in node.children_by_field_name("declarator", &mut cursor) {
            if let Some(name) = declarator.child_by_field_name("name") {
                self.push(name, SymbolKind::Constant, node, None, scope);
            }
        }
    }

    fn js_variable(&mut self, node: Node<'_>, scope: NodeContext<'_>) {
        let Some(name) = node.child_by_field_name("name").filter(|n| n.kind() == "identifier")
        else {
            return;
        };
        match node.child_by_field_name("value") {
            Some(value) if is_function(value) => {
                let body = value.child_by_field_name("body");
                self.push(name, SymbolKind::Function, node, body, scope);
            }
            Some(value) if matches!(value.kind(), "class" | "object") => {
                let body = value.child_by_field_name("body");
                let is_class = value.kind() == "class";
                if is_class {
                    self.push(name, SymbolKind::Type, node, body, scope);
                }
                if let Some(owner) = self.name(name) {
                    let inside = body.unwrap_or(value);
                    self.children(inside, scope.of(&owner, SymbolKind::Type));
                }
            }
            _ if is_shouted(self.text(name)) => {
                self.push(name, SymbolKind::Constant, node, None, scope);
            }
            _ => {}
        }
    }

    fn js_assignment(&mut self, node: Node<'_>, scope: NodeContext<'_>) {
        let sides = node.child_by_field_name("left").zip(node.child_by_field_name("right"));
        let Some((left, right)) = sides else { return };
        let Some(property) = left.child_by_field_name("property") else { return };
        let object = left.child_by_field_name("object").map_or("", |object| self.text(object));
        if is_function(right) {
            let body = right.child_by_field_name("body");
            match object.strip_suffix(".prototype") {
                Some(owner) => {
                    let scope = scope.of(last_name(owner), SymbolKind::Type);
                    self.push(property, SymbolKind::Function, node, body, scope);
                }
                None if self.text(property) == "exports" => {}
                None => self.push(property, SymbolKind::Function, node, body, scope),
            }
        } else if right.kind() == "object" && self.text(property) == "exports" {
            self.children(right, scope);
        }
    }

    fn js_field(&mut self, node: Node<'_>, scope: NodeContext<'_>) {
        let name = ["property", "name", "key"].iter().find_map(|f| node.child_by_field_name(f));
        let Some(name) = name else { return };
        match node.child_by_field_name("value") {
            Some(value) if is_function(value) => {
                let body = value.child_by_field_name("body");
                self.push(name, SymbolKind::Function, node, body, scope);
            }
            _ if node.kind() != "pair" && is_shouted(self.text(name)) => {
                self.push(name, SymbolKind::Constant, node, None, scope);
            }
            _ => {}
        }
    }
}

/// Whether a value of JavaScript is a function that is written out.
fn is_function(value: Node<'_>) -> bool {
    matches!(value.kind(), "arrow_function" | "function_expression" | "generator_function")
}

/// Whether a name is written as constants are: `MOST_BYTES`.
fn is_shouted(name: &str) -> bool {
    name.len() > 1
        && name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_')
}

/// The last name of a type as it is written, without what it is generic over: `Store` of
/// `(s *Store[T])` and of `&'a mut crate::Store<T>`.
pub(super) fn last_name(text: &str) -> &str {
    let start = text.find(|c: char| c.is_alphanumeric()).unwrap_or(0);
    let end = text[start..].find(['<', '[']).map_or(text.len(), |at| start + at);
    let mut names = text[..end].rsplit(|c: char| !c.is_alphanumeric() && c != '_');
    names.find(|name| !name.is_empty()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_called_by_their_last_name() {
        for (text, name) in [
            ("Store", "Store"),
            ("&'a mut crate::Store<T>", "Store"),
            ("(s *Store[K, V])", "Store"),
            ("(Store)", "Store"),
            ("[T]", "T"),
            ("dyn Any", "Any"),
            ("()", ""),
        ] {
            assert_eq!(last_name(text), name, "{text}");
        }
    }
}
