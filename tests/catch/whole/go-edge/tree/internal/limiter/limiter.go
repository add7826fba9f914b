package limiter

import (
	"sync"
	"time"

	"github.com/nordlys/go-edge/internal/clock"
	"github.com/nordlys/go-edge/internal/config"
)

// maxKeys bounds the memory of one Limiter. At the bound, idle buckets are
// swept; when none is idle, new keys share one overflow bucket.
const maxKeys = 50_000

const overflowKey = "\x00overflow"

// Limiter keeps one Bucket per key (client address or header value) of a route.
type Limiter struct {
	clk clock.Clock

	mu      sync.Mutex
	rps     float64
	burst   int
	buckets map[string]*Bucket
}

// New returns a Limiter for a route's rate_limit.
func New(rl config.RateLimit, clk clock.Clock) *Limiter {
	return &Limiter{clk: clk, rps: rl.RPS, burst: rl.Burst, buckets: map[string]*Bucket{}}
}

// Allow takes a token of key's bucket; when refused, wait says for how long.
func (l *Limiter) Allow(key string) (ok bool, wait time.Duration) {
	now := l.clk.Now()
	return l.bucket(key, now).Take(now)
}

// SetLimit changes the limit of all keys without giving anybody a fresh burst.
func (l *Limiter) SetLimit(rl config.RateLimit) {
	now := l.clk.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.rps, l.burst = rl.RPS, rl.Burst
	for _, b := range l.buckets {
		b.SetLimit(rl.RPS, rl.Burst, now)
	}
}

// Sweep drops the buckets that were idle for d and returns how many.
func (l *Limiter) Sweep(d time.Duration) int {
	now := l.clk.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.sweep(now, d)
}

// Len returns the number of keys.
func (l *Limiter) Len() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.buckets)
}

func (l *Limiter) bucket(key string, now time.Time) *Bucket {
	l.mu.Lock()
	defer l.mu.Unlock()
	if b, ok := l.buckets[key]; ok {
		return b
	}
	if len(l.buckets) >= maxKeys && l.sweep(now, time.Minute) == 0 {
		key = overflowKey
		if b, ok := l.buckets[key]; ok {
			return b
		}
	}
	b := NewBucket(l.rps, l.burst, now)
	l.buckets[key] = b
	return b
}

func (l *Limiter) sweep(now time.Time, d time.Duration) int {
	n := 0
	for k, b := range l.buckets {
		if b.Idle(now, d) {
			delete(l.buckets, k)
			n++
		}
	}
	return n
}
