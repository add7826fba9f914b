import tempfile
import unittest
from pathlib import Path

from fawn.ingest import IngestResult, ingest_file, ingest_tree
from fawn.lines import LineError, Reading, parse_line
from tests.helpers import NOON, format_line, memory_db, reading, write_spool


class Lines(unittest.TestCase):
    def test_a_line_of_the_logger(self):
        self.assertEqual(
            parse_line("W1,FEN01,1717200000,T,21.4*65\n"),
            Reading("FEN01", 1717200000, "T", 21.4),
        )

    def test_round_trip(self):
        given = reading(NOON, "P", 1013.2)
        self.assertEqual(parse_line(format_line(given)), given)

    def test_refused(self):
        for line, reason in [
            ("W1,FEN01,1717200000,T,21.4", "no checksum"),
            ("W1,FEN01,1717200000,T,21.4*66", "wrong checksum"),
            ("W1,FEN01,1717200000,T*50", "4 fields, not 5"),
            ("W1,FEN01,1717200000,X,1.0*5F", "unknown channel: X"),
            ("W1,FEN01,1717200000,T,21.4x*1D", "bad number"),
        ]:
            with self.subTest(line), self.assertRaisesRegex(LineError, reason):
                parse_line(line)


class Ingest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.conn = memory_db("FEN01", "FEN02")
        self.addCleanup(self.conn.close)

    def test_reading_twice_adds_once(self):
        path = write_spool(
            self.root, "FEN01/2024-06-01.wl",
            [format_line(reading(NOON, "T", 21.4)), format_line(reading(NOON, "H", 55))],
        )
        self.assertEqual(ingest_file(self.conn, path), IngestResult(2, 0, 0))
        self.assertEqual(ingest_file(self.conn, path), IngestResult(0, 2, 0))

    def test_rejects_say_why(self):
        path = write_spool(
            self.root, "FEN01/2024-06-01.wl",
            ["W1,FEN01,17172", format_line(reading(NOON, "T", 1.0, station="NOPE"))],
        )
        self.assertEqual(ingest_file(self.conn, path), IngestResult(0, 0, 2))
        rows = self.conn.execute("SELECT source, line_no, reason FROM rejects ORDER BY line_no")
        self.assertEqual(
            [tuple(row) for row in rows],
            [
                ("FEN01/2024-06-01.wl", 1, "no checksum"),
                ("FEN01/2024-06-01.wl", 2, "unknown station: NOPE"),
            ],
        )

    def test_tree(self):
        for code in ("FEN01", "FEN02"):
            line = format_line(reading(NOON, "T", 20.0, station=code))
            write_spool(self.root, f"{code}/2024-06-01.wl", [line])
        self.assertEqual(ingest_tree(self.conn, self.root), IngestResult(2, 0, 0))


if __name__ == "__main__":
    unittest.main()
