package search

import (
	"testing"
	"time"

	"github.com/kestrelmail/postbag/internal/index"
)

func TestMatch(t *testing.T) {
	e := index.Entry{
		From:        "Ana <ana@example.org>",
		To:          "bo@example.org",
		Subject:     "Lunch",
		Date:        time.Date(2023, 1, 2, 10, 0, 0, 0, time.UTC),
		Words:       []string{"lunch", "noon"},
		Attachments: []string{"menu.pdf"},
	}
	for q, want := range map[string]bool{
		"":                    true,
		"from:ANA noon":       true,
		"to:ana":              false,
		"after:2023-01-02":    true,
		"before:2023-01-02":   false,
		"has:attachment":      true,
		"subject:lunch night": false,
	} {
		p, err := Parse(q)
		if err != nil {
			t.Fatalf("%q: %v", q, err)
		}
		if got := p.Match(e); got != want {
			t.Errorf("%q: %v", q, got)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, q := range []string{"has:legs", "cc:bo", "after:monday"} {
		if _, err := Parse(q); err == nil {
			t.Errorf("%q: no error", q)
		}
	}
}
