package server

import (
	"context"
	"log/slog"
	"time"

	"github.com/miekg/dns"

	"example.net/burrow/internal/clock"
	"example.net/burrow/internal/zone"
)

const (
	notifyTimeout = 5 * time.Second
	notifyTries   = 3
)

// Notifier tells secondaries of new versions (RFC 1996).
type Notifier struct {
	Targets func(origin string) []string
	Clock   clock.Clock
	Log     *slog.Logger
	// Exchange sends one message; tests replace it.
	Exchange func(ctx context.Context, m *dns.Msg, addr string) (*dns.Msg, error)
}

func NewNotifier(targets func(string) []string, clk clock.Clock, log *slog.Logger) *Notifier {
	client := &dns.Client{Timeout: notifyTimeout}
	return &Notifier{Targets: targets, Clock: clk, Log: log,
		Exchange: func(ctx context.Context, m *dns.Msg, addr string) (*dns.Msg, error) {
			answer, _, err := client.ExchangeContext(ctx, m, addr)
			return answer, err
		}}
}

// Published is for zone.Store.OnPublish. It does not wait for answers.
func (n *Notifier) Published(z *zone.Zone) {
	for _, addr := range n.Targets(z.Origin) {
		go n.notify(context.Background(), z, addr)
	}
}

func (n *Notifier) notify(ctx context.Context, z *zone.Zone, addr string) {
	m := new(dns.Msg)
	m.SetNotify(z.Origin)
	m.Answer = []dns.RR{z.SOA()}
	for try := 1; try <= notifyTries; try++ {
		answer, err := n.Exchange(ctx, m, addr)
		if err == nil && answer.Rcode == dns.RcodeSuccess {
			return
		}
		n.Log.Warn("notify failed", "zone", z.Origin, "target", addr, "try", try, "err", err)
		<-n.Clock.After(time.Duration(try) * notifyTimeout)
	}
}
