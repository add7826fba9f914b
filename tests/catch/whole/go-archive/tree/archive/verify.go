package archive

import "github.com/kestrelmail/postbag/internal/index"

// Problem is one thing that is wrong with one message.
type Problem struct {
	Key  string
	Text string
}

// Verify compares every message with the sum that it had when it came. The
// error is for what keeps it from looking at all.
func (a *Archive) Verify() ([]Problem, error) {
	keys, err := a.mail.Keys()
	if err != nil {
		return nil, err
	}
	var out []Problem
	for _, key := range keys {
		raw, err := a.mail.Read(key)
		if err != nil {
			return nil, err
		}
		e, ok := a.idx.Get(key)
		if !ok {
			out = append(out, Problem{key, "not in the index"})
			continue
		}
		if index.Sum(raw) != e.Sum {
			out = append(out, Problem{key, "bytes differ from the index"})
		}
	}
	for _, e := range a.idx.Entries() {
		if !a.mail.Has(e.Key) {
			out = append(out, Problem{e.Key, "message file missing"})
		}
	}
	return out, nil
}
