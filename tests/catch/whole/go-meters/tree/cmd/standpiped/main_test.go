package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// writeConfig writes a configuration that keeps its data in dir, and returns its path.
func writeConfig(t *testing.T, dir, extra string) string {
	t.Helper()
	path := filepath.Join(dir, "standpipe.yaml")
	text := "gateway: gw1\nupstream: {url: 'http://127.0.0.1:1/'}\n" + extra
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestRunExitCodes(t *testing.T) {
	dir := t.TempDir()
	good := writeConfig(t, dir, "")
	for _, tc := range []struct {
		args []string
		code int
		out  string // on stdout or stderr
	}{
		{[]string{"-version"}, 0, "dev"},
		{[]string{"-config", good, "-check"}, 0, ""},
		{[]string{"-config", filepath.Join(dir, "none.yaml")}, 1, "none.yaml"},
		{[]string{"-bogus"}, 2, "bogus"},
	} {
		var out bytes.Buffer
		if code := run(context.Background(), tc.args, &out, &out); code != tc.code {
			t.Errorf("%v: exit code %d, want %d", tc.args, code, tc.code)
		}
		if !strings.Contains(out.String(), tc.out) {
			t.Errorf("%v: output %q lacks %q", tc.args, out.String(), tc.out)
		}
	}
}
