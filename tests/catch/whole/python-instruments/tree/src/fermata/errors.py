"""Errors that the API turns into a status."""


class FermataError(Exception):
    status = 500


class BadRequest(FermataError):
    status = 400


class Forbidden(FermataError):
    status = 403


class NotFound(FermataError):
    status = 404


class Conflict(FermataError):
    status = 409
