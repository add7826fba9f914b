import pytest

from fieldlog.errors import ReadError
from fieldlog.readers.csv_reader import CsvReader, detect_delimiter


def test_semicolons_are_detected():
    assert detect_delimiter("station;metric;taken_at") == ";"


def test_bad_value_names_the_line(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("station,metric,taken_at,value,unit\nELB1,rain,2024-06-01 12:00:00,x,mm\n")
    with pytest.raises(ReadError) as caught:
        CsvReader().read(path)
    assert caught.value.line == 2
