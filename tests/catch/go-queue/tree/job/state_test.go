package job

import "testing"

func TestMoves(t *testing.T) {
	if !Queued.CanMoveTo(Running) || Done.CanMoveTo(Queued) {
		t.Fatal("the table of moves is wrong")
	}
}

func TestParseStateRefusesUnknown(t *testing.T) {
	if _, err := ParseState("asleep"); err == nil {
		t.Fatal("want an error")
	}
}
