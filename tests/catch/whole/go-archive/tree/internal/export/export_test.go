package export

import (
	"archive/tar"
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/kestrelmail/postbag/internal/maildir"
)

const raw = "From: Ana <ana@example.org>\r\nDate: Mon, 02 Jan 2023 10:00:00 +0000\r\n\r\nFrom here\r\n>From there\r\n"

func store(t *testing.T) (*maildir.Store, []string) {
	t.Helper()
	st, err := maildir.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	key, err := st.Deliver([]byte(raw))
	if err != nil {
		t.Fatal(err)
	}
	return st, []string{key}
}

func TestMbox(t *testing.T) {
	st, keys := store(t)
	var b bytes.Buffer
	if err := Write("mbox", &b, st, keys); err != nil {
		t.Fatal(err)
	}
	got := b.String()
	if !strings.HasPrefix(got, "From ana@example.org Mon Jan  2 10:00:00 2023\n") {
		t.Errorf("From_ line: %q", got)
	}
	if !strings.Contains(got, "\n>From here\r\n>>From there\r\n\n") {
		t.Errorf("quoting: %q", got)
	}
}

func TestJSONL(t *testing.T) {
	st, keys := store(t)
	var b bytes.Buffer
	if err := Write("jsonl", &b, st, keys); err != nil {
		t.Fatal(err)
	}
	var m jsonMessage
	if err := json.Unmarshal(b.Bytes(), &m); err != nil {
		t.Fatal(err)
	}
	if m.Key != keys[0] || string(m.Raw) != raw {
		t.Errorf("got %+v", m)
	}
}

func TestTar(t *testing.T) {
	st, keys := store(t)
	var b bytes.Buffer
	if err := Write("tar", &b, st, keys); err != nil {
		t.Fatal(err)
	}
	r := tar.NewReader(&b)
	h, err := r.Next()
	if err != nil {
		t.Fatal(err)
	}
	data, _ := io.ReadAll(r)
	if h.Name != keys[0]+".eml" || string(data) != raw {
		t.Errorf("%s: %q", h.Name, data)
	}
}

func TestUnknownFormat(t *testing.T) {
	st, keys := store(t)
	err := Write("pst", io.Discard, st, keys)
	if err == nil || !strings.Contains(err.Error(), "jsonl, mbox, tar") {
		t.Fatalf("got %v", err)
	}
}
