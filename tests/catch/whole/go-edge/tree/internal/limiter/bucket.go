// Package limiter holds the token buckets behind every rate limit.
package limiter

import (
	"math"
	"sync"
	"time"
)

// Bucket is one token bucket. It is safe for concurrent use. The caller
// supplies the time, so that a bucket never reads a clock itself.
type Bucket struct {
	mu     sync.Mutex
	rate   float64 // tokens per second, above 0
	burst  float64
	tokens float64
	last   time.Time
}

// NewBucket returns a full bucket. rps must be above 0 and burst at least 1;
// config.Validate sees to that.
func NewBucket(rps float64, burst int, now time.Time) *Bucket {
	return &Bucket{rate: rps, burst: float64(burst), tokens: float64(burst), last: now}
}

// Take takes one token. When there is none, it takes nothing and returns how
// long the caller should wait until there is one.
func (b *Bucket) Take(now time.Time) (ok bool, wait time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.refill(now)
	if b.tokens >= 1 {
		b.tokens--
		return true, 0
	}
	missing := (1 - b.tokens) / b.rate
	return false, time.Duration(math.Ceil(missing * float64(time.Second)))
}

// SetLimit changes rate and burst. Tokens at hand are kept, up to the new burst.
func (b *Bucket) SetLimit(rps float64, burst int, now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.refill(now)
	b.rate, b.burst = rps, float64(burst)
	b.tokens = math.Min(b.tokens, b.burst)
}

// Idle reports whether nobody took from the bucket for at least d.
func (b *Bucket) Idle(now time.Time, d time.Duration) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return now.Sub(b.last) >= d
}

// refill runs with mu held. A clock that went backwards adds nothing.
func (b *Bucket) refill(now time.Time) {
	if dt := now.Sub(b.last).Seconds(); dt > 0 {
		b.tokens = math.Min(b.burst, b.tokens+dt*b.rate)
		b.last = now
	}
}
