package server

import (
	"github.com/miekg/dns"

	"example.net/burrow/internal/zone"
)

const (
	ednsSize = 1232 // DNS flag day 2020; avoids fragments on IPv6
	maxChain = 8    // CNAMEs followed inside a zone
)

// Answer answers a query from one zone. The question must be at or below the zone's origin.
func Answer(z *zone.Zone, r *dns.Msg) *dns.Msg {
	m := new(dns.Msg)
	m.SetReply(r)
	m.Authoritative = true
	q := r.Question[0]
	resolve(z, m, dns.CanonicalName(q.Name), q.Qtype)
	return m
}

// resolve follows RFC 1034 section 4.3.2 and RFC 4592 section 3.3.1.
func resolve(z *zone.Zone, m *dns.Msg, name string, qtype uint16) {
	for hops := 0; hops < maxChain; hops++ {
		if cut := z.Cut(name); cut != "" && !(qtype == dns.TypeDS && cut == name) {
			refer(z, m, cut)
			return
		}
		owner := name
		if !z.Exists(name) {
			owner = zone.Wildcard(z.Encloser(name))
			if !z.Exists(owner) {
				negative(z, m, dns.RcodeNameError)
				return
			}
		}
		if qtype == dns.TypeANY {
			if types := z.Types(owner); len(types) > 0 {
				// RFC 8482 section 4.1: one RRset is enough
				m.Answer = append(m.Answer, expand(z.RRset(owner, types[0]), name)...)
				return
			}
		}
		if set := z.RRset(owner, qtype); len(set) > 0 {
			m.Answer = append(m.Answer, expand(set, name)...)
			glue(z, m, set)
			return
		}
		cname := z.RRset(owner, dns.TypeCNAME)
		if len(cname) == 0 {
			negative(z, m, dns.RcodeSuccess)
			return
		}
		m.Answer = append(m.Answer, expand(cname, name)...)
		name = dns.CanonicalName(cname[0].(*dns.CNAME).Target)
		if !dns.IsSubDomain(z.Origin, name) {
			return
		}
	}
}

// expand gives the records of a wildcard the name that was asked for. Other records are passed on as they are.
func expand(set []dns.RR, name string) []dns.RR {
	if len(set) == 0 || set[0].Header().Name == name {
		return set
	}
	out := make([]dns.RR, len(set))
	for i, rr := range set {
		out[i] = dns.Copy(rr)
		out[i].Header().Name = name
	}
	return out
}

// refer sends the client to the servers of a delegation. After a CNAME the answer stays authoritative.
func refer(z *zone.Zone, m *dns.Msg, cut string) {
	m.Authoritative = len(m.Answer) > 0
	ns := z.RRset(cut, dns.TypeNS)
	m.Ns = append(m.Ns, ns...)
	glue(z, m, ns)
}

// negative adds the SOA with the TTL of RFC 2308 section 3.
func negative(z *zone.Zone, m *dns.Msg, rcode int) {
	m.Rcode = rcode
	m.Ns = append(m.Ns, negativeSOA(z))
}

func negativeSOA(z *zone.Zone) *dns.SOA {
	soa := dns.Copy(z.SOA()).(*dns.SOA)
	soa.Hdr.Ttl = min(soa.Hdr.Ttl, soa.Minttl)
	return soa
}

// glue adds the addresses of the hosts that a set of NS or MX names.
func glue(z *zone.Zone, m *dns.Msg, set []dns.RR) {
	for _, rr := range set {
		var host string
		switch v := rr.(type) {
		case *dns.NS:
			host = v.Ns
		case *dns.MX:
			host = v.Mx
		default:
			return
		}
		host = dns.CanonicalName(host)
		m.Extra = append(m.Extra, z.RRset(host, dns.TypeA)...)
		m.Extra = append(m.Extra, z.RRset(host, dns.TypeAAAA)...)
	}
}

// finish adds EDNS when the client spoke it, and truncates what does not fit.
func finish(m, r *dns.Msg, udp bool) {
	size := dns.MaxMsgSize
	if udp {
		size = dns.MinMsgSize
	}
	if opt := r.IsEdns0(); opt != nil {
		m.SetEdns0(ednsSize, false)
		if opt.Version() != 0 {
			m.Rcode = dns.RcodeBadVers
			m.Answer, m.Ns, m.Extra = nil, nil, m.Extra[len(m.Extra)-1:]
			return
		}
		if udp {
			size = min(ednsSize, max(int(opt.UDPSize()), dns.MinMsgSize))
		}
	}
	m.Truncate(size)
}
