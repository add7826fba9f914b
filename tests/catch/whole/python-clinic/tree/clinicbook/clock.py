"""Time in the clinics' zones. Only `utcnow` asks the clock, and only contexts call it."""
from __future__ import annotations

from datetime import date, datetime, time, timedelta, timezone
from zoneinfo import ZoneInfo


def utcnow() -> datetime:
    return datetime.now(timezone.utc)


def clinic_time(moment: datetime, zone: str) -> datetime:
    return moment.astimezone(ZoneInfo(zone))


def clinic_day(moment: datetime, zone: str) -> date:
    """The day that people at the clinic would call it."""
    return clinic_time(moment, zone).date()


def day_bounds(day: date, zone: str) -> tuple[datetime, datetime]:
    """The first moment of a clinic's day and the first of the next, in UTC."""
    tz = ZoneInfo(zone)
    first = datetime.combine(day, time(0, 0), tz)
    following = datetime.combine(day + timedelta(days=1), time(0, 0), tz)
    return first.astimezone(timezone.utc), following.astimezone(timezone.utc)


def after_quiet_hours(moment: datetime, zone: str, quiet_from: time, quiet_until: time) -> datetime:
    """The moment itself, or the end of the quiet hours that it falls into.

    Quiet hours may span midnight (21:00 to 08:00) or not (12:00 to 13:00). Equal times mean that there are none.
    """
    local = clinic_time(moment, zone)
    now = local.time()
    if quiet_from == quiet_until:
        return moment
    if quiet_from < quiet_until:
        quiet = quiet_from <= now < quiet_until
        end_day = local.date()
    else:
        quiet = now >= quiet_from or now < quiet_until
        end_day = local.date() + timedelta(days=1) if now >= quiet_from else local.date()
    if not quiet:
        return moment
    end = datetime.combine(end_day, quiet_until, ZoneInfo(zone))
    return end.astimezone(timezone.utc)


def spoken(moment: datetime, zone: str) -> str:
    """As it stands in a message: "Tue 4 Mar, 09:20". The same in both languages, which our patients accept."""
    local = clinic_time(moment, zone)
    return f"{local:%a} {local.day} {local:%b}, {local:%H:%M}"
