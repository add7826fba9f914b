from flask import Blueprint, g, jsonify, request

from fermata import fines, stock
from fermata.api.access import allow

blueprint = Blueprint("instruments", __name__)


@blueprint.get("/v1/instruments")
@allow("staff", "portal")
def list_instruments():
    lines = stock.list_instruments(g.ctx, request.args.get("kind"))
    return jsonify([to_json(line) for line in lines])


@blueprint.get("/v1/patrons/<card>/balance")
@allow("staff", "portal")
def balance(card: str):
    patron = stock.find_patron(g.ctx, card)
    return jsonify(balance_pence=fines.balance(g.ctx, patron.id))


def to_json(line: stock.StockLine) -> dict:
    return {
        "id": line.instrument.id,
        "tag": line.instrument.tag,
        "kind": line.instrument.kind,
        "status": line.instrument.status,
        "due_on": line.due_on.isoformat() if line.due_on else None,
        "queue": line.queue,
    }
