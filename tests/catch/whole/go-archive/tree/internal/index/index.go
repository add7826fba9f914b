// Package index remembers what was read from each message.
package index

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"time"
	"unicode"

	"github.com/kestrelmail/postbag/internal/fsx"
	"github.com/kestrelmail/postbag/internal/maildir"
	"github.com/kestrelmail/postbag/internal/message"
)

// Entry is one line of index.jsonl. Sum is of the message as it came.
type Entry struct {
	Key         string    `json:"key"`
	Folder      string    `json:"folder,omitempty"`
	UID         uint32    `json:"uid,omitempty"`
	Sum         string    `json:"sum"`
	From        string    `json:"from"`
	To          string    `json:"to"`
	Subject     string    `json:"subject"`
	Date        time.Time `json:"date"`
	Words       []string  `json:"words,omitempty"`
	Attachments []string  `json:"attachments,omitempty"`
}

// Index is held in memory and written as a whole.
type Index struct {
	path  string
	byKey map[string]Entry
	sums  map[string]bool
}

// Load reads path; a file that does not exist is an empty index.
func Load(path string) (*Index, error) {
	x := &Index{path: path, byKey: map[string]Entry{}, sums: map[string]bool{}}
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return x, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 16<<20)
	for n := 1; sc.Scan(); n++ {
		var e Entry
		if err := json.Unmarshal(sc.Bytes(), &e); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, n, err)
		}
		x.Add(e)
	}
	return x, sc.Err()
}

// Save writes all entries.
func (x *Index) Save() error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	for _, e := range x.Entries() {
		if err := enc.Encode(e); err != nil {
			return err
		}
	}
	return fsx.WriteAtomic(filepath.Dir(x.path), x.path, b.Bytes())
}

func (x *Index) Add(e Entry)                  { x.byKey[e.Key] = e; x.sums[e.Sum] = true }
func (x *Index) Get(key string) (Entry, bool) { e, ok := x.byKey[key]; return e, ok }
func (x *Index) HasSum(sum string) bool       { return x.sums[sum] }

// Delete forgets key.
func (x *Index) Delete(key string) {
	delete(x.sums, x.byKey[key].Sum)
	delete(x.byKey, key)
}

// Entries lists all, newest first.
func (x *Index) Entries() []Entry {
	list := make([]Entry, 0, len(x.byKey))
	for _, e := range x.byKey {
		list = append(list, e)
	}
	sort.Slice(list, func(i, j int) bool {
		if !list[i].Date.Equal(list[j].Date) {
			return list[i].Date.After(list[j].Date)
		}
		return list[i].Key < list[j].Key
	})
	return list
}

// LastUID is the highest UID known of folder.
func (x *Index) LastUID(folder string) uint32 {
	var last uint32
	for _, e := range x.byKey {
		if e.Folder == folder && e.UID > last {
			last = e.UID
		}
	}
	return last
}

// Rebuild reads every message of st again. Folder and UID are kept where the
// old entry has them. After an error the index is as it was.
func (x *Index) Rebuild(st *maildir.Store, body bool) error {
	keys, err := st.Keys()
	if err != nil {
		return err
	}
	fresh := &Index{path: x.path, byKey: map[string]Entry{}, sums: map[string]bool{}}
	for _, key := range keys {
		raw, err := st.Read(key)
		if err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
		m, err := message.Parse(raw)
		if err != nil {
			m = &message.Message{}
		}
		e := NewEntry(key, raw, m, body)
		e.Folder, e.UID = x.byKey[key].Folder, x.byKey[key].UID
		fresh.Add(e)
	}
	*x = *fresh
	return nil
}

// NewEntry makes the entry of a message; body says whether its text counts.
func NewEntry(key string, raw []byte, m *message.Message, body bool) Entry {
	e := Entry{Key: key, Sum: Sum(raw), From: m.From, To: m.To, Subject: m.Subject, Date: m.Date}
	text := m.Subject
	if body {
		text += " " + m.Text
	}
	for _, a := range m.Attachments {
		e.Attachments = append(e.Attachments, a.Name)
		text += " " + a.Name
	}
	e.Words = words(text)
	return e
}

// Sum is the SHA-256 of raw in hex.
func Sum(raw []byte) string {
	s := sha256.Sum256(raw)
	return hex.EncodeToString(s[:])
}

func words(s string) []string {
	seen := map[string]bool{}
	var out []string
	for _, w := range strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}) {
		if !seen[w] {
			seen[w] = true
			out = append(out, w)
		}
	}
	sort.Strings(out)
	return out
}
