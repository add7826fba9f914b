"""The command `reefline`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from reefline import export, plots, report
from reefline.categories import DEFAULT_SCHEME, Scheme, load_scheme
from reefline.config import Settings, load_settings
from reefline.cover import compare_tables, survey_table
from reefline.io import read_survey
from reefline.model import ReeflineError


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="reefline", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)

    cover = commands.add_parser("cover", help="cover of every site of a survey")
    cover.add_argument("files", nargs="+", type=Path, metavar="FILE")
    cover.add_argument("--name", default="survey", help="name of the survey, for the JSON file")
    cover.add_argument("--scheme", type=Path, help="label scheme (TOML)")
    cover.add_argument("--json", type=Path, metavar="OUT")
    cover.set_defaults(run=_cover)

    compare = commands.add_parser("compare", help="change between two tables of `cover --csv`")
    compare.add_argument("before", type=Path)
    compare.add_argument("after", type=Path)
    compare.set_defaults(run=_compare)

    for command in (cover, compare):
        command.add_argument("--config", type=Path, help="settings (TOML)")
        command.add_argument("--csv", type=Path, metavar="OUT")
        command.add_argument("--plot", type=Path, metavar="OUT")
    return parser


def _scheme(args: argparse.Namespace, settings: Settings) -> Scheme:
    path = args.scheme or settings.scheme
    return load_scheme(path) if path else DEFAULT_SCHEME


def _cover(args: argparse.Namespace) -> None:
    settings = load_settings(args.config)
    scheme = _scheme(args, settings)
    survey = read_survey(args.files, name=args.name)
    rows = survey_table(survey, scheme)
    if args.csv:
        export.write_cover_csv(rows, args.csv)
    if args.json:
        export.write_cover_json(rows, survey.name, scheme.groups, args.json)
    if args.plot:
        figure = plots.site_cover_figure(rows, scheme.groups, settings.plots)
        plots.save(figure, args.plot, settings.plots)
    sys.stdout.write(report.cover_text(rows, scheme.groups, settings.report.decimals))


def _compare(args: argparse.Namespace) -> None:
    settings = load_settings(args.config)
    changes = compare_tables(
        export.read_cover_csv(args.before), export.read_cover_csv(args.after)
    )
    if args.csv:
        export.write_change_csv(changes, args.csv)
    if args.plot:
        plots.save(plots.change_figure(changes, settings.plots), args.plot, settings.plots)
    sys.stdout.write(report.change_text(changes, settings.report.decimals))


def main(argv: Sequence[str] | None = None) -> int:
    args = _parser().parse_args(argv)
    try:
        args.run(args)
    except ReeflineError as error:
        print(f"reefline: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
