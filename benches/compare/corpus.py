"""What both scripts know of tickets, RFCs and atlases: where each shape keeps its fields."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

TICKETS = Path("documents/work/tickets")
RFCS = Path("documents/rfcs")
PRDS = Path("documents/prds")
ATLASES = Path("evidence/prd")
DEAD = {"CANCELLED", "SUPERSEDED"}
OWNER = re.compile(r"documents/rfcs/(RFC-\d{4})/")
TICKET_FILE = re.compile(r"TCK-\d{5}\.ya?ml")

Load = Callable[[Path], Any]


def part(node: Any, *keys: str) -> Any:
    """What stands below these keys, or None."""
    for key in keys:
        node = node.get(key) if isinstance(node, dict) else None
    return node


def items(node: Any) -> list[Any]:
    return node if isinstance(node, list) else []


def ids(node: Any, *keys: str) -> Iterator[str]:
    """The ids of a list of strings, or of mappings with one of these keys."""
    for item in items(node):
        found = item if isinstance(item, str) else next((item[k] for k in keys if part(item, k)), None)
        if isinstance(found, str):
            yield found


@dataclass(slots=True)
class Ticket:
    id: str
    rfc: str | None
    live: bool
    requirements: list[tuple[str | None, str]]
    dependencies: list[str]
    creates: list[str]
    modifies: list[str]


def ticket(stem: str, root: Any) -> Ticket:
    meta = part(root, "ticket_meta") or {}
    header = part(meta, "ticket") or part(root, "ticket") or {}
    binds = part(meta, "binds") or part(header, "source") or header
    work = part(root, "implementation") or part(meta, "implementation")
    requirements = []
    for item in items(part(binds, "requirements") or part(binds, "requirement_ids")):
        owner = OWNER.match(str(part(item, "requirement_ref") or ""))
        for one in ids([item], "requirement_id", "id"):
            requirements.append((owner[1] if owner else None, one))
    blocked = part(header, "dependencies")
    lists = [
        part(meta, "dependencies", "tickets"),
        part(root, "dependencies", "tickets"),
        part(header, "depends_on"),
        part(blocked, "blocked_by") or blocked,
    ]
    status = str(part(header, "status") or "").upper()
    rfc = part(binds, "rfc_id")
    return Ticket(
        id=stem,
        rfc=rfc if isinstance(rfc, str) else None,
        live=status not in DEAD,
        requirements=requirements,
        dependencies=[d for one in lists for d in ids(one, "ticket_id", "id")],
        creates=list(ids(part(work, "files_to_create"), "path")),
        modifies=list(ids(part(work, "files_to_modify"), "path")),
    )


@dataclass(slots=True)
class Rfc:
    prds: list[str] = field(default_factory=list)
    requirements: set[str] = field(default_factory=set)
    planned: dict[str, set[str]] = field(default_factory=dict)


def imports(root: Any) -> Iterator[str]:
    """Requirement ids in the containers of file 01."""
    for body in root.values() if isinstance(root, dict) else []:
        binding = part(body, "requirement_binding")
        yield from ids(part(binding, "bound_requirement_ids"))
        local = part(binding, "added_rfc_only_requirements", "local_requirements")
        yield from ids(local, "requirement_id", "id")
        for path in (
            ("imports", "prd_requirements"),
            ("imports", "from_prd", "requirements"),
            ("imported_requirements",),
            ("additional_requirements",),
            ("derived_requirements",),
            ("rfc_local_requirements", "requirements"),
        ):
            yield from ids(part(body, *path), "id", "requirement_id", "rfc_local_id")


def planned(node: Any) -> Iterator[tuple[str, set[str]]]:
    """Tickets of a decomposition with their dependencies: any mapping with a title and an id."""
    if isinstance(node, dict):
        own = part(node, "final_id") or part(node, "ticket_id")
        if isinstance(own, str) and "title" in node:
            keys = ("dependencies", "depends_on", "blocked_by")
            lists = [part(node, k, "tickets") or part(node, k) for k in keys]
            yield own, {d for one in lists for d in ids(one, "ticket_id", "id")}
            return
        node = list(node.values())
    for item in items(node):
        yield from planned(item)


def rfc(folder: Path, load: Load, wanted: Callable[[str], bool]) -> Rfc:
    found = Rfc()
    for path in sorted(folder.glob("[0-9][0-9]_*.yaml")):
        if not wanted(path.name):
            continue
        root = load(path)
        if path.name == "00_meta.yaml":
            binding = part(root, "rfc_meta", "binds_to_prd")
            more = part(binding, "secondary_prds") or [part(binding, "secondary_prd")]
            found.prds = [p for p in [part(binding, "prd_id"), *ids(more, "prd_id")] if p]
        elif path.name.startswith("01_"):
            found.requirements.update(imports(root))
        elif path.name.startswith("06_"):
            found.planned.update(planned(root))
    for path in sorted((folder / "requirements").glob("*.yaml")):
        for key, body in (load(path) or {}).items():
            if key.endswith("requirement") and part(body, "id"):
                found.requirements.add(body["id"])
    return found


def atlas(folder: Path, load: Load) -> tuple[list[str], set[str]]:
    """The folders of the components, and the files of the inventory."""
    root = load(folder / "component_atlas.yaml") or {}
    listed = items(part(root.get("component_atlas", root), "components"))
    folders = [c.get("path") or c.get("crate_path") or "" for c in listed]
    index = folder / "ccp_index.json"
    data = json.loads(index.read_bytes()) if index.exists() else {}
    files = items(part(data, "file_inventory", "files"))
    return [f.rstrip("/") for f in folders if f], {f["path"] for f in files if part(f, "path")}


def tree() -> set[str]:
    listed = subprocess.run(["git", "ls-files", "-z"], check=True, capture_output=True).stdout
    return set(listed.decode().split("\0"))


def ticket_files() -> list[Path]:
    return sorted(p for p in TICKETS.iterdir() if TICKET_FILE.fullmatch(p.name))


def coverage(tickets: list[Ticket], rfcs: dict[str, Rfc]) -> dict[str, int]:
    covered: dict[str, set[str]] = {}
    for one in tickets:
        for owner, requirement in one.requirements if one.live else []:
            covered.setdefault(owner or one.rfc or "", set()).add(requirement)
    bound = {one.rfc for one in tickets}
    uncovered = sum(len(r.requirements - covered.get(i, set())) for i, r in rfcs.items() if i in bound)
    orphans = sum(one.live and one.rfc in rfcs and not one.requirements for one in tickets)
    return {"uncovered_requirements": uncovered, "orphan_tickets": orphans}


def lost_dependencies(tickets: list[Ticket], rfcs: dict[str, Rfc]) -> int:
    """Live tickets whose file lacks what the decomposition gives them."""
    plans = {i: deps for r in rfcs.values() for i, deps in r.planned.items()}
    return sum(bool(plans.get(t.id, set()) - set(t.dependencies)) for t in tickets if t.live)


def mapping(tickets: list[Ticket], rfcs: dict[str, Rfc], load: Load) -> dict[str, int]:
    """Paths that are not there and that nobody makes, and new files outside every component."""
    there = tree()
    made = {path for one in tickets for path in one.creates}
    atlases = {
        f.name: atlas(f / "ccp", load)
        for f in sorted(ATLASES.glob("PRD-*"))
        if (f / "ccp/component_atlas.yaml").exists()
    }
    derived = ([p[: -len("/Cargo.toml")] for p in there if p.endswith("/Cargo.toml")], set())
    bad: set[tuple[str | None, str]] = set()
    for one in tickets:
        prds = rfcs[one.rfc].prds if one.rfc in rfcs else []
        own = [atlases[p] for p in prds if p in atlases] or [derived]
        folders = {folder for folders, _ in own for folder in folders}
        known = [files for _, files in own]
        for path in one.modifies:
            if path not in there and path not in made and not any(path in k for k in known):
                bad.add((one.rfc, path))
        for path in one.creates:
            above = {str(folder) for folder in Path(path).parents}
            if not above & folders and path not in there:
                bad.add((one.rfc, path))
    return {"unmapped_paths": len(bad)}
