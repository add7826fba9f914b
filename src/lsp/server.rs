//! The life of a session: what may come when, and what each message does.

use std::collections::BTreeMap;
use std::io::{self, Write};

use ls_types::{
    CodeActionKind, CodeActionOptions, CodeActionParams, CodeActionProviderCapability,
    CompletionOptions, CompletionParams, Diagnostic, DidChangeTextDocumentParams,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, GotoDefinitionParams, HoverParams,
    HoverProviderCapability, InitializeParams, InitializeResult, MessageType, OneOf,
    PublishDiagnosticsParams, ServerCapabilities, ServerInfo, ShowMessageParams,
    TextDocumentPositionParams, TextDocumentSyncCapability, TextDocumentSyncKind,
    TextDocumentSyncOptions, Uri,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::answers::{self, At};
use super::diagnostics::{self, ByFile, Published};
use super::documents::Documents;
use super::positions::Units;
use super::{SessionEnd, frames};
use crate::app::judged::Judged;
use crate::evidence::v2::gates::GateFinding;
use crate::model::SubjectId;
use crate::wiring::RepositoryOptions;

const PARSE: i32 = -32_700;
const INVALID_REQUEST: i32 = -32_600;
const NO_METHOD: i32 = -32_601;
const INVALID_PARAMS: i32 = -32_602;
const INTERNAL: i32 = -32_603;
const NOT_INITIALIZED: i32 = -32_002;

/// A refusal: its code in JSON-RPC, and why.
type Refusal = (i32, String);

/// How far the session is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Waiting,
    Running,
    ShutDown,
}

/// What the gates said last.
struct View {
    /// Of the whole repository, when it was last judged.
    judged: Judged,
    /// RFC by RFC, as the documents are now.
    findings: BTreeMap<Option<SubjectId>, Vec<GateFinding>>,
    by_file: ByFile,
}

/// What has changed since the gates ran.
#[derive(Debug, Default)]
enum Stale {
    #[default]
    Nothing,
    /// The text of one document.
    Typed(String),
    /// More than that.
    Anything,
}

/// One session with one client.
pub(super) struct Server {
    place: RepositoryOptions,
    phase: Stage,
    units: Units,
    documents: Option<Documents>,
    view: Option<View>,
    change: Stale,
    /// What the client shows, by path.
    shown: Published,
    /// The findings that it shows.
    told: ByFile,
}

impl Server {
    pub(super) fn new(place: RepositoryOptions) -> Self {
        let (documents, view) = (None, None);
        let units = Units::default();
        let (change, shown, told) = (Stale::Nothing, Published::new(), ByFile::new());
        Self { place, phase: Stage::Waiting, units, documents, view, change, shown, told }
    }

    /// Whether something has changed since the gates ran.
    pub(super) fn is_stale(&self) -> bool {
        self.documents.is_some() && !matches!(self.change, Stale::Nothing)
    }

    /// Takes one message. Says how the session ended, when it did.
    ///
    /// # Errors
    /// The client does not read any more.
    pub(super) fn take(
        &mut self,
        bytes: &[u8],
        output: &mut impl Write,
    ) -> io::Result<Option<SessionEnd>> {
        let Ok(message) = serde_json::from_slice::<Value>(bytes) else {
            answer(output, &Value::Null, Err((PARSE, "this is no JSON".to_owned())))?;
            return Ok(None);
        };
        let id = message.get("id").filter(|id| id.is_number() || id.is_string()).cloned();
        let Some(method) = message.get("method").and_then(Value::as_str) else {
            // An answer to what was asked of the client needs none.
            let is_answer = message.get("result").is_some() || message.get("error").is_some();
            if !is_answer {
                let refusal = (INVALID_REQUEST, "this is no message of JSON-RPC".to_owned());
                answer(output, &id.unwrap_or_default(), Err(refusal))?;
            }
            return Ok(None);
        };
        let params = message.get("params").cloned().unwrap_or_default();
        match id {
            Some(id) => {
                let result = self.request(method, params, output)?;
                answer(output, &id, result)?;
                Ok(None)
            }
            None if method == "exit" => Ok(Some(match self.phase {
                Stage::ShutDown => SessionEnd::Orderly,
                Stage::Waiting | Stage::Running => SessionEnd::Abandoned,
            })),
            None => {
                if self.phase == Stage::Running {
                    self.notice(method, params, output)?;
                }
                Ok(None)
            }
        }
    }

    fn request(
        &mut self,
        method: &str,
        params: Value,
        output: &mut impl Write,
    ) -> io::Result<Result<Value, Refusal>> {
        let refused = |code, line: &str| Ok(Err((code, line.to_owned())));
        match (self.phase, method) {
            (Stage::Waiting, "initialize") => return self.initialize(params, output),
            (Stage::Waiting, _) => return refused(NOT_INITIALIZED, "send `initialize` first"),
            (Stage::ShutDown, _) => return refused(INVALID_REQUEST, "the session is shut down"),
            (Stage::Running, "initialize") => {
                return refused(INVALID_REQUEST, "the session is initialized already");
            }
            (Stage::Running, "shutdown") => {
                self.phase = Stage::ShutDown;
                return Ok(Ok(Value::Null));
            }
            (Stage::Running, _) => {}
        }
        if self.is_stale() {
            self.refresh(output)?;
        }
        Ok(match method {
            "textDocument/hover" => parsed(params).and_then(|params: HoverParams| {
                self.at(&params.text_document_position_params, |at, position| at.hover(position))
            }),
            "textDocument/definition" => parsed(params).and_then(|params: GotoDefinitionParams| {
                let at = &params.text_document_position_params;
                self.at(at, |at, position| at.definition(position))
            }),
            "textDocument/completion" => parsed(params).and_then(|params: CompletionParams| {
                let at = &params.text_document_position;
                self.at(at, |at, position| Some(at.completion(position)))
            }),
            "textDocument/codeAction" => parsed(params).and_then(|params| self.actions(&params)),
            other => Err((NO_METHOD, format!("{other} is not served"))),
        })
    }

    fn initialize(
        &mut self,
        params: Value,
        output: &mut impl Write,
    ) -> io::Result<Result<Value, Refusal>> {
        let params: InitializeParams = match parsed(params) {
            Ok(params) => params,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let offered = params.capabilities.general.and_then(|general| general.position_encodings);
        self.units = Units::agreed(&offered.unwrap_or_default());
        let folders = params.workspace_folders.unwrap_or_default();
        #[expect(deprecated, reason = "older clients name the folder there alone")]
        let root: Option<Uri> =
            folders.into_iter().next().map(|folder| folder.uri).or(params.root_uri);
        let folder = root.and_then(|uri| uri.to_file_path().map(|path| path.into_owned()));
        if self.place.repo.is_none() {
            self.place.repo = folder;
        }
        self.phase = Stage::Running;
        match Documents::open(self.place.clone(), BTreeMap::new()) {
            Ok(documents) => self.documents = Some(documents),
            Err(fault) => told(output, &format!("council-review: {}", fault.line()))?,
        }
        let capabilities = ServerCapabilities {
            position_encoding: Some(self.units.kind()),
            text_document_sync: Some(TextDocumentSyncCapability::Options(
                TextDocumentSyncOptions {
                    open_close: Some(true),
                    change: Some(TextDocumentSyncKind::FULL),
                    save: Some(true.into()),
                    ..TextDocumentSyncOptions::default()
                },
            )),
            hover_provider: Some(HoverProviderCapability::Simple(true)),
            definition_provider: Some(OneOf::Left(true)),
            completion_provider: Some(CompletionOptions {
                trigger_characters: Some(vec!["-".to_owned()]),
                ..CompletionOptions::default()
            }),
            code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
                code_action_kinds: Some(vec![CodeActionKind::QUICKFIX]),
                ..CodeActionOptions::default()
            })),
            ..ServerCapabilities::default()
        };
        let server_info = Some(ServerInfo {
            name: env!("CARGO_PKG_NAME").to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        });
        let result = InitializeResult { capabilities, server_info, ..InitializeResult::default() };
        Ok(Ok(json!(result)))
    }

    fn notice(&mut self, method: &str, params: Value, output: &mut impl Write) -> io::Result<()> {
        let Some(documents) = &mut self.documents else { return Ok(()) };
        match method {
            "textDocument/didOpen" => {
                let Ok(params) = parsed::<DidOpenTextDocumentParams>(params) else { return Ok(()) };
                let document = params.text_document;
                if let Some(path) = documents.path(&document.uri) {
                    documents.set(path, document.text);
                    self.change = Stale::Anything;
                }
            }
            "textDocument/didChange" => {
                let Ok(params) = parsed::<DidChangeTextDocumentParams>(params) else {
                    return Ok(());
                };
                let text = params.content_changes.into_iter().next_back();
                // Whole texts were agreed on; a part of one cannot be applied.
                let text = text.filter(|change| change.range.is_none());
                if let (Some(path), Some(text)) = (documents.path(&params.text_document.uri), text)
                {
                    documents.set(path.clone(), text.text);
                    self.change = match std::mem::take(&mut self.change) {
                        Stale::Nothing => Stale::Typed(path),
                        Stale::Typed(before) if before == path => Stale::Typed(path),
                        Stale::Typed(_) | Stale::Anything => Stale::Anything,
                    };
                }
            }
            "textDocument/didClose" => {
                let Ok(params) = parsed::<DidCloseTextDocumentParams>(params) else {
                    return Ok(());
                };
                if let Some(path) = documents.path(&params.text_document.uri) {
                    documents.close(&path);
                    self.change = Stale::Anything;
                }
            }
            "textDocument/didSave" | "workspace/didChangeWatchedFiles" => {
                // Lines may have changed of which the findings are the same.
                self.told.clear();
                if let Err(fault) = documents.read_again() {
                    told(output, &format!("council-review: {}", fault.line()))?;
                }
                self.change = Stale::Anything;
            }
            // What this server does not know it may leave alone.
            _ => {}
        }
        Ok(())
    }

    /// Runs the gates, and tells the client what has changed of what it shows.
    pub(super) fn refresh(&mut self, output: &mut impl Write) -> io::Result<()> {
        let change = std::mem::take(&mut self.change);
        let Some(documents) = &mut self.documents else { return Ok(()) };
        let typed = match (&change, &mut self.view) {
            (Stale::Typed(path), Some(view)) => view.typed(documents, path),
            _ => false,
        };
        if !typed {
            let judged = match documents.judge() {
                Ok(judged) => judged,
                Err(fault) => {
                    self.documents = None;
                    return told(output, &format!("council-review: {}", fault.line()));
                }
            };
            let findings = judged.findings();
            let by_file = diagnostics::by_file(&findings);
            self.view = Some(View { judged, findings, by_file });
        }
        let Some(view) = &self.view else { return Ok(()) };
        let before = (&self.told, &self.shown);
        let now = diagnostics::all(documents, &view.by_file, self.units, before);
        let gone = self.shown.keys().filter(|path| !now.contains_key(*path));
        let gone: Vec<(&String, Vec<Diagnostic>)> = gone.map(|path| (path, Vec::new())).collect();
        let changed = now.iter().filter(|(path, its)| self.shown.get(*path) != Some(its));
        let changed = changed.map(|(path, its)| (path, its.clone()));
        for (path, diagnostics) in gone.into_iter().chain(changed) {
            let Some(uri) = documents.uri(path) else { continue };
            let params = PublishDiagnosticsParams { uri, diagnostics, version: None };
            notify(output, "textDocument/publishDiagnostics", &params)?;
        }
        self.shown = now;
        self.told = view.by_file.clone();
        Ok(())
    }

    fn at<T: Serialize>(
        &self,
        at: &TextDocumentPositionParams,
        ask: impl FnOnce(At<'_>, ls_types::Position) -> Option<T>,
    ) -> Result<Value, Refusal> {
        let (Some(documents), Some(view)) = (&self.documents, &self.view) else {
            return Ok(Value::Null);
        };
        let Some(path) = documents.path(&at.text_document.uri) else { return Ok(Value::Null) };
        let View { judged, by_file, .. } = view;
        let here = At { documents, judged, findings: by_file, units: self.units, path: &path };
        Ok(json!(ask(here, at.position)))
    }

    fn actions(&mut self, params: &CodeActionParams) -> Result<Value, Refusal> {
        let Some(documents) = &mut self.documents else { return Ok(Value::Null) };
        let Some(path) = documents.path(&params.text_document.uri) else { return Ok(Value::Null) };
        let findings = self.view.as_ref().map(|view| &view.by_file);
        let Some(findings) = findings else { return Ok(Value::Null) };
        let actions = answers::actions(documents, findings, self.units, &path, params.range);
        actions.map(|actions| json!(actions)).map_err(|fault| (INTERNAL, fault.line()))
    }
}

impl View {
    /// Judges again the RFCs that one document is read for: a keystroke is answered before the next
    /// one, in a repository of any size. `false` when that is not enough.
    fn typed(&mut self, documents: &Documents, path: &str) -> bool {
        let rfcs = self.judged.rfcs_of(path);
        if rfcs.is_empty() {
            return false;
        }
        let Ok(now) = documents.judge_rfcs(&rfcs) else { return false };
        // A document that binds another RFC now concerns that one, too.
        if now.rfcs_of(path) != rfcs {
            return false;
        }
        let of_rfcs = now.findings().into_iter().filter(|(rfc, _)| rfc.is_some());
        self.findings.extend(of_rfcs);
        self.by_file = diagnostics::by_file(&self.findings);
        true
    }
}

fn parsed<T: DeserializeOwned>(params: Value) -> Result<T, Refusal> {
    serde_json::from_value(params).map_err(|fault| (INVALID_PARAMS, fault.to_string()))
}

fn answer(output: &mut impl Write, id: &Value, result: Result<Value, Refusal>) -> io::Result<()> {
    let message = match result {
        Ok(result) => json!({"jsonrpc": "2.0", "id": id, "result": result}),
        Err((code, message)) => {
            json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}})
        }
    };
    frames::write(output, &message)
}

fn notify(output: &mut impl Write, method: &str, params: &impl Serialize) -> io::Result<()> {
    frames::write(output, &json!({"jsonrpc": "2.0", "method": method, "params": params}))
}

/// A line for the person at the editor.
fn told(output: &mut impl Write, line: &str) -> io::Result<()> {
    let params = ShowMessageParams { typ: MessageType::ERROR, message: line.to_owned() };
    notify(output, "window/showMessage", &params)
}
