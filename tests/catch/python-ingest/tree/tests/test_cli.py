from fieldlog.cli.format import format_table
from fieldlog.cli.main import main


def test_ingest_prints_a_summary(tmp_path, capsys):
    path = tmp_path / "a.csv"
    path.write_text("station,metric,taken_at,value,unit\nELB1,rain,2024-06-01 12:00:00,1,mm\n")
    assert main(["ingest", str(path), "--db", str(tmp_path / "r.db")]) == 0
    assert "1 accepted, 0 rejected, 1 stored" in capsys.readouterr().out


def test_unknown_suffix_exits_with_65(tmp_path):
    assert main(["ingest", str(tmp_path / "a.xls"), "--db", str(tmp_path / "r.db")]) == 65


def test_table_has_no_trailing_blanks():
    assert all(line == line.rstrip() for line in format_table(["a"], [["bbb"]]).splitlines())
