from fieldlog.models import Batch
from fieldlog.validation import validate_batch


def test_value_out_of_range_is_rejected(make_reading):
    report = validate_batch(Batch("x", [make_reading(value=99.0)]))
    assert report.rejected[0].rule == "range"


def test_time_goes_forward(make_reading):
    report = validate_batch(Batch("x", [make_reading(minute=5), make_reading(minute=4)]))
    assert [r.rule for r in report.rejected] == ["monotonic-time"]
