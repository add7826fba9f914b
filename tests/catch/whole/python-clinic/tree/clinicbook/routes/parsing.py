"""Reading fields out of a request. Whatever is wrong becomes an InvalidInput that names the field."""
from __future__ import annotations

import enum
from collections.abc import Mapping
from datetime import date, datetime
from typing import Any, TypeVar

from flask import request

from clinicbook.errors import InvalidInput

E = TypeVar("E", bound=enum.Enum)
_MISSING = object()


def json_body() -> Mapping[str, Any]:
    body = request.get_json(silent=True)
    if not isinstance(body, dict):
        raise InvalidInput("The body must be a JSON object")
    return body


def get_int(fields: Mapping[str, Any], name: str, default: Any = _MISSING) -> Any:
    value = _get(fields, name, default)
    if value is default:
        return value
    try:
        return int(value)
    except (TypeError, ValueError):
        raise InvalidInput(f"{name} must be a number") from None


def get_text(fields: Mapping[str, Any], name: str, default: Any = _MISSING, *, longest: int = 200) -> Any:
    value = _get(fields, name, default)
    if value is default:
        return value
    if not isinstance(value, str) or not value.strip() or len(value) > longest:
        raise InvalidInput(f"{name} must be a text of at most {longest} characters")
    return value.strip()


def get_date(fields: Mapping[str, Any], name: str) -> date:
    try:
        return date.fromisoformat(_get(fields, name, _MISSING))
    except (TypeError, ValueError):
        raise InvalidInput(f"{name} must be a day such as 2025-03-04") from None


def get_moment(fields: Mapping[str, Any], name: str) -> datetime:
    try:
        moment = datetime.fromisoformat(_get(fields, name, _MISSING))
    except (TypeError, ValueError):
        raise InvalidInput(f"{name} must be a moment such as 2025-03-04T09:20:00+01:00") from None
    if moment.tzinfo is None:
        raise InvalidInput(f"{name} must have a time zone")
    return moment


def get_enum(fields: Mapping[str, Any], name: str, enum_class: type[E]) -> E:
    try:
        return enum_class(_get(fields, name, _MISSING))
    except ValueError:
        allowed = ", ".join(str(member.value) for member in enum_class)
        raise InvalidInput(f"{name} must be one of {allowed}") from None


def _get(fields: Mapping[str, Any], name: str, default: Any) -> Any:
    value = fields.get(name)
    if value is not None:
        return value
    if default is _MISSING:
        raise InvalidInput(f"{name} is missing")
    return default
