from flask import Blueprint, g, jsonify

from fermata import reservations, stock
from fermata.api.access import allow, instrument_and_card
from fermata.models import Reservation

blueprint = Blueprint("reservations", __name__)


@blueprint.post("/v1/reservations")
@allow("staff", "portal")
def create():
    instrument_id, card_number = instrument_and_card()
    patron = stock.find_patron(g.ctx, card_number)
    return jsonify(to_json(reservations.reserve(g.ctx, instrument_id, patron.id))), 201


@blueprint.get("/v1/reservations/<int:reservation_id>")
@allow("staff", "portal")
def show(reservation_id: int):
    return jsonify(to_json(reservations.get(g.ctx, reservation_id)))


@blueprint.delete("/v1/reservations/<int:reservation_id>")
@allow("staff", "portal")
def cancel(reservation_id: int):
    reservations.cancel(g.ctx, reservation_id)
    return "", 204


def to_json(reservation: Reservation) -> dict:
    return {
        "id": reservation.id,
        "instrument_id": reservation.instrument_id,
        "state": reservation.state,
        "position": reservations.position(g.ctx, reservation),
    }
