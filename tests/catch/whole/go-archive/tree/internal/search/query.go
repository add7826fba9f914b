// Package search matches index entries.
package search

import (
	"fmt"
	"sort"
	"strings"
	"time"

	"github.com/kestrelmail/postbag/internal/index"
)

// Query is a conjunction.
type Query struct {
	tests []func(index.Entry) bool
}

// Parse reads terms such as: from:ana after:2023-01-01 has:attachment lunch
func Parse(s string) (Query, error) {
	var q Query
	for _, term := range strings.Fields(s) {
		test, err := parseTerm(term)
		if err != nil {
			return Query{}, err
		}
		q.tests = append(q.tests, test)
	}
	return q, nil
}

// Match says whether e passes all terms; an empty query matches all.
func (q Query) Match(e index.Entry) bool {
	for _, t := range q.tests {
		if !t(e) {
			return false
		}
	}
	return true
}

// Run lists the entries of x that match, newest first.
func Run(x *index.Index, q Query) []index.Entry {
	var out []index.Entry
	for _, e := range x.Entries() {
		if q.Match(e) {
			out = append(out, e)
		}
	}
	return out
}

func parseTerm(term string) (func(index.Entry) bool, error) {
	field, value, ok := strings.Cut(term, ":")
	if !ok {
		w := strings.ToLower(term)
		return func(e index.Entry) bool {
			i := sort.SearchStrings(e.Words, w)
			return i < len(e.Words) && e.Words[i] == w
		}, nil
	}
	field = strings.ToLower(field)
	switch field {
	case "from":
		return contains(value, func(e index.Entry) string { return e.From }), nil
	case "to":
		return contains(value, func(e index.Entry) string { return e.To }), nil
	case "subject":
		return contains(value, func(e index.Entry) string { return e.Subject }), nil
	case "before", "after":
		day, err := time.Parse("2006-01-02", value)
		if err != nil {
			return nil, fmt.Errorf("%s: want YYYY-MM-DD", term)
		}
		if field == "before" {
			return func(e index.Entry) bool { return e.Date.Before(day) }, nil
		}
		return func(e index.Entry) bool { return !e.Date.Before(day) }, nil
	case "has":
		if value == "attachment" {
			return func(e index.Entry) bool { return len(e.Attachments) > 0 }, nil
		}
	}
	return nil, fmt.Errorf("%s: unknown term", term)
}

func contains(value string, get func(index.Entry) string) func(index.Entry) bool {
	v := strings.ToLower(value)
	return func(e index.Entry) bool { return strings.Contains(strings.ToLower(get(e)), v) }
}
