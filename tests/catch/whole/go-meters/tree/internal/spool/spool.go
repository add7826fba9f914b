// Package spool is the store of the first release: one file of JSON lines per day. The
// files are pushed by cron, see scripts/push-spool.sh.
package spool

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/brackwater/standpipe/internal/reading"
)

// Writer appends readings to the file of their day (UTC).
type Writer struct {
	dir string
}

// NewWriter returns a writer into dir, which it creates.
func NewWriter(dir string) (*Writer, error) {
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return nil, fmt.Errorf("spool: %w", err)
	}
	return &Writer{dir: dir}, nil
}

// Insert appends one line to <dir>/YYYY-MM-DD.jsonl.
func (w *Writer) Insert(_ context.Context, r reading.Reading) error {
	line, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("spool: %w", err)
	}
	name := filepath.Join(w.dir, r.ReceivedAt.UTC().Format("2006-01-02")+".jsonl")
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o640)
	if err != nil {
		return fmt.Errorf("spool: %w", err)
	}
	if _, err := f.Write(append(line, '\n')); err != nil {
		f.Close()
		return fmt.Errorf("spool: %w", err)
	}
	if err := f.Close(); err != nil {
		return fmt.Errorf("spool: %w", err)
	}
	return nil
}
