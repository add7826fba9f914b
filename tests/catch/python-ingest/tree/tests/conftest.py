from datetime import datetime, timezone

import pytest

from fieldlog.models import Reading
from fieldlog.storage import SqliteStore


@pytest.fixture
def store(tmp_path):
    opened = SqliteStore.open(tmp_path / "test.db")
    yield opened
    opened.close()


@pytest.fixture
def make_reading():
    def make(station="ELB1", metric="water_level", minute=0, value=1.5, unit="m"):
        moment = datetime(2024, 6, 1, 12, minute, tzinfo=timezone.utc)
        return Reading(station, metric, moment, value, unit)

    return make
