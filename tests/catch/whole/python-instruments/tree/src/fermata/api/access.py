"""Who may call, and what a request may carry."""

import functools
import hmac
from collections.abc import Callable

from flask import g, jsonify, request

from fermata.errors import BadRequest


def allow(*roles: str) -> Callable:
    """Let in the tokens of these roles, "staff" and "portal"."""

    def decorate(view: Callable) -> Callable:
        @functools.wraps(view)
        def guarded(*args, **kwargs):
            role = _role(request.headers.get("Authorization", ""))
            if role is None:
                return jsonify(error="a valid token is needed"), 401
            if role not in roles:
                return jsonify(error="this token may not do that"), 403
            return view(*args, **kwargs)

        return guarded

    return decorate


def _role(header: str) -> str | None:
    settings = g.ctx.settings
    for role, token in (("staff", settings.staff_token), ("portal", settings.portal_token)):
        if hmac.compare_digest(header.encode(), f"Bearer {token}".encode()):
            return role
    return None


def instrument_and_card() -> tuple[int, str]:
    """The body that reservations and loans are made from."""
    body = request.get_json(silent=True)
    if not isinstance(body, dict):
        raise BadRequest("the body is not a JSON object")
    instrument_id, card_number = body.get("instrument_id"), body.get("card_number")
    if type(instrument_id) is not int or not isinstance(card_number, str):
        raise BadRequest("instrument_id and card_number are needed")
    return instrument_id, card_number
