from fieldlog.alerts import Threshold, dispatch, evaluate
from fieldlog.alerts.dedupe import AlertWindow, suppress_repeats
from fieldlog.alerts.notify import LogNotifier
from fieldlog.config import AlertSettings


def test_crossing_raises_one_alert(make_reading):
    alerts = list(evaluate([make_reading(value=7.0)], [Threshold("water_level", above=6.0)]))
    assert [a.station for a in alerts] == ["ELB1"]


def test_repeat_is_suppressed(make_reading):
    thresholds = [Threshold("water_level", above=1.0)]
    alerts = list(evaluate([make_reading(minute=0), make_reading(minute=5)], thresholds))
    assert len(suppress_repeats(alerts, AlertWindow(30))) == 1


def test_dispatch_without_failures(make_reading):
    alerts = list(evaluate([make_reading(value=7.0)], [Threshold("water_level", above=6.0)]))
    assert dispatch(alerts, [LogNotifier(AlertSettings())]) == []
