package zone

import (
	"errors"
	"strings"
	"testing"

	"github.com/miekg/dns"
)

const small = `$TTL 300
@ IN SOA ns1 host 10 7200 900 1209600 60
@ IN NS ns1
ns1 IN A 192.0.2.1
a.b IN TXT "x"
sub IN NS ns.sub
ns.sub IN A 192.0.2.9
`

func parse(t *testing.T, text string) *Zone {
	t.Helper()
	z, err := Parse(strings.NewReader(text), "example.org", "small")
	if err != nil {
		t.Fatal(err)
	}
	return z
}

func TestCanonicalOrder(t *testing.T) {
	// RFC 4034 section 6.1, without the escapes
	want := []string{"example.", "a.example.", "yljkjljk.a.example.", "z.a.example.", "zabc.a.example.", "z.example.", "*.z.example."}
	for i := 1; i < len(want); i++ {
		if CompareNames(want[i-1], want[i]) >= 0 {
			t.Errorf("%s must sort before %s", want[i-1], want[i])
		}
	}
}

func TestCutAndEncloser(t *testing.T) {
	z := parse(t, small)
	if got := z.Cut("ns.sub.example.org."); got != "sub.example.org." {
		t.Errorf("cut %q", got)
	}
	if !z.Exists("b.example.org.") {
		t.Error("empty non-terminal is missing")
	}
	if got := z.Encloser("x.y.b.example.org."); got != "b.example.org." {
		t.Errorf("encloser %q", got)
	}
}

func TestAddRefusesMixedTTL(t *testing.T) {
	z := New("example.org")
	a, _ := dns.NewRR("www.example.org. 300 IN A 192.0.2.1")
	b, _ := dns.NewRR("www.example.org. 301 IN A 192.0.2.2")
	if err := z.Add(a); err != nil {
		t.Fatal(err)
	}
	if err := z.Add(b); err == nil {
		t.Error("mixed TTLs were accepted")
	}
}

func TestPublishJournalsAndOrdersSerials(t *testing.T) {
	s := NewStore()
	if err := s.Publish(parse(t, small)); err != nil {
		t.Fatal(err)
	}
	if err := s.Publish(parse(t, small)); !errors.Is(err, ErrSerialNotNewer) {
		t.Fatalf("same serial: %v", err)
	}
	next := strings.Replace(strings.Replace(small, "host 10 ", "host 11 ", 1), "192.0.2.1\n", "192.0.2.7\n", 1)
	if err := s.Publish(parse(t, next)); err != nil {
		t.Fatal(err)
	}
	deltas, ok := s.Since("example.org.", 10)
	if !ok || len(deltas) != 1 || len(deltas[0].Added) != 1 || len(deltas[0].Removed) != 1 {
		t.Fatalf("deltas %v %+v", ok, deltas)
	}
}
