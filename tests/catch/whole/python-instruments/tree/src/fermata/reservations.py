"""The queue for each instrument, and its hold shelf."""

from fermata import db, fines, mailer, stock
from fermata.context import Context
from fermata.errors import Conflict, NotFound
from fermata.models import InstrumentStatus, Reservation, ReservationState


def get(ctx: Context, reservation_id: int) -> Reservation:
    row = ctx.conn.execute("SELECT * FROM reservations WHERE id = ?", (reservation_id,)).fetchone()
    if row is None:
        raise NotFound(f"there is no reservation {reservation_id}")
    return Reservation.from_row(row)


def reserve(ctx: Context, instrument_id: int, patron_id: int) -> Reservation:
    with db.transaction(ctx.conn):
        instrument = stock.get_instrument(ctx, instrument_id)
        if instrument.status is InstrumentStatus.WITHDRAWN:
            raise Conflict(f"{instrument.tag} is not lent any more")
        fines.require_good_standing(ctx, patron_id)
        taken = ctx.conn.execute(
            "SELECT 1 FROM reservations WHERE instrument_id = ? AND patron_id = ?"
            " AND state IN ('waiting', 'ready')",
            (instrument_id, patron_id),
        ).fetchone()
        if taken:
            raise Conflict(f"{instrument.tag} is reserved for this card already")
        free = instrument.status is InstrumentStatus.AVAILABLE
        cursor = ctx.conn.execute(
            "INSERT INTO reservations (instrument_id, patron_id, created_at, state)"
            " VALUES (?, ?, ?, ?)",
            (
                instrument_id,
                patron_id,
                ctx.clock.now().isoformat(),
                "ready" if free else "waiting",
            ),
        )
        reservation_id = cursor.lastrowid
        if free:
            ctx.conn.execute(
                "UPDATE instruments SET status = 'on_hold' WHERE id = ?", (instrument_id,)
            )
            patron = stock.get_patron(ctx, patron_id)
            mailer.enqueue(
                ctx,
                patron.email,
                "hold_ready",
                name=patron.name,
                kind=instrument.kind,
                tag=instrument.tag,
            )
    return get(ctx, reservation_id)


def cancel(ctx: Context, reservation_id: int) -> None:
    """End a waiting or ready reservation. A ready one passes the instrument on."""
    with db.transaction(ctx.conn):
        reservation = get(ctx, reservation_id)
        if reservation.state not in (ReservationState.WAITING, ReservationState.READY):
            raise Conflict(f"reservation {reservation_id} is {reservation.state}")
        ctx.conn.execute(
            "UPDATE reservations SET state = 'cancelled' WHERE id = ?", (reservation_id,)
        )
        if reservation.state is ReservationState.READY:
            instrument = stock.get_instrument(ctx, reservation.instrument_id)
            following = ctx.conn.execute(
                "SELECT * FROM reservations WHERE instrument_id = ? AND state = 'waiting'"
                " ORDER BY id LIMIT 1",
                (instrument.id,),
            ).fetchone()
            if following is None:
                ctx.conn.execute(
                    "UPDATE instruments SET status = 'available' WHERE id = ?", (instrument.id,)
                )
            else:
                ctx.conn.execute(
                    "UPDATE reservations SET state = 'ready' WHERE id = ?", (following["id"],)
                )
                patron = stock.get_patron(ctx, following["patron_id"])
                mailer.enqueue(
                    ctx,
                    patron.email,
                    "hold_ready",
                    name=patron.name,
                    kind=instrument.kind,
                    tag=instrument.tag,
                )


def force_release(ctx: Context, reservation_id: int) -> None:
    """Take back a hold that nobody collects. For scripts/release_holds.py."""
    with db.transaction(ctx.conn):
        reservation = get(ctx, reservation_id)
        if reservation.state is not ReservationState.READY:
            raise Conflict(f"reservation {reservation_id} is {reservation.state}")
        ctx.conn.execute(
            "UPDATE reservations SET state = 'cancelled' WHERE id = ?", (reservation_id,)
        )
        instrument = stock.get_instrument(ctx, reservation.instrument_id)
        row = ctx.conn.execute(
            "SELECT * FROM reservations WHERE instrument_id = ? AND state = 'waiting'"
            " ORDER BY id LIMIT 1",
            (instrument.id,),
        ).fetchone()
        if row is None:
            ctx.conn.execute(
                "UPDATE instruments SET status = 'available' WHERE id = ?", (instrument.id,)
            )
            return
        ctx.conn.execute("UPDATE reservations SET state = 'ready' WHERE id = ?", (row["id"],))
        patron = stock.get_patron(ctx, row["patron_id"])
        mailer.enqueue(
            ctx,
            patron.email,
            "hold_ready",
            name=patron.name,
            kind=instrument.kind,
            tag=instrument.tag,
        )


def position(ctx: Context, reservation: Reservation) -> int | None:
    """1 for the next in the queue, 0 on the hold shelf, None once it is over."""
    if reservation.state is ReservationState.READY:
        return 0
    if reservation.state is not ReservationState.WAITING:
        return None
    return ctx.conn.execute(
        "SELECT count(*) FROM reservations"
        " WHERE instrument_id = ? AND state = 'waiting' AND id <= ?",
        (reservation.instrument_id, reservation.id),
    ).fetchone()[0]
