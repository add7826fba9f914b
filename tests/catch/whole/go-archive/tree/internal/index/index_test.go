package index

import (
	"path/filepath"
	"testing"

	"github.com/kestrelmail/postbag/internal/maildir"
)

const raw = "From: ana@example.org\r\nSubject: Lunch, lunch\r\nDate: Mon, 02 Jan 2023 10:00:00 +0000\r\n\r\nat noon\r\n"

func TestRebuildSaveLoad(t *testing.T) {
	dir := t.TempDir()
	st, err := maildir.Open(filepath.Join(dir, "mail"))
	if err != nil {
		t.Fatal(err)
	}
	key, err := st.Deliver([]byte(raw))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "index.jsonl")
	x, err := Load(path)
	if err != nil {
		t.Fatal(err)
	}
	x.Add(Entry{Key: key, Folder: "INBOX", UID: 7})
	if err := x.Rebuild(st, true); err != nil {
		t.Fatal(err)
	}
	if err := x.Save(); err != nil {
		t.Fatal(err)
	}
	y, err := Load(path)
	if err != nil {
		t.Fatal(err)
	}
	e, ok := y.Get(key)
	if !ok {
		t.Fatal("entry lost")
	}
	if e.Sum != Sum([]byte(raw)) || e.UID != 7 || e.Folder != "INBOX" {
		t.Errorf("entry %+v", e)
	}
	if len(e.Words) != 3 || e.Words[1] != "lunch" {
		t.Errorf("Words %v", e.Words)
	}
	if y.LastUID("INBOX") != 7 || y.LastUID("Sent") != 0 {
		t.Error("LastUID")
	}
}

func TestDelete(t *testing.T) {
	x, err := Load(filepath.Join(t.TempDir(), "none"))
	if err != nil {
		t.Fatal(err)
	}
	x.Add(Entry{Key: "k", Sum: "s"})
	x.Delete("k")
	if x.HasSum("s") || len(x.Entries()) != 0 {
		t.Error("still there")
	}
}
