"""Fines for instruments that come back late."""

from datetime import date

from fermata.context import Context
from fermata.errors import Forbidden
from fermata.models import Instrument, Loan

CAP_PENCE = 2000


def assess(loan: Loan, instrument: Instrument, returned_on: date) -> int:
    """Pence owed when `loan` is returned on that day; the due day itself is free."""
    days_late = (returned_on - loan.due_on).days
    if days_late <= 0:
        return 0
    return min(days_late * instrument.daily_fine_pence, CAP_PENCE)


def raise_fine(ctx: Context, loan: Loan, amount_pence: int) -> None:
    """Call it inside a transaction."""
    ctx.conn.execute(
        "INSERT INTO fines (loan_id, patron_id, amount_pence, raised_on) VALUES (?, ?, ?, ?)",
        (loan.id, loan.patron_id, amount_pence, ctx.clock.today().isoformat()),
    )


def balance(ctx: Context, patron_id: int) -> int:
    return ctx.conn.execute(
        "SELECT coalesce(sum(amount_pence), 0) FROM fines"
        " WHERE patron_id = ? AND paid_on IS NULL",
        (patron_id,),
    ).fetchone()[0]


def require_good_standing(ctx: Context, patron_id: int) -> None:
    if balance(ctx, patron_id) >= ctx.settings.block_at_pence:
        raise Forbidden("the patron owes too much in fines")
