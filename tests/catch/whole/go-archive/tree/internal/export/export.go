// Package export writes messages in formats that others read.
package export

import (
	"fmt"
	"io"
	"sort"
	"strings"

	"github.com/kestrelmail/postbag/internal/maildir"
	"github.com/kestrelmail/postbag/internal/message"
)

// format writes the messages of keys, in that order.
type format func(w io.Writer, st *maildir.Store, keys []string) error

var formats = map[string]format{
	"mbox":  writeMbox,
	"jsonl": writeJSONL,
	"tar":   writeTar,
}

// Formats lists the names that Write knows.
func Formats() []string {
	var names []string
	for name := range formats {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

// Write exports keys of st to w.
func Write(name string, w io.Writer, st *maildir.Store, keys []string) error {
	f, ok := formats[name]
	if !ok {
		return fmt.Errorf("format %q: want one of %s", name, strings.Join(Formats(), ", "))
	}
	return f(w, st, keys)
}

// parsed never fails: a message without a readable header is still exported.
func parsed(raw []byte) *message.Message {
	m, err := message.Parse(raw)
	if err != nil {
		return &message.Message{}
	}
	return m
}
