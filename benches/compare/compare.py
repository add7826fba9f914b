"""council-review beside what one would use instead: whole processes, in one run, on one machine.

usage: compare.py [--binary PATH] [--only PATTERN] [--quick] [--list] [--cache DIR]
                  [--corpus MAKE_REPO] [--generator PROGRAM]

Each row runs ours and theirs in turn (ours, theirs, ours, theirs, ...; five pairs, three where a
run is long) after one run of each that is not counted, and compares medians. Processor time is user
and system time of the process and all that it waited for (`wait4`); memory is the largest resident
size of one process. Output goes to /dev/null. Exits with 1 when a bound is missed.

Who sees which files:
  ours              the whole repository, all four gates, with places and evidence for each finding
  gates_pyyaml.py   the same files: tickets, numbered documents, requirements, atlases, git's list
  gates_fast.py     fewer: of an RFC's numbered documents only 00, 01, 06; no PRD's requirements
  jsonschema-cli    the tickets alone that parse, as YAML: no RFC, no graph; and, for information,
                    the same converted to JSON before
  check-jsonschema  the tickets alone, as YAML, against the same schema
  yamllint          the tickets alone; style and syntax, no schema
  doorstop          the tickets alone, converted to its own items: links, cycles, coverage
  cat               the bytes of the tickets alone, `xargs -0 cat`, to /dev/null
Ours does more than each of them except gates_pyyaml.py, so their ratios flatter them. The counts
of the two scripts and ours stand below the table: a difference there is not a fault of the run
(ours withholds what prose explains, and tells one finding for one cause).
"""

from __future__ import annotations

import argparse
import json
import math
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from prepare import HERE, ROOT, SCHEMA, Missing, Workshop

SMALL, LARGE = 5, 3
# Python's compiled modules may be kept, as they usually are.
ENVIRONMENT = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}


@dataclass(frozen=True, slots=True)
class Ran:
    cpu: float
    wall: float
    rss: float  # megabytes


@dataclass(frozen=True, slots=True)
class Side:
    """A process: words, folder, and the exit codes that mean that it did its work."""

    words: list[str]
    cwd: Path
    codes: frozenset[int] = frozenset({0, 1})

    def run(self) -> Ran:
        began = time.perf_counter()
        with tempfile.TemporaryFile() as errors:
            child = subprocess.Popen(
                self.words,
                cwd=self.cwd,
                env=ENVIRONMENT,
                stdout=subprocess.DEVNULL,
                stderr=errors,
            )
            _, status, usage = os.wait4(child.pid, 0)
            wall = time.perf_counter() - began
            child.returncode = os.waitstatus_to_exitcode(status)
            if child.returncode not in self.codes:
                errors.seek(0)
                said = errors.read()[-300:].decode(errors="replace")
                raise Missing(f"{self.words[0]} ended with {child.returncode}: {said}")
        return Ran(usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024)


@dataclass(frozen=True, slots=True)
class Figure:
    """A line of the table. `value` is held against `bound`: at most, or at least."""

    name: str
    ours: str
    theirs: str
    value: float
    shown: str
    bound: float | None = None
    at_least: bool = False

    @property
    def verdict(self) -> str:
        if self.bound is None:
            return "-"
        met = self.value >= self.bound if self.at_least else self.value <= self.bound
        return "ok" if met else "MISSED"

    def line(self) -> str:
        sign = ">=" if self.at_least else "<="
        bound = f"{sign} {self.bound:g}" if self.bound is not None else "-"
        return f"{self.name:<56} {self.ours:>12} {self.theirs:>12} {self.shown:>9} {bound:>9}  {self.verdict}"


def median(runs: list[Ran], what: str) -> float:
    return statistics.median(getattr(run, what) for run in runs)


def in_turn(ours: Side, theirs: Side, pairs: int) -> tuple[list[Ran], list[Ran]]:
    if pairs > 1:
        ours.run()
        theirs.run()
    ran = [(ours.run(), theirs.run()) for _ in range(pairs)]
    return [a for a, _ in ran], [b for _, b in ran]


def cpu(seconds: float) -> str:
    return f"{seconds:.3f} s"


class Rows:
    """The rows, by name; each gives its figures when it is called."""

    def __init__(self, binary: Path, shop: Workshop, quick: bool) -> None:
        self.binary = str(binary)
        self.shop = shop
        self.quick = quick
        self.large = 2_000 if quick else 10_000
        self.huge = 20_000 if quick else 100_000

    def pairs(self, usual: int) -> int:
        return 1 if self.quick else usual

    def ours(self, repository: Path, *words: str) -> Side:
        return Side([self.binary, *words], repository)

    def all(self, repository: Path) -> Side:
        return self.ours(repository, "gates", "--all", "-q")

    def one(self, repository: Path) -> Side:
        return self.ours(repository, "gates", "RFC-0018", "-q")

    def script(self, name: str, repository: Path) -> Side:
        words = [str(self.shop.bin / "python"), str(HERE / name), str(SCHEMA)]
        return Side(words, repository, frozenset({0}))

    def versus(
        self, name: str, ours: Side, theirs: Side, pairs: int, bound: float | None
    ) -> Iterator[Figure]:
        a, b = in_turn(ours, theirs, self.pairs(pairs))
        mine, other = median(a, "cpu"), median(b, "cpu")
        ratio = mine / max(other, 1e-4)
        yield Figure(f"{name}, cpu", cpu(mine), cpu(other), ratio, f"{ratio:.3f}x", bound)
        mine, other = median(a, "rss"), median(b, "rss")
        shown = f"{mine / other:.3f}x"
        yield Figure(f"{name}, memory", f"{mine:.0f} MB", f"{other:.0f} MB", mine / other, shown)

    def corpus_script(self) -> Iterator[Figure]:
        at = self.shop.corpus
        theirs = self.script("gates_pyyaml.py", at)
        yield from self.versus("corpus --all / PyYAML script", self.all(at), theirs, SMALL, 0.1)

    def corpus_fast(self) -> Iterator[Figure]:
        at = self.shop.corpus
        theirs = self.script("gates_fast.py", at)
        yield from self.versus("corpus --all / fast script", self.all(at), theirs, SMALL, 0.2)

    def corpus_one(self) -> Iterator[Figure]:
        at = self.shop.corpus
        yield from self.versus("corpus RFC-0018 / --all", self.one(at), self.all(at), SMALL, 0.45)

    def large_one(self) -> Iterator[Figure]:
        at = self.shop.tickets(self.large)
        name = f"{self.large} tickets, RFC-0018 / --all"
        yield from self.versus(name, self.one(at), self.all(at), LARGE, 0.15)

    def large_read(self) -> Iterator[Figure]:
        at = self.shop.tickets(self.large)
        listing = self.shop.listing(at / "documents/work/tickets", "TCK-*.yaml")
        cat = Side(["xargs", "-0", "-a", str(listing), "cat"], at, frozenset({0}))
        name = f"{self.large} tickets, RFC-0018 / cat of tickets"
        yield from self.versus(name, self.one(at), cat, SMALL, 1.5)

    def large_script(self) -> Iterator[Figure]:
        at = self.shop.tickets(self.large)
        theirs = self.script("gates_pyyaml.py", at)
        name = f"{self.large} tickets --all / PyYAML script"
        yield from self.versus(name, self.all(at), theirs, LARGE, 0.1)

    def large_fast(self) -> Iterator[Figure]:
        at = self.shop.tickets(self.large)
        theirs = self.script("gates_fast.py", at)
        yield from self.versus(
            f"{self.large} tickets --all / fast script", self.all(at), theirs, LARGE, 0.2
        )

    def validate(self, files: list[Path]) -> Side:
        """jsonschema-cli over these files. All paths do not fit on one command line: `xargs`
        starts it as often as it must."""
        listing = self.shop.cache / f"{files[0].parent.parent.name}{files[0].suffix}.list"
        listing.write_text("".join(f"-i\0{path}\0" for path in files))
        words = ["xargs", "-0", "-a", str(listing), "-n", "10000", "-s", "1900000"]
        tool = [str(self.shop.jsonschema_cli), "validate", str(SCHEMA)]
        side = Side([*words, *tool], ROOT, frozenset({0, 1, 123}))
        said = subprocess.run(side.words, capture_output=True, text=True)
        judged = len(re.findall(r" - (?:IN)?VALID", said.stdout))
        if judged != len(files):
            raise Missing(f"it judged {judged} of {len(files)} files: {said.stderr[-300:]}")
        return side

    def huge_cli(self) -> Iterator[Figure]:
        """Without the tickets that do not parse: it ends at the first of them."""
        at = self.shop.tickets(self.huge)
        forms = {"JSON": sorted(self.shop.converted("json", self.huge).glob("*.json"))}
        folder = at / "documents/work/tickets"
        forms = {"YAML": [folder / f"{path.stem}.yaml" for path in forms["JSON"]]} | forms
        for form, files in forms.items():
            name = f"{self.huge} tickets --all / jsonschema-cli, {form}"
            bound = 0.7 if form == "YAML" else None
            yield from self.versus(name, self.all(at), self.validate(files), LARGE, bound)

    def growth(self) -> Iterator[Figure]:
        small, big = self.shop.tickets(self.large), self.shop.tickets(self.huge)
        a, b = in_turn(self.all(small), self.all(big), self.pairs(LARGE))
        low, high = median(a, "cpu"), median(b, "cpu")
        power = math.log(high / low) / math.log(self.huge / self.large)
        name = f"growth {self.large} to {self.huge}, exponent of cpu"
        yield Figure(name, cpu(low), cpu(high), power, f"{power:.3f}", 1.05)
        held = median(b, "rss")
        shown = f"{held:.0f} MB"
        yield Figure(f"memory with {self.huge} tickets", shown, "-", held, shown, 150)

    def threads(self) -> Iterator[Figure]:
        at = self.shop.tickets(self.large)
        two = self.all(at)
        one = Side(["taskset", "-c", "0", *two.words], at, two.codes)
        if not shutil.which("taskset"):
            raise Missing("there is no taskset")
        a, b = in_turn(two, one, self.pairs(SMALL))
        mine, other = median(a, "wall"), median(b, "wall")
        name = f"{self.large} tickets, free / one processor, wall"
        ratio = other / mine
        yield Figure(name, cpu(mine), cpu(other), ratio, f"{ratio:.2f}x", 1.4, at_least=True)

    def start_up(self) -> Iterator[Figure]:
        side, base = self.ours(ROOT, "--version"), Side(["true"], ROOT)
        a, b = in_turn(side, base, self.pairs(21))
        for what in ("wall", "cpu"):
            mine, other = (median(x, what) * 1000 for x in (a, b))
            bound = 10 if what == "wall" else None
            shown = f"{mine:.1f} ms"
            yield Figure(f"--version / true, {what}", shown, f"{other:.1f} ms", mine, shown, bound)

    def check_jsonschema(self) -> Iterator[Figure]:
        at = self.shop.tickets(self.large)
        listing = self.shop.listing(at / "documents/work/tickets", "TCK-*.yaml")
        tool = [str(self.shop.bin / "check-jsonschema"), "--schemafile", str(SCHEMA)]
        theirs = Side(["xargs", "-0", "-a", str(listing), *tool], at, frozenset({0, 1, 123}))
        name = f"{self.large} tickets --all / check-jsonschema"
        yield from self.versus(name, self.all(at), theirs, 1, None)

    def yamllint(self) -> Iterator[Figure]:
        at = self.shop.tickets(self.large)
        tool = [str(self.shop.bin / "yamllint"), "-d", "relaxed", "documents/work/tickets"]
        name = f"{self.large} tickets --all / yamllint"
        yield from self.versus(name, self.all(at), Side(tool, at), 1, None)

    def doorstop(self) -> Iterator[Figure]:
        at = self.shop.tickets(self.large)
        tool = [str(self.shop.bin / "doorstop"), "-F", "-L", "-R", "-S", "-W"]
        theirs = Side(tool, self.shop.converted("doorstop", self.large))
        name = f"{self.large} tickets --all / doorstop"
        yield from self.versus(name, self.all(at), theirs, 1, None)

    def by_name(self) -> dict[str, Callable[[], Iterator[Figure]]]:
        return {
            "start-up": self.start_up,
            "corpus-script": self.corpus_script,
            "corpus-fast": self.corpus_fast,
            "corpus-one": self.corpus_one,
            "large-one": self.large_one,
            "large-read": self.large_read,
            "large-script": self.large_script,
            "large-fast": self.large_fast,
            "large-threads": self.threads,
            "large-check-jsonschema": self.check_jsonschema,
            "large-yamllint": self.yamllint,
            "large-doorstop": self.doorstop,
            "huge-jsonschema-cli": self.huge_cli,
            "huge-growth": self.growth,
            "counts": self.counts,
        }

    def counts(self) -> Iterator[Figure]:
        """What each finds, so that it can be seen that they do the same work."""
        for name, at in (("corpus", self.shop.corpus), ("generated", self.shop.tickets(1_000))):
            for who, said in self.counted(at):
                print(f"{name:<10} {who:<16} {said}")
        yield from ()

    def counted(self, at: Path) -> Iterator[tuple[str, str]]:
        for script in ("gates_pyyaml.py", "gates_fast.py"):
            side = self.script(script, at)
            out = subprocess.run(side.words, cwd=at, check=True, capture_output=True, text=True)
            yield script, out.stdout.strip()
        words = [self.binary, "gates", "--all", "-q", "--format", "json"]
        report = json.loads(subprocess.run(words, cwd=at, capture_output=True).stdout)
        parts = [*report["reviews"], report["repository"]]
        rules = Counter(finding["rule"] for part in parts for finding in part["findings"])
        yield "ours, by rule", json.dumps(dict(sorted(rules.items())))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    cache = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    parser.add_argument("--binary", type=Path, default=ROOT / "target/release/council-review")
    parser.add_argument("--only", metavar="PATTERN", default="", help="rows whose name matches")
    parser.add_argument("--list", action="store_true", help="print the names of the rows")
    parser.add_argument("--quick", action="store_true", help="one pair, a fifth of the tickets")
    parser.add_argument("--cache", type=Path, default=Path(cache) / "council-review-compare")
    parser.add_argument("--corpus", type=Path, default=ROOT / "../shared/corpus/make-repo")
    parser.add_argument("--generator", type=Path, help="a built benches/generate.rs")
    return parser.parse_args()


def machine() -> str:
    try:
        cpus = Path("/proc/cpuinfo").read_text()
        model = re.search(r"model name\s*: (.*)", cpus)
    except OSError:
        model = None
    load = ", ".join(f"{x:.1f}" for x in os.getloadavg())
    return f"{model[1] if model else 'unknown processor'}, {os.cpu_count()} processors, load {load}"


def main() -> int:
    given = arguments()
    binary = given.binary.resolve()
    if not given.list and not os.access(binary, os.X_OK):
        print(f"compare: there is no program {binary}: cargo build --release", file=sys.stderr)
        return 2
    shop = Workshop(
        given.cache.expanduser().resolve(),
        given.corpus.resolve(),
        given.generator and given.generator.resolve(),
    )
    rows = Rows(binary, shop, given.quick).by_name()
    chosen = {name: row for name, row in rows.items() if re.search(given.only, name)}
    if given.list or not chosen:
        print("\n".join(rows))
        return 0 if given.list else 2
    print(machine())
    print(f"{'':<56} {'ours':>12} {'theirs':>12} {'ratio':>9} {'bound':>9}")
    missed = False
    for name, row in chosen.items():
        try:
            for figure in row():
                missed |= figure.verdict == "MISSED"
                print(figure.line(), flush=True)
        except Missing as why:
            print(f"{name:<56} skipped: {why}", flush=True)
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
