"""The tickets of a repository in the forms that other tools read; run once, never measured.

usage: convert.py json REPOSITORY OUT       one JSON file for each ticket that parses
       convert.py doorstop REPOSITORY OUT   two doorstop documents: REQ, and TCK whose items link
                                            to the requirements and tickets that they name
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml

import corpus
from gates_fast import load


def documents() -> dict[str, Any]:
    found = {path.stem: load(path) for path in corpus.ticket_files()}
    return {stem: root for stem, root in found.items() if isinstance(root, dict)}


def to_json(out: Path) -> None:
    for stem, root in documents().items():
        (out / f"{stem}.json").write_text(json.dumps(root))


def item(folder: Path, uid: str, text: str, links: list[str]) -> None:
    fields = {"active": True, "derived": False, "header": "", "level": 1.0, "normative": True}
    rest = {"links": links, "ref": "", "reviewed": None, "text": text}
    (folder / f"{uid}.yml").write_text(yaml.safe_dump(fields | rest))


def document(folder: Path, prefix: str, parent: str | None) -> None:
    folder.mkdir()
    settings = {"digits": 5, "prefix": prefix, "sep": ""} | ({"parent": parent} if parent else {})
    (folder / ".doorstop.yml").write_text(yaml.safe_dump({"settings": settings}))


def to_doorstop(out: Path) -> None:
    subprocess.run(["git", "init", "-q", str(out)], check=True)
    document(out / "req", "REQ", None)
    document(out / "tck", "TCK", "REQ")
    numbers: dict[tuple[str | None, str], str] = {}
    for stem, root in documents().items():
        one = corpus.ticket(stem, root)
        links = []
        for owner, requirement in one.requirements:
            key = (owner or one.rfc, requirement)
            if key not in numbers:
                numbers[key] = f"REQ{len(numbers) + 1:05}"
                item(out / "req", numbers[key], " ".join(map(str, key)), [])
            links.append(numbers[key])
        links += [target[-9:].replace("-", "") for target in one.dependencies]
        item(out / "tck", stem.replace("-", ""), json.dumps(root), links)


def main(kind: str, repository: str, out: str) -> None:
    into = Path(out).resolve()
    into.mkdir(parents=True)
    os.chdir(repository)
    {"json": to_json, "doorstop": to_doorstop}[kind](into)


if __name__ == "__main__":
    if len(sys.argv) != 4 or sys.argv[1] not in ("json", "doorstop"):
        sys.exit(__doc__)
    main(*sys.argv[1:])
