"""Errors that a service raises and a route turns into an answer."""
from __future__ import annotations


class DomainError(Exception):
    """`code` is for programs and never changes; the message is for people."""

    http_status = 400
    code = "bad_request"

    def __init__(self, message: str, *, code: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        if code is not None:
            self.code = code


class InvalidInput(DomainError):
    http_status = 422
    code = "invalid_input"


class NotAuthenticated(DomainError):
    http_status = 401
    code = "not_authenticated"


class Forbidden(DomainError):
    http_status = 403
    code = "forbidden"


class NotFound(DomainError):
    http_status = 404
    code = "not_found"


class Conflict(DomainError):
    """The request was fine, but the world has moved on: the slot is taken, the cutoff has passed."""

    http_status = 409
    code = "conflict"
