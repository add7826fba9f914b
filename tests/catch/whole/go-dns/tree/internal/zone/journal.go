package zone

import "github.com/miekg/dns"

// Delta is the difference between two versions, as IXFR sends it (RFC 1995 section 4).
type Delta struct {
	From, To *dns.SOA
	Removed  []dns.RR
	Added    []dns.RR
}

// Diff compares two sealed versions of a zone. The SOA is not among Removed and Added.
func Diff(old, new *Zone) Delta {
	d := Delta{From: old.SOA(), To: new.SOA()}
	had := map[string]bool{}
	for _, rr := range old.Records()[1:] {
		had[rr.String()] = true
	}
	has := map[string]bool{}
	for _, rr := range new.Records()[1:] {
		key := rr.String()
		has[key] = true
		if !had[key] {
			d.Added = append(d.Added, rr)
		}
	}
	for _, rr := range old.Records()[1:] {
		if !has[rr.String()] {
			d.Removed = append(d.Removed, rr)
		}
	}
	return d
}

// Journal keeps the last deltas of one zone.
type Journal struct {
	limit  int
	deltas []Delta
}

func NewJournal(limit int) *Journal { return &Journal{limit: limit} }

func (j *Journal) Append(d Delta) {
	j.deltas = append(j.deltas, d)
	if over := len(j.deltas) - j.limit; over > 0 {
		j.deltas = append([]Delta(nil), j.deltas[over:]...)
	}
}

// Since lists the deltas from a serial to the newest one; false when the journal does not reach back that far.
func (j *Journal) Since(serial uint32) ([]Delta, bool) {
	for i, d := range j.deltas {
		if d.From.Serial == serial {
			return append([]Delta(nil), j.deltas[i:]...), true
		}
	}
	return nil, false
}
