from datetime import datetime, timezone


def test_range_is_half_open(store, make_reading):
    store.insert_batch([make_reading(minute=m) for m in (0, 1, 2)])
    start = datetime(2024, 6, 1, 12, 0, tzinfo=timezone.utc)
    end = datetime(2024, 6, 1, 12, 2, tzinfo=timezone.utc)
    assert len(list(store.query_range("ELB1", start, end))) == 2


def test_delete_before_returns_count(store, make_reading):
    store.insert_batch([make_reading(minute=m) for m in (0, 30)])
    cutoff = datetime(2024, 6, 1, 12, 15, tzinfo=timezone.utc)
    assert store.delete_before(cutoff) == 1
