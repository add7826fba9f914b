from flask import Blueprint, g, jsonify

from fermata import loans, stock
from fermata.api.access import allow, instrument_and_card

blueprint = Blueprint("loans", __name__)


@blueprint.post("/v1/loans")
@allow("staff")
def lend():
    instrument_id, card_number = instrument_and_card()
    patron = stock.find_patron(g.ctx, card_number)
    loan = loans.lend(g.ctx, instrument_id, patron.id)
    body = {"id": loan.id, "instrument_id": loan.instrument_id, "due_on": loan.due_on.isoformat()}
    return jsonify(body), 201


@blueprint.post("/v1/loans/<int:loan_id>/return")
@allow("staff")
def give_back(loan_id: int):
    return jsonify(fine_pence=loans.return_instrument(g.ctx, loan_id))
