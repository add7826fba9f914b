"""Uploads may still be growing when we look: try again, more slowly each time."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def retry_with_backoff(
    attempt: Callable[[], T],
    *,
    retries: int = 3,
    first_delay_s: float = 0.5,
    sleep: Callable[[float], None] = time.sleep,
) -> T:
    """Call `attempt`; on OSError wait and double the delay. The last error is raised."""
    delay = first_delay_s
    for left in range(retries, -1, -1):
        try:
            return attempt()
        except OSError:
            if left == 0:
                raise
            sleep(delay)
            delay *= 2
    raise AssertionError("unreachable")


def wait_until_stable(size_of: Callable[[], int], sleep: Callable[[float], None] = time.sleep) -> int:
    """Poll a size until two looks agree; returns it."""
    last = -1
    while True:
        size = size_of()
        if size == last:
            return size
        last = size
        sleep(1.0)
