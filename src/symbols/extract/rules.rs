//! One table per language: which nodes of its syntax define something, and which hold definitions.

use crate::symbols::{Language, SymbolKind};

/// What a kind of node means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Does {
    /// Defines what its field `name` says, and holds nothing that counts.
    Define(SymbolKind),
    /// Defines what its field `name` says, and owns what its field `body` holds.
    Own(SymbolKind),
    /// Holds definitions of whoever holds it.
    Pass,
    /// A Rust `mod`, which is told only where it is written out.
    RustModule,
    /// A Rust `impl`, which owns and defines nothing.
    RustImpl,
    /// A Go method, which names its owner in its receiver.
    GoMethod,
    /// A Go type, which may be an interface.
    GoType,
    /// A node that defines one constant for each field `name`.
    Constants,
    /// A Python assignment.
    PyAssignment,
    /// A Python `type` statement.
    PyAlias,
    /// A Java field, which is a constant when it is `static final`.
    JavaField,
    /// A JavaScript `const` or `let` with its value.
    JsVariable,
    /// `exports.name = …`, `Name.prototype.method = …`.
    JsAssignment,
    /// A field of a class that may hold a function.
    JsField,
    /// A C function, whose name is inside its declarator.
    CFunction,
    /// A C or C++ declaration that may be a prototype, and may hold a type.
    CDeclaration,
    /// A `typedef`.
    CTypedef,
}

use Does::*;
use SymbolKind::*;

/// Nodes and what they mean; every other node holds nothing.
pub(super) type Rules = [(&'static str, Does)];

/// The table of a language.
pub(super) fn rules(language: Language) -> &'static Rules {
    match language {
        Language::Rust => RUST,
        Language::Python => PYTHON,
        Language::Go => GO,
        Language::TypeScript | Language::Tsx | Language::JavaScript => JAVASCRIPT,
        Language::Java => JAVA,
        Language::C | Language::Cpp => C,
        Language::Markdown => &[],
    }
}

static RUST: &Rules = &[
    ("function_item", Define(Function)),
    ("function_signature_item", Define(Function)),
    ("struct_item", Define(Type)),
    ("enum_item", Define(Type)),
    ("union_item", Define(Type)),
    ("type_item", Define(Type)),
    ("trait_item", Own(Interface)),
    ("impl_item", RustImpl),
    ("mod_item", RustModule),
    ("const_item", Define(Constant)),
    ("static_item", Define(Constant)),
    ("macro_definition", Define(Macro)),
    ("foreign_mod_item", Pass),
    ("declaration_list", Pass),
];

static PYTHON: &Rules = &[
    ("function_definition", Define(Function)),
    ("class_definition", Own(Type)),
    ("decorated_definition", Pass),
    ("expression_statement", Pass),
    ("assignment", PyAssignment),
    ("type_alias_statement", PyAlias),
    ("if_statement", Pass),
    ("elif_clause", Pass),
    ("else_clause", Pass),
    ("try_statement", Pass),
    ("except_clause", Pass),
    ("finally_clause", Pass),
    ("with_statement", Pass),
    ("block", Pass),
];

static GO: &Rules = &[
    ("function_declaration", Define(Function)),
    ("method_declaration", GoMethod),
    ("type_declaration", Pass),
    ("type_spec", GoType),
    ("type_alias", Define(Type)),
    ("method_elem", Define(Function)),
    ("const_declaration", Pass),
    ("const_spec", Constants),
];

static JAVASCRIPT: &Rules = &[
    ("function_declaration", Define(Function)),
    ("generator_function_declaration", Define(Function)),
    ("function_signature", Define(Function)),
    ("class_declaration", Own(Type)),
    ("abstract_class_declaration", Own(Type)),
    ("method_definition", Define(Function)),
    ("method_signature", Define(Function)),
    ("abstract_method_signature", Define(Function)),
    ("field_definition", JsField),
    ("public_field_definition", JsField),
    ("pair", JsField),
    ("interface_declaration", Own(Interface)),
    ("type_alias_declaration", Define(Type)),
    ("enum_declaration", Define(Type)),
    ("internal_module", Own(Module)),
    ("module", Own(Module)),
    ("ambient_declaration", Pass),
    ("export_statement", Pass),
    ("expression_statement", Pass),
    ("lexical_declaration", Pass),
    ("variable_declaration", Pass),
    ("variable_declarator", JsVariable),
    ("assignment_expression", JsAssignment),
];

static JAVA: &Rules = &[
    ("class_declaration", Own(Type)),
    ("interface_declaration", Own(Interface)),
    ("annotation_type_declaration", Own(Interface)),
    ("enum_declaration", Own(Type)),
    ("record_declaration", Own(Type)),
    ("enum_body_declarations", Pass),
    ("method_declaration", Define(Function)),
    ("field_declaration", JavaField),
    ("constant_declaration", JavaField),
];

static C: &Rules = &[
    ("function_definition", CFunction),
    ("declaration", CDeclaration),
    ("field_declaration", CDeclaration),
    ("type_definition", CTypedef),
    ("struct_specifier", Own(Type)),
    ("union_specifier", Own(Type)),
    ("class_specifier", Own(Type)),
    ("enum_specifier", Own(Type)),
    ("alias_declaration", Define(Type)),
    ("concept_definition", Define(Interface)),
    ("namespace_definition", Own(Module)),
    ("declaration_list", Pass),
    ("template_declaration", Pass),
    ("linkage_specification", Pass),
    ("preproc_ifdef", Pass),
    ("preproc_if", Pass),
    ("preproc_else", Pass),
    ("preproc_elif", Pass),
    ("preproc_def", Define(Constant)),
    ("preproc_function_def", Define(Macro)),
];
