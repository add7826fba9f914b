"""Runs the rules over a batch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from fieldlog.models import Batch, Reading
from fieldlog.validation.rules import RULES, Rule


@dataclass(frozen=True)
class Rejection:
    """A reading that a rule refused, and why."""

    reading: Reading
    rule: str
    reason: str


@dataclass
class ValidationReport:
    accepted: list[Reading] = field(default_factory=list)
    rejected: list[Rejection] = field(default_factory=list)

    def summary(self) -> str:
        return f"{len(self.accepted)} accepted, {len(self.rejected)} rejected"


def first_failure(rules: Sequence[Rule], reading: Reading) -> Rejection | None:
    for rule in rules:
        reason = rule.check(reading)
        if reason is not None:
            return Rejection(reading, rule.name, reason)
    return None


def validate_batch(batch: Batch, rule_types: Sequence[type[Rule]] = RULES) -> ValidationReport:
    """Every reading is accepted or rejected by the first rule that objects."""
    rules = [rule_type() for rule_type in rule_types]
    report = ValidationReport()
    for reading in batch.readings:
        rejection = first_failure(rules, reading)
        if rejection is None:
            report.accepted.append(reading)
        else:
            report.rejected.append(rejection)
    return report
