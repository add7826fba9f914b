package maildir

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestDeliverRead(t *testing.T) {
	s, err := Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	want := []byte("Subject: a\r\n\r\nb\r\n")
	key, err := s.Deliver(want)
	if err != nil {
		t.Fatal(err)
	}
	got, err := s.Read(key)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Fatalf("got %q, want %q", got, want)
	}
	if left, _ := os.ReadDir(s.tmp()); len(left) != 0 {
		t.Fatalf("%d files left in tmp", len(left))
	}
}

func TestKeysSkipsStrangers(t *testing.T) {
	dir := t.TempDir()
	s, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	key, err := s.Deliver([]byte("x"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "cur", ".DS_Store"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	keys, err := s.Keys()
	if err != nil {
		t.Fatal(err)
	}
	if len(keys) != 1 || keys[0] != key {
		t.Fatalf("got %v, want [%s]", keys, key)
	}
}

func TestBadKey(t *testing.T) {
	s, err := Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"", "../index.jsonl", "1.2"} {
		if _, err := s.Read(key); !errors.Is(err, ErrKey) {
			t.Errorf("Read(%q): %v", key, err)
		}
		if err := s.Remove(key); !errors.Is(err, ErrKey) {
			t.Errorf("Remove(%q): %v", key, err)
		}
	}
}
