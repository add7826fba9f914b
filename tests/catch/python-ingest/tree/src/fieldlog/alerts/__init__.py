"""From stored readings to messages."""

from fieldlog.alerts.notify import NOTIFIERS, Notifier, dispatch
from fieldlog.alerts.rules import Alert, Threshold, evaluate

__all__ = ["NOTIFIERS", "Alert", "Notifier", "Threshold", "dispatch", "evaluate"]
