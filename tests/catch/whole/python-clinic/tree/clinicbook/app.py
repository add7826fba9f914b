"""The Flask application."""
from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from flask import Flask, jsonify
from sqlalchemy.orm import Session, sessionmaker

from clinicbook.clock import utcnow
from clinicbook.config import Settings
from clinicbook.db import make_engine, make_session_factory
from clinicbook.errors import DomainError
from clinicbook.routes import appointments, staff

BLUEPRINTS = (appointments.bp, staff.bp)


def create_app(
    settings: Settings | None = None,
    factory: sessionmaker[Session] | None = None,
    now: Callable[[], datetime] = utcnow,
) -> Flask:
    """Without arguments as in production. Tests hand in a factory on SQLite and a clock that stands still."""
    settings = settings or Settings.from_env()
    app = Flask("clinicbook")
    app.config["SETTINGS"] = settings
    app.config["SESSION_FACTORY"] = factory or make_session_factory(make_engine(settings.database_url))
    app.config["NOW"] = now
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)

    @app.errorhandler(DomainError)
    def domain_error(error: DomainError):
        return jsonify(error={"code": error.code, "message": error.message}), error.http_status

    @app.get("/healthz")
    def healthz():
        return jsonify(ok=True)

    return app
