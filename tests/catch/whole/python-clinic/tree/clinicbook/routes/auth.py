"""Who is asking, and the context that the services are given."""
from __future__ import annotations

from contextlib import AbstractContextManager

from flask import current_app, request
from itsdangerous import BadSignature, URLSafeTimedSerializer

from clinicbook.context import Actor, ServiceContext, open_context
from clinicbook.errors import NotAuthenticated

TOKEN_AGE_SECONDS = 12 * 60 * 60


def _serializer(secret_key: str) -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(secret_key, salt="clinicbook.actor")


def issue_token(secret_key: str, actor: Actor) -> str:
    """What the login service hands out. Used here by the tests."""
    return _serializer(secret_key).dumps(
        {"kind": actor.kind, "id": actor.id, "clinics": sorted(actor.clinic_ids)}
    )


def current_actor() -> Actor:
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise NotAuthenticated("Please sign in")
    settings = current_app.config["SETTINGS"]
    try:
        data = _serializer(settings.secret_key).loads(token, max_age=TOKEN_AGE_SECONDS)
    except BadSignature:
        raise NotAuthenticated("Please sign in again") from None
    if data["kind"] == "patient":
        return Actor.patient(data["id"])
    if data["kind"] == "staff":
        return Actor.staff(data["id"], frozenset(data["clinics"]))
    raise NotAuthenticated("Please sign in again")


def request_context(actor: Actor | None = None) -> AbstractContextManager[ServiceContext]:
    """The transaction of this request. Without an actor, whoever the token names."""
    app = current_app
    return open_context(
        app.config["SESSION_FACTORY"],
        app.config["SETTINGS"],
        actor if actor is not None else current_actor(),
        app.config["NOW"](),
    )
