"""The list of jobs, and when each is due."""
from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from clinicbook.context import OpenContext

log = logging.getLogger(__name__)

JobFunction = Callable[[OpenContext], int]


@dataclass
class Job:
    name: str
    every: timedelta
    function: JobFunction
    last_run: datetime | None = None

    def is_due(self, now: datetime) -> bool:
        return self.last_run is None or now - self.last_run >= self.every


JOBS: dict[str, Job] = {}


def job(name: str, *, every: timedelta) -> Callable[[JobFunction], JobFunction]:
    """Registers a function that is given `open_ctx` and says how many things it did.

    A job opens one transaction for each thing that it does, so that one bad row does not stop the others and no lock is
    held for long.
    """

    def register(function: JobFunction) -> JobFunction:
        if name in JOBS:
            raise RuntimeError(f"There are two jobs {name}")
        JOBS[name] = Job(name, every, function)
        return function

    return register


def run_job(name: str, open_ctx: OpenContext) -> int:
    done = JOBS[name].function(open_ctx)
    if done:
        log.info("%s: %d", name, done)
    return done


def run_due(open_ctx: OpenContext, now: datetime) -> None:
    """Runs whatever is due. A job that raises is logged and tried again when it is due the next time."""
    for each in JOBS.values():
        if not each.is_due(now):
            continue
        each.last_run = now
        try:
            run_job(each.name, open_ctx)
        except Exception:
            log.exception("%s failed", each.name)
