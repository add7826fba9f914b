// Package gateway turns packets from the radio into stored readings.
package gateway

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/brackwater/standpipe/internal/radio"
	"github.com/brackwater/standpipe/internal/reading"
	"github.com/brackwater/standpipe/internal/wmbus"
)

// dupWindow: a telegram heard again within this time is an echo, not news.
const dupWindow = 60 * time.Second

// Sink takes decoded readings.
type Sink interface {
	Insert(ctx context.Context, r reading.Reading) error
}

// Counters count packets since the start of the daemon.
type Counters struct {
	Received    atomic.Int64
	Stored      atomic.Int64
	Duplicate   atomic.Int64
	Encrypted   atomic.Int64
	Undecodable atomic.Int64
	Failed      atomic.Int64
}

// Gateway decodes packets and puts the readings into its sink. Handle is called from
// one goroutine only, that of the receiver.
type Gateway struct {
	sink     Sink
	counters *Counters
	log      *slog.Logger
	now      func() time.Time
	seen     map[string]time.Time // raw telegram to the time it was last heard
}

// New returns a gateway that counts in c.
func New(sink Sink, c *Counters, log *slog.Logger) *Gateway {
	return &Gateway{
		sink:     sink,
		counters: c,
		log:      log,
		now:      time.Now,
		seen:     make(map[string]time.Time),
	}
}

// Handle takes one packet. Errors end here, in a counter and in the log.
func (g *Gateway) Handle(ctx context.Context, p radio.Packet) {
	g.counters.Received.Add(1)
	now := g.now().UTC().Truncate(time.Second)

	last, ok := g.seen[string(p.Data)]
	g.seen[string(p.Data)] = now
	if ok && now.Sub(last) < dupWindow {
		g.counters.Duplicate.Add(1)
		return
	}

	r, err := wmbus.Decode(p.Data)
	switch {
	case errors.Is(err, wmbus.ErrEncrypted):
		g.counters.Encrypted.Add(1)
		return
	case err != nil:
		g.counters.Undecodable.Add(1)
		g.log.Debug("undecodable telegram", "err", err)
		return
	}
	r.ReceivedAt, r.RSSI, r.Raw = now, p.RSSI, p.Data

	if err := g.sink.Insert(ctx, r); err != nil {
		g.counters.Failed.Add(1)
		g.log.Error("reading not stored", "meter", r.Meter, "err", err)
		return
	}
	g.counters.Stored.Add(1)
}
