package server

import (
	"net/netip"

	"github.com/miekg/dns"

	"example.net/burrow/internal/zone"
)

const envelopeSize = 100 // records in one message of a transfer

// handleTransfer answers AXFR (RFC 5936) and IXFR (RFC 1995).
func (s *Server) handleTransfer(w dns.ResponseWriter, r *dns.Msg) {
	origin := dns.CanonicalName(r.Question[0].Name)
	z := s.Store.Get(origin)
	if z == nil {
		s.fail(w, r, dns.RcodeNotAuth)
		return
	}
	if !allowed(s.AllowTransfer(origin), remote(w)) {
		s.Log.Info("transfer refused", "zone", origin, "client", w.RemoteAddr())
		s.fail(w, r, dns.RcodeRefused)
		return
	}
	rrs := s.transferRecords(z, r)
	if isUDP(w) {
		// AXFR over UDP is not defined. For IXFR the SOA alone says "come back over TCP".
		if r.Question[0].Qtype == dns.TypeAXFR {
			s.fail(w, r, dns.RcodeRefused)
			return
		}
		rrs = rrs[:1]
	}
	s.stream(w, r, rrs)
}

// transferRecords is the sequence of records to send, from the first SOA to the last.
func (s *Server) transferRecords(z *zone.Zone, r *dns.Msg) []dns.RR {
	if r.Question[0].Qtype == dns.TypeIXFR && len(r.Ns) == 1 {
		if have, ok := r.Ns[0].(*dns.SOA); ok {
			if !zone.SerialNewer(z.Serial(), have.Serial) {
				return []dns.RR{z.SOA()}
			}
			if deltas, ok := s.Store.Since(z.Origin, have.Serial); ok {
				return incremental(z, deltas)
			}
		}
	}
	return append(z.Records(), z.SOA())
}

func incremental(z *zone.Zone, deltas []zone.Delta) []dns.RR {
	out := []dns.RR{z.SOA()}
	for _, d := range deltas {
		out = append(out, d.From)
		out = append(out, d.Removed...)
		out = append(out, d.To)
		out = append(out, d.Added...)
	}
	return append(out, z.SOA())
}

func (s *Server) stream(w dns.ResponseWriter, r *dns.Msg, rrs []dns.RR) {
	for len(rrs) > 0 {
		n := min(envelopeSize, len(rrs))
		m := new(dns.Msg)
		m.SetReply(r)
		m.Authoritative = true
		m.Answer = rrs[:n]
		if err := w.WriteMsg(m); err != nil {
			s.Log.Warn("transfer broke off", "client", w.RemoteAddr(), "err", err)
			return
		}
		rrs = rrs[n:]
	}
}

func allowed(prefixes []netip.Prefix, client netip.Addr) bool {
	for _, p := range prefixes {
		if p.Contains(client) {
			return true
		}
	}
	return false
}
