// Package server answers on port 53.
package server

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/netip"

	"github.com/miekg/dns"

	"example.net/burrow/internal/zone"
)

// Server answers queries and transfers from a store.
type Server struct {
	Store *zone.Store
	Log   *slog.Logger
	// AllowTransfer says which clients may transfer a zone.
	AllowTransfer func(origin string) []netip.Prefix
	// OnNotify is told of a NOTIFY for a zone; nil when there are no secondary zones.
	OnNotify func(origin string, from netip.Addr)
}

// ListenAndServe serves UDP and TCP on each address until ctx ends or a listener fails.
func (s *Server) ListenAndServe(ctx context.Context, addrs []string) error {
	errs := make(chan error, 2*len(addrs))
	var running []*dns.Server
	for _, addr := range addrs {
		for _, network := range []string{"udp", "tcp"} {
			srv := &dns.Server{Addr: addr, Net: network, Handler: s}
			running = append(running, srv)
			go func() { errs <- srv.ListenAndServe() }()
		}
	}
	var err error
	select {
	case <-ctx.Done():
	case err = <-errs:
	}
	for _, srv := range running {
		err = errors.Join(err, srv.ShutdownContext(context.WithoutCancel(ctx)))
	}
	return err
}

// ServeDNS implements dns.Handler.
func (s *Server) ServeDNS(w dns.ResponseWriter, r *dns.Msg) {
	if len(r.Question) != 1 || r.Question[0].Qclass != dns.ClassINET {
		s.fail(w, r, dns.RcodeFormatError)
		return
	}
	q := r.Question[0]
	switch {
	case r.Opcode == dns.OpcodeNotify:
		s.handleNotify(w, r)
		return
	case r.Opcode != dns.OpcodeQuery:
		s.fail(w, r, dns.RcodeNotImplemented)
		return
	case q.Qtype == dns.TypeAXFR || q.Qtype == dns.TypeIXFR:
		s.handleTransfer(w, r)
		return
	}
	z := s.Store.Find(dns.CanonicalName(q.Name))
	if z == nil {
		s.fail(w, r, dns.RcodeRefused)
		return
	}
	m := Answer(z, r)
	finish(m, r, isUDP(w))
	s.write(w, m)
}

func (s *Server) handleNotify(w dns.ResponseWriter, r *dns.Msg) {
	origin := dns.CanonicalName(r.Question[0].Name)
	if s.OnNotify == nil {
		s.fail(w, r, dns.RcodeNotAuth)
		return
	}
	m := new(dns.Msg)
	m.SetReply(r)
	m.Authoritative = true
	s.write(w, m)
	s.OnNotify(origin, remote(w))
}

func (s *Server) fail(w dns.ResponseWriter, r *dns.Msg, rcode int) {
	m := new(dns.Msg)
	m.SetRcode(r, rcode)
	s.write(w, m)
}

func (s *Server) write(w dns.ResponseWriter, m *dns.Msg) {
	if err := w.WriteMsg(m); err != nil {
		s.Log.Warn("answer was not sent", "client", w.RemoteAddr(), "err", err)
	}
}

func isUDP(w dns.ResponseWriter) bool {
	_, ok := w.RemoteAddr().(*net.UDPAddr)
	return ok
}

func remote(w dns.ResponseWriter) netip.Addr {
	ap, err := netip.ParseAddrPort(w.RemoteAddr().String())
	if err != nil {
		return netip.Addr{}
	}
	return ap.Addr().Unmap()
}
