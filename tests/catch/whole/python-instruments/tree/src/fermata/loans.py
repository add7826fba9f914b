"""Lending an instrument and taking it back."""

from datetime import timedelta

from fermata import db, fines, mailer, stock
from fermata.context import Context
from fermata.errors import Conflict, NotFound
from fermata.models import InstrumentStatus, Loan


def get(ctx: Context, loan_id: int) -> Loan:
    row = ctx.conn.execute("SELECT * FROM loans WHERE id = ?", (loan_id,)).fetchone()
    if row is None:
        raise NotFound(f"there is no loan {loan_id}")
    return Loan.from_row(row)


def lend(ctx: Context, instrument_id: int, patron_id: int) -> Loan:
    with db.transaction(ctx.conn):
        instrument = stock.get_instrument(ctx, instrument_id)
        patron = stock.get_patron(ctx, patron_id)
        fines.require_good_standing(ctx, patron_id)
        if instrument.status is InstrumentStatus.ON_HOLD:
            collected = ctx.conn.execute(
                "UPDATE reservations SET state = 'collected'"
                " WHERE instrument_id = ? AND patron_id = ? AND state = 'ready'",
                (instrument_id, patron_id),
            )
            if collected.rowcount == 0:
                raise Conflict(f"{instrument.tag} is on hold for somebody else")
        elif instrument.status is not InstrumentStatus.AVAILABLE:
            raise Conflict(f"{instrument.tag} is {instrument.status}")
        today = ctx.clock.today()
        due = today + timedelta(days=ctx.settings.loan_days)
        cursor = ctx.conn.execute(
            "INSERT INTO loans (instrument_id, patron_id, lent_on, due_on) VALUES (?, ?, ?, ?)",
            (instrument_id, patron_id, today.isoformat(), due.isoformat()),
        )
        loan_id = cursor.lastrowid
        ctx.conn.execute(
            "UPDATE instruments SET status = 'on_loan' WHERE id = ?", (instrument_id,)
        )
        mailer.enqueue(
            ctx,
            patron.email,
            "loan_receipt",
            name=patron.name,
            kind=instrument.kind,
            tag=instrument.tag,
            due=mailer.long_date(due),
        )
    return get(ctx, loan_id)


def return_instrument(ctx: Context, loan_id: int) -> int:
    """Close the loan, pass the instrument on, and return the fine in pence."""
    with db.transaction(ctx.conn):
        loan = get(ctx, loan_id)
        if loan.returned_on is not None:
            raise Conflict(f"loan {loan_id} was returned on {loan.returned_on}")
        instrument = stock.get_instrument(ctx, loan.instrument_id)
        today = ctx.clock.today()
        ctx.conn.execute(
            "UPDATE loans SET returned_on = ? WHERE id = ?", (today.isoformat(), loan_id)
        )
        fine = fines.assess(loan, instrument, today)
        if fine:
            fines.raise_fine(ctx, loan, fine)
        next_row = ctx.conn.execute(
            "SELECT * FROM reservations WHERE instrument_id = ? AND state = 'waiting'"
            " ORDER BY id LIMIT 1",
            (instrument.id,),
        ).fetchone()
        if next_row is None:
            ctx.conn.execute(
                "UPDATE instruments SET status = 'available' WHERE id = ?", (instrument.id,)
            )
        else:
            ctx.conn.execute(
                "UPDATE reservations SET state = 'ready' WHERE id = ?", (next_row["id"],)
            )
            ctx.conn.execute(
                "UPDATE instruments SET status = 'on_hold' WHERE id = ?", (instrument.id,)
            )
            patron = stock.get_patron(ctx, next_row["patron_id"])
            mailer.enqueue(
                ctx,
                patron.email,
                "hold_ready",
                name=patron.name,
                kind=instrument.kind,
                tag=instrument.tag,
            )
    return fine
