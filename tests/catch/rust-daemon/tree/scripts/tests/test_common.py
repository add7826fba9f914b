import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

from common import ScriptError, parse_day  # noqa: E402


class ParseDay(unittest.TestCase):
    def test_the_epoch_is_zero(self):
        self.assertEqual(parse_day("1970-01-01"), 0)

    def test_nonsense_is_refused(self):
        with self.assertRaises(ScriptError):
            parse_day("yesterday")


if __name__ == "__main__":
    unittest.main()
