"""The web API. docs/api.md is its contract."""

import os

from flask import Flask, g, jsonify

from fermata import config, db
from fermata.api import instruments, loans, reservations
from fermata.config import Settings
from fermata.context import Clock, Context, SystemClock
from fermata.errors import FermataError


def create_app(settings: Settings, clock: Clock) -> Flask:
    app = Flask(__name__)

    @app.before_request
    def open_context() -> None:
        g.ctx = Context(db.connect(settings.database), clock, settings)

    @app.teardown_request
    def close_context(_error: BaseException | None) -> None:
        ctx = g.pop("ctx", None)
        if ctx is not None:
            ctx.conn.close()

    @app.errorhandler(FermataError)
    def on_error(error: FermataError):
        return jsonify(error=str(error)), error.status

    for module in (instruments, reservations, loans):
        app.register_blueprint(module.blueprint)
    return app


def create_app_from_env() -> Flask:
    settings = config.from_env(os.environ)
    return create_app(settings, SystemClock(settings.timezone))
