"""The `kitchen` command."""

from __future__ import annotations

import argparse
import sqlite3
import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from kitchen import db
from kitchen.config import Settings
from kitchen.errors import KitchenError
from kitchen.importers import FEEDS
from kitchen.importers.base import run_import
from kitchen.labels.content import build_label, build_labels
from kitchen.labels.pdf import render_labels
from kitchen.models import PlanLine
from kitchen.repositories import orders, recipes
from kitchen.services.planning import build_plan, plan_to_csv


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="kitchen")
    commands = parser.add_subparsers(dest="command", required=True)

    commands.add_parser("migrate").set_defaults(run=cmd_migrate)

    cmd = commands.add_parser("import")
    cmd.add_argument("supplier", choices=sorted(FEEDS))
    cmd.add_argument("file", type=Path)
    cmd.set_defaults(run=cmd_import)

    cmd = commands.add_parser("order")
    cmd.add_argument("recipe_id", type=int)
    cmd.add_argument("--customer", required=True)
    cmd.add_argument("--portions", type=int, required=True)
    cmd.add_argument("--day", type=date.fromisoformat, required=True)
    cmd.set_defaults(run=cmd_order)

    cmd = commands.add_parser("confirm")
    cmd.add_argument("order_id", type=int)
    cmd.set_defaults(run=cmd_confirm)

    cmd = commands.add_parser("plan")
    cmd.add_argument("day", type=date.fromisoformat)
    cmd.add_argument("--csv", type=Path)
    cmd.set_defaults(run=cmd_plan)

    cmd = commands.add_parser("labels")
    cmd.add_argument("day", type=date.fromisoformat)
    cmd.add_argument("--out", type=Path, required=True)
    cmd.set_defaults(run=cmd_labels)

    cmd = commands.add_parser("label")
    cmd.add_argument("recipe_id", type=int)
    cmd.add_argument("--portions", type=int, required=True)
    cmd.add_argument("--day", type=date.fromisoformat, required=True)
    cmd.add_argument("--out", type=Path, required=True)
    cmd.set_defaults(run=cmd_label)
    return parser


def cmd_migrate(conn: sqlite3.Connection, args: argparse.Namespace, settings: Settings) -> int:
    for name in db.migrate(conn):
        print(f"applied {name}")
    return 0


def cmd_import(conn: sqlite3.Connection, args: argparse.Namespace, settings: Settings) -> int:
    with args.file.open(encoding="utf-8", newline="") as source:
        report = run_import(conn, FEEDS[args.supplier], source)
    print(f"{report.stored} stored, {len(report.errors)} skipped")
    for error in report.errors:
        print(error, file=sys.stderr)
    return 0


def cmd_order(conn: sqlite3.Connection, args: argparse.Namespace, settings: Settings) -> int:
    recipe = recipes.get(conn, args.recipe_id)
    order_id = orders.add(conn, args.customer, recipe.id, args.portions, args.day)
    print(f"order {order_id}: {args.portions} x {recipe.name}")
    return 0


def cmd_confirm(conn: sqlite3.Connection, args: argparse.Namespace, settings: Settings) -> int:
    order = orders.confirm(conn, args.order_id)
    print(f"order {order.id} confirmed")
    return 0


def cmd_plan(conn: sqlite3.Connection, args: argparse.Namespace, settings: Settings) -> int:
    lines = build_plan(conn, args.day)
    if args.csv is None:
        plan_to_csv(lines, sys.stdout)
    else:
        with args.csv.open("w", encoding="utf-8", newline="") as out:
            plan_to_csv(lines, out)
    return 0


def cmd_labels(conn: sqlite3.Connection, args: argparse.Namespace, settings: Settings) -> int:
    contents = build_labels(conn, build_plan(conn, args.day), args.day, settings.company)
    print(f"{render_labels(contents, args.out)} labels")
    return 0


def cmd_label(conn: sqlite3.Connection, args: argparse.Namespace, settings: Settings) -> int:
    recipe = recipes.get(conn, args.recipe_id)
    line = PlanLine(recipe_id=recipe.id, recipe_name=recipe.name, portions=args.portions)
    render_labels([build_label(conn, line, args.day, settings.company)], args.out)
    return 0


def main(argv: Sequence[str] | None = None) -> int:
    args = build_parser().parse_args(argv)
    settings = Settings.from_env()
    conn = db.connect(settings.db_path)
    try:
        return args.run(conn, args, settings)
    except KitchenError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    finally:
        conn.close()


if __name__ == "__main__":
    sys.exit(main())
