package server

import (
	"strings"
	"testing"

	"github.com/miekg/dns"

	"example.net/burrow/internal/zone"
)

const zoneText = `$TTL 3600
@ IN SOA ns1 hostmaster 1 7200 900 1209600 300
@ IN NS ns1
ns1 IN A 192.0.2.1
www IN CNAME web.dc1
web.dc1 IN A 192.0.2.80
*.apps IN A 192.0.2.90
lab IN NS ns.lab
ns.lab IN A 198.51.100.53
office IN NS ns.office.example.net.
office IN DS 12345 13 2 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
`

func testZone(t *testing.T) *zone.Zone {
	t.Helper()
	z, err := zone.Parse(strings.NewReader(zoneText), "example.org", "test")
	if err != nil {
		t.Fatal(err)
	}
	return z
}

func ask(name string, qtype uint16) *dns.Msg {
	return new(dns.Msg).SetQuestion(name, qtype)
}

func TestAnswer(t *testing.T) {
	z := testZone(t)
	for _, c := range []struct {
		name       string
		qtype      uint16
		rcode      int
		aa         bool
		answer, ns int
	}{
		{"ns1.example.org.", dns.TypeA, dns.RcodeSuccess, true, 1, 0},
		{"www.example.org.", dns.TypeA, dns.RcodeSuccess, true, 2, 0},
		{"x.apps.example.org.", dns.TypeA, dns.RcodeSuccess, true, 1, 0},
		{"x.apps.example.org.", dns.TypeTXT, dns.RcodeSuccess, true, 0, 1},
		{"dc1.example.org.", dns.TypeA, dns.RcodeSuccess, true, 0, 1},
		{"nope.example.org.", dns.TypeA, dns.RcodeNameError, true, 0, 1},
		{"host.lab.example.org.", dns.TypeA, dns.RcodeSuccess, false, 0, 1},
		{"office.example.org.", dns.TypeDS, dns.RcodeSuccess, true, 1, 0},
	} {
		m := Answer(z, ask(c.name, c.qtype))
		if m.Rcode != c.rcode || m.Authoritative != c.aa || len(m.Answer) != c.answer || len(m.Ns) != c.ns {
			t.Errorf("%s %s: %v", c.name, dns.TypeToString[c.qtype], m)
		}
	}
}

func TestWildcardTakesTheNameAsked(t *testing.T) {
	m := Answer(testZone(t), ask("x.apps.example.org.", dns.TypeA))
	if got := m.Answer[0].Header().Name; got != "x.apps.example.org." {
		t.Errorf("owner %s", got)
	}
}

func TestFinishRefusesUnknownEDNS(t *testing.T) {
	r := ask("ns1.example.org.", dns.TypeA)
	r.SetEdns0(4096, false)
	r.IsEdns0().SetVersion(1)
	m := Answer(testZone(t), r)
	finish(m, r, true)
	if m.Rcode != dns.RcodeBadVers || len(m.Answer) != 0 || m.IsEdns0() == nil {
		t.Errorf("%v", m)
	}
}
