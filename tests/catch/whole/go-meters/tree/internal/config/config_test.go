package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func write(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "c.yaml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestLoad(t *testing.T) {
	c, err := Load(write(t, "gateway: gw1\nupstream: {url: 'https://x', interval: 1m}\n"))
	if err != nil {
		t.Fatal(err)
	}
	if c.Upstream.Interval != time.Minute || c.Upstream.Batch != 100 || c.Store.Kind != "sqlite" {
		t.Errorf("config = %+v", c)
	}
}

func TestLoadErrors(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"upstream: {url: x}\n", "gateway"},
		{"gateway: gw1\n", "upstream.url"},
		{"gateway: gw1\nupstream: {url: x, batch: 0}\n", "upstream.batch"},
		{"gateway: gw1\nupstream: {url: x, interval: 1ms}\n", "upstream.interval"},
		{"gateway: gw1\nstore: {kind: tape}\n", "store.kind"},
		{"gateway: gw1\nupstreem: {url: x}\n", "upstreem"},
	} {
		_, err := Load(write(t, tc.text))
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%q: err = %v, want one about %s", tc.text, err, tc.want)
		}
	}
}

func TestSpoolNeedsNoUpstream(t *testing.T) {
	if _, err := Load(write(t, "gateway: gw1\nstore: {kind: spool, path: /tmp/spool}\n")); err != nil {
		t.Error(err)
	}
}

func TestExampleIsValid(t *testing.T) {
	if _, err := Load("../../config.example.yaml"); err != nil {
		t.Error(err)
	}
}

func TestToken(t *testing.T) {
	if tok, err := (Upstream{}).Token(); tok != "" || err != nil {
		t.Errorf("no file: %q, %v", tok, err)
	}
	if tok, err := (Upstream{TokenFile: write(t, " abc\n")}).Token(); tok != "abc" || err != nil {
		t.Errorf("file: %q, %v", tok, err)
	}
	if _, err := (Upstream{TokenFile: write(t, "\n")}).Token(); err == nil {
		t.Error("no error for an empty file")
	}
}
