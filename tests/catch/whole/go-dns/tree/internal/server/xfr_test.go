package server

import (
	"strings"
	"testing"

	"github.com/miekg/dns"

	"example.net/burrow/internal/zone"
)

func TestTransferRecords(t *testing.T) {
	store := zone.NewStore()
	first := testZone(t)
	if err := store.Publish(first); err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(zoneText, "hostmaster 1 ", "hostmaster 2 ", 1) + "new IN A 192.0.2.99\n"
	second, err := zone.Parse(strings.NewReader(text), "example.org", "test")
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Publish(second); err != nil {
		t.Fatal(err)
	}
	s := &Server{Store: store}

	full := s.transferRecords(second, ask("example.org.", dns.TypeAXFR))
	if n := len(full); n != len(second.Records())+1 || full[0] != full[n-1] {
		t.Errorf("AXFR has %d records", n)
	}

	r := new(dns.Msg).SetIxfr("example.org.", 1, "ns1.example.org.", "hostmaster.example.org.")
	inc := s.transferRecords(second, r)
	// new SOA, old SOA, new SOA, one addition, new SOA
	if len(inc) != 5 || inc[3].Header().Name != "new.example.org." {
		t.Errorf("IXFR %v", inc)
	}

	r = new(dns.Msg).SetIxfr("example.org.", 2, "ns1.example.org.", "hostmaster.example.org.")
	if same := s.transferRecords(second, r); len(same) != 1 {
		t.Errorf("IXFR of the current serial has %d records", len(same))
	}
}
