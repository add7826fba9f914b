// Package clock lets timers be driven by tests.
package clock

import (
	"sync"
	"time"
)

// Clock is what code with timers asks for the time.
type Clock interface {
	Now() time.Time
	After(d time.Duration) <-chan time.Time
}

// System is the clock on the wall.
type System struct{}

func (System) Now() time.Time                         { return time.Now() }
func (System) After(d time.Duration) <-chan time.Time { return time.After(d) }

type waiter struct {
	at time.Time
	ch chan time.Time
}

// Fake stands still until Advance is called.
type Fake struct {
	mu      sync.Mutex
	now     time.Time
	waiters []waiter
}

func NewFake(now time.Time) *Fake { return &Fake{now: now} }

func (f *Fake) Now() time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.now
}

func (f *Fake) After(d time.Duration) <-chan time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	ch := make(chan time.Time, 1)
	if d <= 0 {
		ch <- f.now
		return ch
	}
	f.waiters = append(f.waiters, waiter{at: f.now.Add(d), ch: ch})
	return ch
}

// Advance moves the clock and fires every timer that has come due.
func (f *Fake) Advance(d time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.now = f.now.Add(d)
	var rest []waiter
	for _, w := range f.waiters {
		if w.at.After(f.now) {
			rest = append(rest, w)
			continue
		}
		w.ch <- f.now
	}
	f.waiters = rest
}
