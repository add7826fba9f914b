//! Real editors with the language server, driven by a script; skipped where an editor is not there.

use std::fs;
use std::process::Command;

use crate::support::greeting::greeting;
use crate::support::skipped;

const SECOND: &str = "docs/work/tickets/TCK-00002.yaml";

/// Opens a ticket with a slip, waits for the finding, asks for hover, a jump and the fix, applies it,
/// and writes what it saw.
const SCRIPT: &str = r#"
local seen = {}
local function wait(what, ready)
  if not vim.wait(60000, ready, 20) then error("no " .. what) end
end
local function run()
  vim.cmd("edit " .. vim.env.TICKET)
  local buffer = vim.api.nvim_get_current_buf()
  local id = vim.lsp.start_client({
    name = "council-review",
    cmd = { vim.env.COUNCIL_REVIEW, "lsp" },
    root_dir = vim.fn.getcwd(),
  })
  vim.lsp.buf_attach_client(buffer, id)
  local function findings() return vim.diagnostic.get(buffer) end
  wait("finding", function() return #findings() > 0 end)
  local first = findings()[1]
  table.insert(seen, first.code .. " " .. (first.lnum + 1) .. ":" .. (first.col + 1))
  local client = vim.lsp.get_client_by_id(id)
  local function ask(method, line, column, extra)
    local params = {
      textDocument = vim.lsp.util.make_text_document_params(buffer),
      position = { line = line, character = column },
    }
    local answer = client.request_sync(method, vim.tbl_extend("force", params, extra or {}), 60000, buffer)
    if answer.err then error(vim.inspect(answer.err)) end
    return answer.result
  end
  local hover = ask("textDocument/hover", first.lnum, first.col)
  table.insert(seen, "hover " .. hover.contents.value:match("^%*%*(R%d+)"))
  local jump = ask("textDocument/definition", 5, 31)
  table.insert(seen, "jump " .. jump.uri:match("[^/]+$"))
  local here = { line = first.lnum, character = first.col }
  local actions = ask("textDocument/codeAction", 0, 0, {
    range = { start = here, ["end"] = here }, context = { diagnostics = {} },
  })
  table.insert(seen, "action " .. actions[1].title)
  vim.lsp.util.apply_workspace_edit(actions[1].edit, client.offset_encoding)
  wait("end of the finding", function() return #findings() == 0 end)
  table.insert(seen, "fixed")
  vim.cmd("write")
  vim.lsp.stop_client(id)
end
local ok, fault = pcall(run)
if not ok then table.insert(seen, "fault " .. tostring(fault)) end
vim.fn.writefile(seen, vim.env.SEEN)
vim.cmd("qall!")
"#;

#[test]
fn neovim_shows_a_finding_explains_jumps_and_fixes() {
    if Command::new("nvim").arg("--version").output().is_err() {
        return skipped("neovim is not here");
    }
    let repo = greeting();
    let clean = repo.read(SECOND);
    repo.edit(SECOND, "status: READY", "status: ready");
    let dir = tempfile::tempdir().expect("a temp folder");
    let (script, seen) = (dir.path().join("drive.lua"), dir.path().join("seen"));
    fs::write(&script, SCRIPT).expect("written");
    let mut editor = Command::new("nvim");
    editor
        .args(["--clean", "--headless", "-n"])
        .arg("-c")
        .arg(format!("luafile {}", script.display()));
    editor.current_dir(repo.path()).env("HOME", dir.path()).env("XDG_STATE_HOME", dir.path());
    editor.env("COUNCIL_REVIEW", env!("CARGO_BIN_EXE_council-review"));
    editor.env("TICKET", SECOND).env("SEEN", &seen).env("SOURCE_DATE_EPOCH", crate::support::EPOCH);
    let output = editor.output().expect("it runs");
    let seen = fs::read_to_string(&seen).unwrap_or_else(|_| panic!("{output:?}"));
    let lines: Vec<&str> = seen.lines().collect();
    assert_eq!(
        lines,
        ["R14 2:50", "hover R14", "jump TCK-00001.yaml", "action R14: write `READY`", "fixed"]
    );
    assert_eq!(repo.read(SECOND), clean);
}
