"""All models. Import from here, so that the metadata is complete whenever anything is used."""
from clinicbook.models.outbox import AuditEntry, OutboxMessage
from clinicbook.models.people import Clinic, Patient, Practitioner
from clinicbook.models.scheduling import Appointment, AppointmentKind, AppointmentStatus, Slot, SlotStatus

__all__ = [
    "Appointment",
    "AppointmentKind",
    "AppointmentStatus",
    "AuditEntry",
    "Clinic",
    "OutboxMessage",
    "Patient",
    "Practitioner",
    "Slot",
    "SlotStatus",
]
