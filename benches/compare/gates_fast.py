"""The four gates in the fastest form that stays simple: PyYAML's C loader, jsonschema-rs.

usage: gates_fast.py TICKET_SCHEMA.json   (in the root of a repository)

The same counts as gates_pyyaml.py. It reads less: of each RFC only the files 00, 01 and 06 and the
requirements, and no PRD's requirements; a verdict for each ticket, no list of errors; cycles by
graphlib of the standard library; each document is dropped when its fields are taken.
"""

from __future__ import annotations

import json
import sys
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Any

import jsonschema_rs
from yaml import CSafeLoader, YAMLError

import corpus


class Loader(CSafeLoader):
    """Scalars that look like dates are strings."""


Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in found if not tag.endswith(":timestamp")]
    for first, found in CSafeLoader.yaml_implicit_resolvers.items()
}


def parse(path: Path) -> Any:
    return Loader(path.read_bytes()).get_single_data()


def load(path: Path) -> Any:
    try:
        return parse(path)
    except YAMLError:
        return None


def read_tickets(schema: Path) -> tuple[list[corpus.Ticket], list[str], int]:
    """The tickets, the ids of those that do not parse, and how many the schema refuses."""
    validator = jsonschema_rs.validator_for(json.loads(schema.read_text()))
    tickets, unparsable, failures = [], [], 0
    for path in corpus.ticket_files():
        try:
            root = parse(path)
        except YAMLError:
            unparsable.append(path.stem)
            continue
        header = corpus.part(root, "ticket_meta", "ticket") or corpus.part(root, "ticket")
        failures += not validator.is_valid(root) or corpus.part(header, "id") != path.stem
        tickets.append(corpus.ticket(path.stem, root))
    return tickets, unparsable, failures


def dependencies(tickets: list[corpus.Ticket], unparsable: list[str]) -> dict[str, int]:
    rfcs: dict[str, str | None] = dict.fromkeys(unparsable)
    rfcs.update((one.id, one.rfc) for one in tickets)
    edges: dict[str, set[str]] = {}
    missing = 0
    for one in tickets:
        targets = edges.setdefault(one.id, set())
        for target in one.dependencies:
            rfc, _, plain = target.rpartition(":")
            if plain in rfcs and (not rfc or rfcs[plain] == rfc):
                targets.add(plain)
            else:
                missing += 1
    return {"cycles": cycles(edges), "missing_targets": missing}


def cycles(edges: dict[str, set[str]]) -> int:
    """Cycles that share no edge: each one that is found is opened, until there is none."""
    found = 0
    while True:
        try:
            TopologicalSorter(edges).prepare()
        except CycleError as error:
            found += 1
            path: list[str] = error.args[1]
            edges[path[1]].discard(path[0])
        else:
            return found


def main(schema: Path) -> dict[str, int]:
    tickets, unparsable, failures = read_tickets(schema)
    folders = sorted(f for f in corpus.RFCS.glob("RFC-[0-9][0-9][0-9][0-9]") if f.is_dir())
    rfcs = {f.name: corpus.rfc(f, load, lambda n: n[:3] in ("00_", "01_", "06_")) for f in folders}
    return {
        "tickets": len(tickets),
        "rfcs": len(rfcs),
        "unparsable_tickets": len(unparsable),
        "schema_failures": failures,
        **dependencies(tickets, unparsable),
        "lost_dependencies": corpus.lost_dependencies(tickets, rfcs),
        **corpus.coverage(tickets, rfcs),
        **corpus.mapping(tickets, rfcs, load),
    }


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    print(json.dumps(main(Path(sys.argv[1]))))
