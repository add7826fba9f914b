// Package clock lets time-dependent code be tested without sleeping.
package clock

import (
	"sync"
	"time"
)

// Clock tells the time. Production code gets System, tests get a Fake.
type Clock interface {
	Now() time.Time
}

// System is the wall clock.
type System struct{}

// Now returns time.Now().
func (System) Now() time.Time { return time.Now() }

// Fake is a clock that only moves when told to.
type Fake struct {
	mu  sync.Mutex
	now time.Time
}

// NewFake returns a Fake that stands at t.
func NewFake(t time.Time) *Fake { return &Fake{now: t} }

// Now returns the time the fake stands at.
func (f *Fake) Now() time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.now
}

// Advance moves the fake forward by d.
func (f *Fake) Advance(d time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.now = f.now.Add(d)
}
