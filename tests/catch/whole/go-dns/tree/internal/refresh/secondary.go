// Package refresh keeps secondary zones up to date with their primaries.
package refresh

import (
	"context"
	"fmt"
	"log/slog"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/miekg/dns"

	"example.net/burrow/internal/clock"
	"example.net/burrow/internal/config"
	"example.net/burrow/internal/zone"
)

// Secondary polls the primaries of one zone (RFC 1034 section 4.3.5).
type Secondary struct {
	zc     config.Zone
	path   string
	store  *zone.Store
	clk    clock.Clock
	log    *slog.Logger
	wake   chan struct{}
	pull   func(origin, addr string) (*zone.Zone, error)
	lastOK time.Time
}

func NewSecondary(zc config.Zone, stateDir string, store *zone.Store, clk clock.Clock, log *slog.Logger) *Secondary {
	file := strings.TrimSuffix(zc.Name, ".") + ".zone"
	return &Secondary{zc: zc, path: filepath.Join(stateDir, "secondary", file), store: store, clk: clk,
		log: log.With("zone", zc.Name), wake: make(chan struct{}, 1), pull: transfer}
}

// Notified asks for a poll now when the sender is one of the primaries.
func (s *Secondary) Notified(from netip.Addr) {
	for _, p := range s.zc.Primaries {
		if ap, err := netip.ParseAddrPort(p); err == nil && ap.Addr() == from {
			select {
			case s.wake <- struct{}{}:
			default:
			}
			return
		}
	}
}

// Run serves the saved copy, then polls until ctx ends.
func (s *Secondary) Run(ctx context.Context) {
	if err := os.MkdirAll(filepath.Dir(s.path), 0o755); err != nil {
		s.log.Error("state directory", "err", err)
	}
	if z, err := zone.LoadFile(s.path, s.zc.Name); err == nil {
		if err := s.store.Publish(z); err == nil {
			s.lastOK = s.clk.Now()
		}
	}
	for {
		wait := s.poll()
		select {
		case <-ctx.Done():
			return
		case <-s.wake:
		case <-s.clk.After(wait):
		}
	}
}

// poll tries each primary once and says how long to wait.
func (s *Secondary) poll() time.Duration {
	cur := s.store.Get(s.zc.Name)
	for _, addr := range s.zc.Primaries {
		z, err := s.pull(s.zc.Name, addr)
		if err != nil {
			s.log.Warn("poll failed", "primary", addr, "err", err)
			continue
		}
		s.lastOK = s.clk.Now()
		if cur == nil || zone.SerialNewer(z.Serial(), cur.Serial()) {
			if err := s.store.Publish(z); err != nil {
				s.log.Error("publish", "err", err)
			} else if err := zone.WriteFile(s.path, z); err != nil {
				s.log.Error("saved copy", "err", err)
			}
		}
		return max(s.zc.MinRefresh.D(), seconds(z.SOA().Refresh))
	}
	if cur == nil {
		return s.zc.MinRefresh.D()
	}
	if s.clk.Now().Sub(s.lastOK) > seconds(cur.SOA().Expire) {
		s.log.Error("zone has expired")
		s.store.Withdraw(s.zc.Name)
	}
	return max(s.zc.MinRefresh.D(), seconds(cur.SOA().Retry))
}

func seconds(n uint32) time.Duration { return time.Duration(n) * time.Second }

// transfer fetches a zone with AXFR.
func transfer(origin, addr string) (*zone.Zone, error) {
	t := &dns.Transfer{DialTimeout: 5 * time.Second, ReadTimeout: 30 * time.Second}
	envelopes, err := t.In(new(dns.Msg).SetAxfr(origin), addr)
	if err != nil {
		return nil, err
	}
	z := zone.New(origin)
	for e := range envelopes {
		if e.Error != nil {
			return nil, e.Error
		}
		for _, rr := range e.RR {
			if _, ok := rr.(*dns.SOA); ok && z.SOA() != nil {
				continue // the SOA that closes the transfer
			}
			if err := z.Add(rr); err != nil {
				return nil, fmt.Errorf("from %s: %w", addr, err)
			}
		}
	}
	return z, z.Seal()
}
