//! C and C++, which put a name inside what is said of it.

use tree_sitter::Node;

use super::special::last_name;
use super::walk::{NodeContext, Walk};
use crate::symbols::SymbolKind;

/// Pointers to arrays of pointers: nobody writes more.
const DEEPEST: usize = 8;

impl Walk<'_> {
    pub(super) fn c_function(&mut self, node: Node<'_>, scope: NodeContext<'_>) {
        let body = node.child_by_field_name("body");
        if let Some(name) = function_name(node) {
            self.c_push(name, node, body, scope);
        }
    }

    /// A prototype, and the type that is written out within it.
    pub(super) fn c_declaration(&mut self, node: Node<'_>, scope: NodeContext<'_>) {
        if let Some(of) = node.child_by_field_name("type") {
            self.c_type(of, scope);
        }
        if let Some(name) = function_name(node) {
            self.c_push(name, node, None, scope);
        }
    }

    pub(super) fn c_typedef(&mut self, node: Node<'_>, scope: NodeContext<'_>) {
        let of = node.child_by_field_name("type");
        if let Some(of) = of {
            self.c_type(of, scope);
        }
        let inner = of.and_then(|of| of.child_by_field_name("name")).map(|name| self.text(name));
        let body = of.and_then(|of| of.child_by_field_name("body"));
        let mut cursor = node.walk();
        for name in node.children_by_field_name("declarator", &mut cursor) {
            let is_new = body.is_none() || inner != Some(self.text(name));
            if name.kind() == "type_identifier" && is_new {
                self.push(name, SymbolKind::Type, node, body, scope);
            }
        }
    }

    fn c_type(&mut self, of: Node<'_>, scope: NodeContext<'_>) {
        if of.child_by_field_name("body").is_some() {
            self.visit(of, of.kind(), scope);
        }
    }

    /// A function by its name, which may say whose it is.
    fn c_push(
        &mut self,
        name: Node<'_>,
        node: Node<'_>,
        body: Option<Node<'_>>,
        scope: NodeContext<'_>,
    ) {
        if name.kind() != "qualified_identifier" {
            return self.push(name, SymbolKind::Function, node, body, scope);
        }
        let mut inner = name;
        let mut owner = "";
        for _ in 0..DEEPEST {
            let Some(next) = inner.child_by_field_name("name") else { break };
            owner = inner.child_by_field_name("scope").map_or("", |of| last_name(self.text(of)));
            inner = next;
        }
        let scope = if owner.is_empty() { scope } else { scope.of(owner, SymbolKind::Type) };
        self.push(inner, SymbolKind::Function, node, body, scope);
    }
}

/// The name of the function that a node declares; `None` when it declares none.
fn function_name(node: Node<'_>) -> Option<Node<'_>> {
    let mut inner = node;
    let mut is_function = false;
    for _ in 0..DEEPEST {
        match inner.child_by_field_name("declarator").or_else(|| referred(inner)) {
            Some(next) => {
                is_function |= next.kind() == "function_declarator";
                inner = next;
            }
            None => break,
        }
    }
    let is_name = matches!(
        inner.kind(),
        "identifier" | "field_identifier" | "qualified_identifier" | "operator_name"
    );
    (is_function && is_name).then_some(inner)
}

/// What a C++ reference is made of, which has no field.
fn referred(node: Node<'_>) -> Option<Node<'_>> {
    (node.kind() == "reference_declarator").then(|| node.named_child(0)).flatten()
}
