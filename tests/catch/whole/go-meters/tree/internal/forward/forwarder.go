package forward

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/brackwater/standpipe/internal/reading"
)

const (
	minBackoff = 2 * time.Second
	maxBackoff = 5 * time.Minute
)

// Queue is the part of the store that the forwarder needs.
type Queue interface {
	Pending(ctx context.Context, limit int) ([]reading.Reading, error)
	MarkSent(ctx context.Context, ids []int64, at time.Time) error
}

// Poster sends a batch; *Client does.
type Poster interface {
	Post(ctx context.Context, rs []reading.Reading) error
}

// Forwarder empties the queue every Interval.
type Forwarder struct {
	Queue    Queue
	Upstream Poster
	Batch    int
	Interval time.Duration
	Log      *slog.Logger
	Now      func() time.Time
}

// Run forwards until ctx is done. After a failure it waits longer each time.
func (f *Forwarder) Run(ctx context.Context) {
	fails := 0
	for {
		wait := f.Interval
		if err := f.flush(ctx); err != nil {
			if ctx.Err() != nil {
				return
			}
			wait = backoff(fails)
			fails++
			f.Log.Warn("forwarding failed", "err", err, "retry_in", wait)
		} else {
			fails = 0
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
	}
}

// flush sends batches until the queue is empty or one fails.
func (f *Forwarder) flush(ctx context.Context) error {
	for {
		rs, err := f.Queue.Pending(ctx, f.Batch)
		if err != nil {
			return err
		}
		if len(rs) == 0 {
			return nil
		}
		if err := f.Upstream.Post(ctx, rs); err != nil {
			return fmt.Errorf("batch of %d: %w", len(rs), err)
		}
		ids := make([]int64, len(rs))
		for i, r := range rs {
			ids[i] = r.ID
		}
		if err := f.Queue.MarkSent(ctx, ids, f.Now()); err != nil {
			return err
		}
	}
}

func backoff(fails int) time.Duration {
	d := minBackoff
	for ; fails > 0 && d < maxBackoff; fails-- {
		d *= 2
	}
	return min(d, maxBackoff)
}
