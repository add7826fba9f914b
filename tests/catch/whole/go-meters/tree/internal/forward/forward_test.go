package forward

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/brackwater/standpipe/internal/reading"
)

var quiet = slog.New(slog.NewTextHandler(io.Discard, nil))

// fakeQueue is a queue in memory.
type fakeQueue struct {
	pending []reading.Reading
	sent    []int64
}

func newFakeQueue(n int) *fakeQueue {
	q := &fakeQueue{}
	for i := 1; i <= n; i++ {
		q.pending = append(q.pending, reading.Reading{ID: int64(i), Meter: "KAM-1", VolumeL: int64(i)})
	}
	return q
}

func (q *fakeQueue) Pending(_ context.Context, limit int) ([]reading.Reading, error) {
	return append([]reading.Reading(nil), q.pending[:min(limit, len(q.pending))]...), nil
}

func (q *fakeQueue) MarkSent(_ context.Context, ids []int64, _ time.Time) error {
	for _, id := range ids {
		q.remove(id)
		q.sent = append(q.sent, id)
	}
	return nil
}

func (q *fakeQueue) remove(id int64) {
	for i, r := range q.pending {
		if r.ID == id {
			q.pending = append(q.pending[:i], q.pending[i+1:]...)
			return
		}
	}
}

type posterFunc func(rs []reading.Reading) error

func (f posterFunc) Post(_ context.Context, rs []reading.Reading) error { return f(rs) }

func newForwarder(q Queue, p Poster) *Forwarder {
	return &Forwarder{Queue: q, Upstream: p, Batch: 4, Interval: time.Hour, Log: quiet, Now: time.Now}
}

func TestFlushInBatches(t *testing.T) {
	q := newFakeQueue(10)
	var sizes []int
	f := newForwarder(q, posterFunc(func(rs []reading.Reading) error {
		sizes = append(sizes, len(rs))
		return nil
	}))
	if err := f.flush(context.Background()); err != nil {
		t.Fatal(err)
	}
	if len(sizes) != 3 || sizes[0] != 4 || sizes[2] != 2 {
		t.Errorf("batches = %v", sizes)
	}
	if len(q.sent) != 10 || len(q.pending) != 0 {
		t.Errorf("sent %d, pending %d", len(q.sent), len(q.pending))
	}
}

func TestFlushKeepsFailedBatch(t *testing.T) {
	q := newFakeQueue(6)
	calls := 0
	f := newForwarder(q, posterFunc(func([]reading.Reading) error {
		if calls++; calls == 2 {
			return errors.New("connection refused")
		}
		return nil
	}))
	if err := f.flush(context.Background()); err == nil {
		t.Fatal("no error")
	}
	if len(q.sent) != 4 || len(q.pending) != 2 {
		t.Errorf("sent %d, pending %d", len(q.sent), len(q.pending))
	}
}

func TestBackoff(t *testing.T) {
	for fails, want := range map[int]time.Duration{0: 2 * time.Second, 1: 4 * time.Second, 3: 16 * time.Second, 50: 5 * time.Minute} {
		if got := backoff(fails); got != want {
			t.Errorf("backoff(%d) = %v, want %v", fails, got, want)
		}
	}
}

func TestClientPost(t *testing.T) {
	status := http.StatusAccepted
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if got := r.Header.Get("Authorization"); got != "Bearer s3cret" {
			t.Errorf("authorization = %q", got)
		}
		var b batch
		if err := json.NewDecoder(r.Body).Decode(&b); err != nil {
			t.Error(err)
		}
		if b.Gateway != "gw1" || len(b.Readings) != 1 || b.Readings[0].Meter != "KAM-1" {
			t.Errorf("batch = %+v", b)
		}
		w.WriteHeader(status)
	}))
	defer srv.Close()

	c := &Client{URL: srv.URL, Token: "s3cret", Gateway: "gw1", HTTP: srv.Client()}
	rs := []reading.Reading{{Meter: "KAM-1"}}
	if err := c.Post(context.Background(), rs); err != nil {
		t.Fatal(err)
	}
	status = http.StatusBadGateway
	if err := c.Post(context.Background(), rs); err == nil {
		t.Error("no error for 502")
	}
}
