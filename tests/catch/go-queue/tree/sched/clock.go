// Package sched holds clocks and what runs periodically.
package sched

import (
	"context"
	"sync"
	"time"
)

// Clock is the time, and waiting. Tests use FakeClock.
type Clock interface {
	Now() time.Time
	// Sleep returns early when ctx is done.
	Sleep(ctx context.Context, d time.Duration)
}

type RealClock struct{}

func (RealClock) Now() time.Time { return time.Now() }

func (RealClock) Sleep(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}

// FakeClock moves only when Sleep or Advance is called.
type FakeClock struct {
	mu  sync.Mutex
	now time.Time
}

func NewFakeClock(start time.Time) *FakeClock { return &FakeClock{now: start} }

func (f *FakeClock) Now() time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.now
}

func (f *FakeClock) Sleep(_ context.Context, d time.Duration) { f.Advance(d) }

func (f *FakeClock) Advance(d time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.now = f.now.Add(d)
}
