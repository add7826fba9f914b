package spool

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/brackwater/standpipe/internal/reading"
)

func TestInsertOneFilePerDay(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "spool")
	w, err := NewWriter(dir)
	if err != nil {
		t.Fatal(err)
	}
	late := time.Date(2024, 5, 1, 23, 59, 59, 0, time.UTC)
	for _, at := range []time.Time{late.Add(-time.Hour), late, late.Add(time.Second)} {
		if err := w.Insert(context.Background(), reading.Reading{Meter: "KAM-1", ReceivedAt: at}); err != nil {
			t.Fatal(err)
		}
	}
	b, err := os.ReadFile(filepath.Join(dir, "2024-05-01.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.Split(bytes.TrimSpace(b), []byte("\n"))
	if len(lines) != 2 {
		t.Fatalf("got %d lines, want 2", len(lines))
	}
	var r reading.Reading
	if err := json.Unmarshal(lines[1], &r); err != nil {
		t.Fatal(err)
	}
	if !r.ReceivedAt.Equal(late) {
		t.Errorf("received_at = %v", r.ReceivedAt)
	}
	if _, err := os.Stat(filepath.Join(dir, "2024-05-02.jsonl")); err != nil {
		t.Error(err)
	}
}
