"""The four gates as one would write them in an afternoon: PyYAML, jsonschema, networkx.

usage: gates_pyyaml.py TICKET_SCHEMA.json   (in the root of a repository)

Reads what council-review reads: every ticket, the numbered documents and requirements of every
RFC, the requirements of the PRDs, the atlases with their inventories, git's list of files. Prints
one line of JSON with counts. PyYAML's C loader is used where it is built; dates stay the text that
was written, as JSON Schema has no dates.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import networkx
import yaml
from jsonschema import Draft202012Validator

import corpus

Base = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Loader(Base):
    """Scalars that look like dates are strings."""


Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in found if not tag.endswith(":timestamp")]
    for first, found in Base.yaml_implicit_resolvers.items()
}


class Files:
    """Parses files, and remembers those that do not parse."""

    def __init__(self) -> None:
        self.broken: list[Path] = []

    def load(self, path: Path) -> Any:
        try:
            with path.open("rb") as file:
                return yaml.load(file, Loader)
        except yaml.YAMLError:
            self.broken.append(path)
            return None


def schema_failures(documents: dict[Path, Any], schema: Path) -> int:
    """Tickets that the schema refuses, or whose id is not the file's name."""
    validator = Draft202012Validator(json.loads(schema.read_text()))
    failures = 0
    for path, root in documents.items():
        errors = list(validator.iter_errors(root))
        header = corpus.part(root, "ticket_meta", "ticket") or corpus.part(root, "ticket")
        failures += bool(errors) or corpus.part(header, "id") != path.stem
    return failures


def dependencies(tickets: list[corpus.Ticket], files: Files) -> dict[str, int]:
    rfcs: dict[str, str | None] = {path.stem: None for path in files.broken}
    rfcs.update((one.id, one.rfc) for one in tickets)
    graph = networkx.DiGraph()
    graph.add_nodes_from(rfcs)
    missing = 0
    for one in tickets:
        for target in one.dependencies:
            rfc, _, plain = target.rpartition(":")
            if plain in rfcs and (not rfc or rfcs[plain] == rfc):
                graph.add_edge(one.id, plain)
            else:
                missing += 1
    knots = [c for c in networkx.strongly_connected_components(graph) if len(c) > 1]
    loops = networkx.number_of_selfloops(graph)
    return {"cycles": len(knots) + loops, "missing_targets": missing}


def main(schema: Path) -> dict[str, int]:
    files = Files()
    documents = {path: files.load(path) for path in corpus.ticket_files()}
    unparsable = len(files.broken)
    documents = {path: root for path, root in documents.items() if path not in set(files.broken)}
    tickets = [corpus.ticket(path.stem, root) for path, root in documents.items()]
    folders = sorted(f for f in corpus.RFCS.glob("RFC-[0-9][0-9][0-9][0-9]") if f.is_dir())
    rfcs = {f.name: corpus.rfc(f, files.load, lambda _: True) for f in folders}
    prd_requirements = [files.load(p) for p in corpus.PRDS.glob("PRD-*/requirements/*.yaml")]
    return {
        "tickets": len(tickets),
        "rfcs": len(rfcs),
        "prd_requirements": len(prd_requirements),
        "unparsable_tickets": unparsable,
        "schema_failures": schema_failures(documents, schema),
        **dependencies(tickets, files),
        "lost_dependencies": corpus.lost_dependencies(tickets, rfcs),
        **corpus.coverage(tickets, rfcs),
        **corpus.mapping(tickets, rfcs, files.load),
    }


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    print(json.dumps(main(Path(sys.argv[1]))))
