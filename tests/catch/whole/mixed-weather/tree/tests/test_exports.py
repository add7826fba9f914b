import io
import unittest

from fawn.daily import store_day
from fawn.exports.csv_day import write_day_csv
from fawn.exports.month_json import month_document
from fawn.exports.netfeed import MAX_AGE, latest_feed
from tests.helpers import DAY, NOON, insert, memory_db, reading


class Exports(unittest.TestCase):
    def setUp(self):
        self.conn = memory_db()
        self.addCleanup(self.conn.close)
        insert(
            self.conn,
            reading(NOON, "T", 20.0), reading(NOON, "R", 0.2), reading(NOON + 300, "T", 21.0),
        )

    def test_day_csv(self):
        out = io.StringIO()
        self.assertEqual(write_day_csv(self.conn, "FEN01", DAY, out), 3)
        self.assertEqual(
            out.getvalue(),
            "time,channel,value,unit\n"
            "2024-06-01T12:00:00Z,rain,0.2,mm\n"
            "2024-06-01T12:00:00Z,temperature,20.0,degC\n"
            "2024-06-01T12:05:00Z,temperature,21.0,degC\n",
        )

    def test_month(self):
        store_day(self.conn, "FEN01", DAY)
        document = month_document(self.conn, "FEN01", "2024-06")
        self.assertEqual(
            document["days"],
            {
                DAY: {
                    "R": {"n": 1, "total": 0.2},
                    "T": {"n": 2, "min": 20.0, "max": 21.0, "mean": 20.5},
                }
            },
        )

    def test_feed(self):
        self.assertEqual(
            latest_feed(self.conn, "FEN01", NOON + 600),
            "station=FEN01\ntime=2024-06-01T12:05:00Z\nR=0.2\nT=21.0\n",
        )

    def test_feed_of_a_station_that_is_down(self):
        self.assertEqual(latest_feed(self.conn, "FEN01", NOON + 300 + MAX_AGE), "station=FEN01\n")


if __name__ == "__main__":
    unittest.main()
