"""Entry point: parse, run, turn errors into exit codes."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from fieldlog.cli.commands import COMMANDS
from fieldlog.config import load_settings
from fieldlog.errors import FieldlogError


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="fieldlog")
    parser.add_argument("--settings", type=Path, default=None)
    subparsers = parser.add_subparsers(dest="command", required=True)
    for command in COMMANDS:
        sub = subparsers.add_parser(command.name, help=command.help)
        command.configure(sub)
        sub.set_defaults(run=command.run)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    args = build_parser().parse_args(argv)
    try:
        settings = load_settings(args.settings)
        return int(args.run(args, settings))
    except FieldlogError as error:
        print(f"fieldlog: {error}", file=sys.stderr)
        return error.exit_code
