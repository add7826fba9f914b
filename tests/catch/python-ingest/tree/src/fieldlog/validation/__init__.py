"""Checks on readings."""

from fieldlog.validation.pipeline import Rejection, ValidationReport, validate_batch
from fieldlog.validation.rules import RULES, Rule

__all__ = ["RULES", "Rejection", "Rule", "ValidationReport", "validate_batch"]
