package archive

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kestrelmail/postbag/source"
)

// openWith opens root with conf as its postbag.conf; "" leaves the defaults.
func openWith(t *testing.T, root, conf string) *Archive {
	t.Helper()
	if conf != "" {
		if err := os.WriteFile(filepath.Join(root, "postbag.conf"), []byte(conf), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	a, err := Open(root)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	return a
}

// withFile is a mail number n that carries data as a.bin, in base64 lines of 76.
func withFile(n int, data []byte) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "Message-ID: <%d@example.org>\r\nFrom: ana@example.org\r\nSubject: mail %d\r\n", n, n)
	fmt.Fprintf(&b, "Date: Mon, 02 Jan 2023 10:00:%02d +0000\r\n", n%60)
	b.WriteString("Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nsee file\r\n--b\r\n")
	b.WriteString("Content-Type: application/octet-stream; name=a.bin\r\nContent-Transfer-Encoding: base64\r\n\r\n")
	for s := base64.StdEncoding.EncodeToString(data); s != ""; {
		n := min(76, len(s))
		b.WriteString(s[:n] + "\r\n")
		s = s[n:]
	}
	b.WriteString("--b--\r\n")
	return b.Bytes()
}

func fetch(t *testing.T, a *Archive, mails ...[]byte) FetchReport {
	t.Helper()
	rep, err := a.Fetch(context.Background(), source.Memory{"INBOX": mails})
	if err != nil {
		t.Fatal(err)
	}
	return rep
}

func TestFetchTwice(t *testing.T) {
	a := openWith(t, t.TempDir(), "max_message = 1K\n")
	mails := [][]byte{withFile(1, []byte("x")), withFile(2, bytes.Repeat([]byte("x"), 2000)), withFile(3, []byte("x"))}
	if rep := fetch(t, a, mails...); rep != (FetchReport{Stored: 2, TooLarge: 1}) {
		t.Fatalf("first: %+v", rep)
	}
	if rep := fetch(t, a, append(mails, mails[0])...); rep != (FetchReport{Known: 1}) {
		t.Fatalf("second: %+v", rep)
	}
	list, err := a.Search("has:attachment subject:mail")
	if err != nil || len(list) != 2 {
		t.Fatalf("%d found, %v", len(list), err)
	}
	raw, err := a.Raw(list[0].Key)
	if err != nil || !bytes.Equal(raw, mails[2]) {
		t.Fatalf("Raw: %v", err)
	}
}

func TestLock(t *testing.T) {
	root := t.TempDir()
	openWith(t, root, "")
	if _, err := Open(root); !errors.Is(err, ErrLocked) {
		t.Fatalf("got %v", err)
	}
}

func TestVerify(t *testing.T) {
	root := t.TempDir()
	a := openWith(t, root, "")
	fetch(t, a, withFile(1, []byte("x")), withFile(2, []byte("y")))
	list, _ := a.Search("")
	os.WriteFile(filepath.Join(root, "mail", "cur", list[0].Key), []byte("?"), 0o600)
	os.Remove(filepath.Join(root, "mail", "cur", list[1].Key))
	got, err := a.Verify()
	if err != nil || len(got) != 2 {
		t.Fatalf("%v, %v", got, err)
	}
	if !strings.Contains(got[0].Text, "differ") || !strings.Contains(got[1].Text, "missing") {
		t.Fatalf("%v", got)
	}
}
