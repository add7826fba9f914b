package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// dump writes mails as INBOX/1.eml, 2.eml ... and returns the directory.
func dump(t *testing.T, mails ...string) string {
	t.Helper()
	dir := t.TempDir()
	box := filepath.Join(dir, "INBOX")
	if err := os.Mkdir(box, 0o700); err != nil {
		t.Fatal(err)
	}
	for i, m := range mails {
		name := string(rune('1'+i)) + ".eml"
		if err := os.WriteFile(filepath.Join(box, name), []byte(m), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// postbag runs a command on root and wants it to exit with code.
func postbag(t *testing.T, code int, root string, args ...string) string {
	t.Helper()
	var out, errw bytes.Buffer
	if got := run(append([]string{"-a", root}, args...), &out, &errw); got != code {
		t.Fatalf("%v: exit %d, want %d: %s", args, got, code, errw.String())
	}
	return out.String()
}

func TestFetchSearchCat(t *testing.T) {
	root := t.TempDir()
	mail := "From: ana@example.org\r\nSubject: lunch\r\n\r\nat noon\r\n"
	out := postbag(t, 0, root, "fetch", dump(t, mail))
	if out != "stored 1, known 0, too large 0\n" {
		t.Fatal(out)
	}
	key, _, _ := strings.Cut(postbag(t, 0, root, "search", "noon"), " ")
	if got := postbag(t, 0, root, "cat", key); got != mail {
		t.Fatalf("%q", got)
	}
	postbag(t, 0, root, "verify")
	postbag(t, 0, root, "rm", key)
	if got := postbag(t, 0, root, "search"); got != "" {
		t.Fatal(got)
	}
}

func TestUsage(t *testing.T) {
	postbag(t, 2, t.TempDir())
	postbag(t, 2, t.TempDir(), "fetch")
	postbag(t, 2, t.TempDir(), "export", "-x")
}
