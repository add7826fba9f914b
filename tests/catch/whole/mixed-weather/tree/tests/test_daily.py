import unittest

from fawn.daily import DaySummary, day_bounds, day_of, store_day, summarise_day
from tests.helpers import DAY, NOON, insert, memory_db, reading


class Days(unittest.TestCase):
    def test_bounds(self):
        self.assertEqual(day_bounds(DAY), (1717200000, 1717286400))

    def test_day_of(self):
        self.assertEqual(day_of(1717200000), DAY)
        self.assertEqual(day_of(1717199999), "2024-05-31")


class Summaries(unittest.TestCase):
    def setUp(self):
        self.conn = memory_db()
        self.addCleanup(self.conn.close)

    def test_temperature_has_min_max_and_mean(self):
        insert(
            self.conn,
            reading(NOON, "T", 20.0), reading(NOON + 300, "T", 20.3), reading(NOON + 600, "T", 20.2),
        )
        self.assertEqual(
            summarise_day(self.conn, "FEN01", DAY),
            [DaySummary("FEN01", DAY, "T", 3, 20.0, 20.3, 20.2, None)],
        )

    def test_rain_has_a_total(self):
        insert(self.conn, *(reading(NOON + i * 300, "R", 0.2) for i in range(3)))
        self.assertEqual(
            summarise_day(self.conn, "FEN01", DAY),
            [DaySummary("FEN01", DAY, "R", 3, None, None, None, 0.6)],
        )

    def test_other_days_and_stations_are_left_alone(self):
        insert(self.conn, reading(1717199999, "T", 1.0), reading(1717286400, "T", 2.0))
        self.assertEqual(summarise_day(self.conn, "FEN01", DAY), [])

    def test_storing_replaces(self):
        insert(self.conn, reading(NOON, "T", 20.0))
        self.assertEqual(store_day(self.conn, "FEN01", DAY), 1)
        insert(self.conn, reading(NOON + 300, "T", 22.0))
        store_day(self.conn, "FEN01", DAY)
        rows = self.conn.execute("SELECT channel, n, maximum FROM daily").fetchall()
        self.assertEqual([tuple(row) for row in rows], [("T", 2, 22.0)])


if __name__ == "__main__":
    unittest.main()
