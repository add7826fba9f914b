"""Importing this package registers every job."""
from clinicbook.jobs import outbox, reminders

__all__ = ["outbox", "reminders"]
