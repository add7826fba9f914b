"""Errors that the command line turns into a message and exit code 1."""

from __future__ import annotations


class KitchenError(Exception):
    """Base class. `cli.main` prints the message and exits with 1."""


class NotFoundError(KitchenError):
    def __init__(self, kind: str, key: object) -> None:
        super().__init__(f"{kind} {key} does not exist")
        self.kind = kind
        self.key = key


class RecipeCycleError(KitchenError):
    def __init__(self, path: list[str]) -> None:
        super().__init__("recipe contains itself: " + " > ".join(path))
        self.path = path


class UnitError(KitchenError):
    pass


class OrderStateError(KitchenError):
    pass


class LabelOverflowError(KitchenError):
    def __init__(self, text: str) -> None:
        super().__init__(f"text does not fit on the label: {text[:40]}...")
        self.text = text


class ImportRowError(KitchenError):
    """One row of a feed. The import goes on with the next row."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason
