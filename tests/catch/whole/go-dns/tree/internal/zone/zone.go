// Package zone holds the data of zones: one zone, its text form, its history, and the set that is being served.
package zone

import (
	"errors"
	"fmt"
	"slices"

	"github.com/miekg/dns"
)

var (
	ErrOutOfZone = errors.New("name is outside the zone")
	ErrNoSOA     = errors.New("zone has no SOA")
)

// Zone is one version of a zone. It is built with Add, closed with Seal, and never changed afterwards.
type Zone struct {
	Origin string
	nodes  map[string]map[uint16][]dns.RR

	order []string        // owners in canonical order; set by Seal
	ents  map[string]bool // empty non-terminals; set by Seal
}

func New(origin string) *Zone {
	return &Zone{Origin: dns.CanonicalName(origin), nodes: map[string]map[uint16][]dns.RR{}}
}

// Add puts a record into the zone. Owners are made canonical, duplicates are dropped, and an RRset whose TTLs differ
// is refused (RFC 2181 section 5.2).
func (z *Zone) Add(rr dns.RR) error {
	h := rr.Header()
	h.Name = dns.CanonicalName(h.Name)
	if !dns.IsSubDomain(z.Origin, h.Name) {
		return fmt.Errorf("%s: %w", h.Name, ErrOutOfZone)
	}
	node := z.nodes[h.Name]
	if node == nil {
		node = map[uint16][]dns.RR{}
		z.nodes[h.Name] = node
	}
	set := node[h.Rrtype]
	if h.Rrtype == dns.TypeSOA && (len(set) > 0 || h.Name != z.Origin) {
		return fmt.Errorf("%s: a second SOA, or one below the apex", h.Name)
	}
	for _, have := range set {
		if dns.IsDuplicate(have, rr) {
			return nil
		}
		// The TTL of an RRSIG is that of the RRset it covers, so signatures of one owner may differ (RFC 4034 section 3).
		if h.Rrtype != dns.TypeRRSIG && have.Header().Ttl != h.Ttl {
			return fmt.Errorf("%s %s: TTLs differ", h.Name, dns.TypeToString[h.Rrtype])
		}
	}
	node[h.Rrtype] = append(set, rr)
	return nil
}

// Seal fixes the canonical order and the empty non-terminals.
func (z *Zone) Seal() error {
	if z.SOA() == nil {
		return fmt.Errorf("%s: %w", z.Origin, ErrNoSOA)
	}
	z.order = z.order[:0]
	z.ents = map[string]bool{}
	for name := range z.nodes {
		z.order = append(z.order, name)
		for p := name; p != z.Origin; {
			if p = Parent(p); z.nodes[p] == nil {
				z.ents[p] = true
			}
		}
	}
	slices.SortFunc(z.order, CompareNames)
	return nil
}

// SOA is the record at the apex, or nil.
func (z *Zone) SOA() *dns.SOA {
	if set := z.RRset(z.Origin, dns.TypeSOA); len(set) == 1 {
		return set[0].(*dns.SOA)
	}
	return nil
}

func (z *Zone) Serial() uint32 { return z.SOA().Serial }

// SetSerial replaces the SOA by a copy with another serial. Only before Seal.
func (z *Zone) SetSerial(serial uint32) {
	soa := dns.Copy(z.SOA()).(*dns.SOA)
	soa.Serial = serial
	z.nodes[z.Origin][dns.TypeSOA] = []dns.RR{soa}
}

// Clone is an open copy: the records are shared, the sets are not.
func (z *Zone) Clone() *Zone {
	c := New(z.Origin)
	for name, node := range z.nodes {
		n := make(map[uint16][]dns.RR, len(node))
		for t, set := range node {
			n[t] = slices.Clone(set)
		}
		c.nodes[name] = n
	}
	return c
}

func (z *Zone) RRset(name string, t uint16) []dns.RR { return z.nodes[name][t] }

// Types lists the types at a name in ascending order.
func (z *Zone) Types(name string) []uint16 {
	types := make([]uint16, 0, len(z.nodes[name]))
	for t := range z.nodes[name] {
		types = append(types, t)
	}
	slices.Sort(types)
	return types
}

// Names lists the owners of a sealed zone in canonical order. The caller must not change the slice.
func (z *Zone) Names() []string { return z.order }

// Exists reports whether a name has records, or has names below it that do.
func (z *Zone) Exists(name string) bool { return z.nodes[name] != nil || z.ents[name] }

// Cut is the owner of the highest delegation at or above name, or "" when name is authoritative.
func (z *Zone) Cut(name string) string {
	cut := ""
	for n := name; n != z.Origin && dns.IsSubDomain(z.Origin, n); n = Parent(n) {
		if len(z.RRset(n, dns.TypeNS)) > 0 {
			cut = n
		}
	}
	return cut
}

// Encloser is the closest ancestor of name, or name itself, that exists.
func (z *Zone) Encloser(name string) string {
	for n := name; n != z.Origin; n = Parent(n) {
		if z.Exists(n) {
			return n
		}
	}
	return z.Origin
}

// Records lists a sealed zone: the SOA, then everything else in canonical order of owners.
func (z *Zone) Records() []dns.RR {
	out := []dns.RR{z.SOA()}
	for _, name := range z.order {
		for _, t := range z.Types(name) {
			if t != dns.TypeSOA {
				out = append(out, z.nodes[name][t]...)
			}
		}
	}
	return out
}
