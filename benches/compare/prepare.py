"""What compare.py measures with: public tools of fixed versions, and repositories. Kept in a cache."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from functools import cached_property
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SCHEMA = ROOT / "schemas/ticket.schema.json"

PYPI = (
    "pyyaml==6.0.3",
    "jsonschema==4.26.0",
    "networkx==3.6.1",
    "jsonschema-rs==0.60.3",
    "check-jsonschema==0.39.0",
    "yamllint==1.38.0",
    "doorstop==3.2",
)
JSONSCHEMA_CLI = "0.60.2"


class Missing(Exception):
    """Something that a row needs is not there; the row is skipped and says why."""


def run(*words: str | Path, cwd: Path | None = None) -> None:
    ended = subprocess.run([str(w) for w in words], cwd=cwd, stdout=subprocess.DEVNULL)
    if ended.returncode:
        raise Missing(f"{Path(str(words[0])).name} {words[1]} ended with {ended.returncode}")


def fresh(name: str, files: list[Path], more: tuple[str, ...] = ()) -> str:
    """The name with a digest of what the thing is made from."""
    digest = hashlib.sha256("\n".join(more).encode())
    for path in files:
        digest.update(path.read_bytes())
    return f"{name}-{digest.hexdigest()[:10]}"


class Workshop:
    """Makes each thing when it is first asked for."""

    def __init__(self, cache: Path, corpus: Path, generator: Path | None) -> None:
        self.cache = cache
        self.make_corpus = corpus
        self.generator = generator
        cache.mkdir(parents=True, exist_ok=True)

    def made(self, name: str, make: object) -> Path:
        """The path of this name; made beside it and moved, so that half of it is never found."""
        path = self.cache / name
        if not path.exists():
            part = self.cache / f"{name}.part"
            shutil.rmtree(part, ignore_errors=True)
            print(f"making {name}", file=sys.stderr)
            make(part)  # type: ignore[operator]
            part.rename(path)
        return path

    @cached_property
    def bin(self) -> Path:
        """The folder of the Python tools' commands. A venv cannot be moved, so it has a mark."""
        path = self.cache / fresh("venv", [], PYPI)
        if not (path / "complete").exists():
            print("installing Python tools", file=sys.stderr)
            run(sys.executable, "-m", "venv", "--clear", path)
            run(path / "bin/pip", "install", "-q", "--disable-pip-version-check", *PYPI)
            (path / "complete").touch()
        return path / "bin"

    @cached_property
    def jsonschema_cli(self) -> Path:
        def make(part: Path) -> None:
            version = ("--version", JSONSCHEMA_CLI, "--locked")
            run("cargo", "install", "-q", "jsonschema-cli", *version, "--root", part)

        return self.made(f"jsonschema-cli-{JSONSCHEMA_CLI}", make) / "bin/jsonschema-cli"

    @cached_property
    def corpus(self) -> Path:
        if not self.make_corpus.exists():
            raise Missing(f"there is no {self.make_corpus}")
        return self.made("corpus", lambda part: run(self.make_corpus, part))

    def tickets(self, count: int) -> Path:
        """A generated repository."""
        sources = sorted((ROOT / "benches/shape").glob("*.rs"))

        def make(part: Path) -> None:
            if self.generator:
                run(self.generator, part, str(count))
            else:
                command = ("cargo", "bench", "-q", "--bench", "generate", "--", part, str(count))
                run(*command, cwd=ROOT)

        return self.made(fresh(f"tickets-{count}", sources), make)

    def converted(self, kind: str, count: int) -> Path:
        """The generated tickets as JSON files, or as doorstop documents."""
        repository = self.tickets(count)

        def make(part: Path) -> None:
            run(self.bin / "python", HERE / "convert.py", kind, repository, part)

        return self.made(f"{repository.name}-{kind}", make)

    def listing(self, folder: Path, pattern: str) -> Path:
        """A file with the paths in the folder, ended by NUL, as `xargs -0` reads them."""
        path = self.cache / f"{folder.name}-{hashlib.sha256(str(folder).encode()).hexdigest()[:8]}.list"
        files = sorted(str(p) for p in folder.glob(pattern))
        path.write_text("".join(f"{name}\0" for name in files))
        return path
