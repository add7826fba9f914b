"""Instruments and who they are for."""

from dataclasses import dataclass
from datetime import date

from fermata.context import Context
from fermata.errors import NotFound
from fermata.models import Instrument, Patron, optional_date


@dataclass(frozen=True)
class StockLine:
    instrument: Instrument
    due_on: date | None
    queue: int


def get_instrument(ctx: Context, instrument_id: int) -> Instrument:
    row = ctx.conn.execute("SELECT * FROM instruments WHERE id = ?", (instrument_id,)).fetchone()
    if row is None:
        raise NotFound(f"there is no instrument {instrument_id}")
    return Instrument.from_row(row)


def get_patron(ctx: Context, patron_id: int) -> Patron:
    row = ctx.conn.execute("SELECT * FROM patrons WHERE id = ?", (patron_id,)).fetchone()
    if row is None:
        raise NotFound(f"there is no patron {patron_id}")
    return Patron.from_row(row)


def find_patron(ctx: Context, card_number: str) -> Patron:
    row = ctx.conn.execute(
        "SELECT * FROM patrons WHERE card_number = ?", (card_number,)
    ).fetchone()
    if row is None:
        raise NotFound(f"there is no card {card_number}")
    return Patron.from_row(row)


def list_instruments(ctx: Context, kind: str | None = None) -> list[StockLine]:
    """Everything that is not withdrawn, by tag."""
    if kind is None:
        rows = ctx.conn.execute(
            "SELECT * FROM instruments WHERE status <> 'withdrawn' ORDER BY tag"
        ).fetchall()
    else:
        rows = ctx.conn.execute(
            "SELECT * FROM instruments WHERE status <> 'withdrawn' AND kind = ? ORDER BY tag",
            (kind,),
        ).fetchall()
    lines = []
    for row in rows:
        instrument = Instrument.from_row(row)
        lines.append(StockLine(instrument, _due_on(ctx, instrument), _queue(ctx, instrument)))
    return lines


def _due_on(ctx: Context, instrument: Instrument) -> date | None:
    row = ctx.conn.execute(
        "SELECT due_on FROM loans WHERE instrument_id = ? AND returned_on IS NULL",
        (instrument.id,),
    ).fetchone()
    return None if row is None else optional_date(row["due_on"])


def _queue(ctx: Context, instrument: Instrument) -> int:
    return ctx.conn.execute(
        "SELECT count(*) FROM reservations WHERE instrument_id = ? AND state = 'waiting'",
        (instrument.id,),
    ).fetchone()[0]
