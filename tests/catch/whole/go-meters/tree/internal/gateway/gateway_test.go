package gateway

import (
	"bufio"
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"testing"
	"time"

	"github.com/brackwater/standpipe/internal/radio"
	"github.com/brackwater/standpipe/internal/reading"
)

type fakeSink struct {
	got []reading.Reading
	err error
}

func (f *fakeSink) Insert(_ context.Context, r reading.Reading) error {
	if f.err != nil {
		return f.err
	}
	f.got = append(f.got, r)
	return nil
}

func packets(t *testing.T) []radio.Packet {
	t.Helper()
	f, err := os.Open("../../testdata/telegrams.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []radio.Packet
	sc := bufio.NewScanner(f)
	for sc.Scan() {
		p, err := radio.ParseLine(sc.Text())
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, p)
	}
	return out
}

func newGateway(sink Sink, at time.Time) (*Gateway, *Counters) {
	c := &Counters{}
	g := New(sink, c, slog.New(slog.NewTextHandler(io.Discard, nil)))
	g.now = func() time.Time { return at }
	return g, c
}

func TestHandle(t *testing.T) {
	at := time.Date(2024, 5, 1, 6, 0, 0, 5e8, time.UTC)
	sink := &fakeSink{}
	g, c := newGateway(sink, at)
	for _, p := range packets(t) {
		g.Handle(context.Background(), p)
	}
	if c.Received.Load() != 8 || c.Stored.Load() != 6 || c.Encrypted.Load() != 1 || c.Undecodable.Load() != 1 {
		t.Errorf("received %d, stored %d, encrypted %d, undecodable %d",
			c.Received.Load(), c.Stored.Load(), c.Encrypted.Load(), c.Undecodable.Load())
	}
	r := sink.got[0]
	if r.RSSI != -71 || !r.ReceivedAt.Equal(at.Truncate(time.Second)) || len(r.Raw) == 0 {
		t.Errorf("reading = %+v", r)
	}
}

func TestHandleDropsEcho(t *testing.T) {
	at := time.Date(2024, 5, 1, 6, 0, 0, 0, time.UTC)
	sink := &fakeSink{}
	g, c := newGateway(sink, at)
	p := packets(t)[0]
	g.Handle(context.Background(), p)
	g.Handle(context.Background(), p)
	if len(sink.got) != 1 || c.Duplicate.Load() != 1 {
		t.Errorf("stored %d, duplicate %d", len(sink.got), c.Duplicate.Load())
	}
	g.now = func() time.Time { return at.Add(2 * dupWindow) }
	g.Handle(context.Background(), p)
	if len(sink.got) != 2 {
		t.Errorf("stored %d after the window", len(sink.got))
	}
}

func TestHandleCountsFailures(t *testing.T) {
	g, c := newGateway(&fakeSink{err: errors.New("disk full")}, time.Now())
	g.Handle(context.Background(), packets(t)[0])
	if c.Failed.Load() != 1 || c.Stored.Load() != 0 {
		t.Errorf("failed %d, stored %d", c.Failed.Load(), c.Stored.Load())
	}
}
