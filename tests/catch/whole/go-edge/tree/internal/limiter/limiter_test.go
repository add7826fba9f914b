package limiter

import (
	"testing"
	"time"

	"github.com/nordlys/go-edge/internal/clock"
	"github.com/nordlys/go-edge/internal/config"
)

var t0 = time.Date(2024, 5, 6, 12, 0, 0, 0, time.UTC)

func TestBucketRefills(t *testing.T) {
	b := NewBucket(2, 2, t0)
	for i := 0; i < 2; i++ {
		if ok, _ := b.Take(t0); !ok {
			t.Fatalf("take %d refused", i)
		}
	}
	ok, wait := b.Take(t0)
	if ok || wait != 500*time.Millisecond {
		t.Fatalf("ok = %v, wait = %s", ok, wait)
	}
	if ok, _ := b.Take(t0.Add(wait)); !ok {
		t.Fatal("still refused after the wait")
	}
}

func TestBucketSurvivesClockStep(t *testing.T) {
	b := NewBucket(1, 1, t0)
	b.Take(t0)
	if ok, _ := b.Take(t0.Add(-time.Hour)); ok {
		t.Fatal("a clock that went backwards gave a token")
	}
}

func TestBucketSetLimitKeepsTokens(t *testing.T) {
	b := NewBucket(1, 10, t0)
	for i := 0; i < 10; i++ {
		b.Take(t0)
	}
	b.SetLimit(1, 100, t0)
	if ok, _ := b.Take(t0); ok {
		t.Fatal("a new limit gave a fresh burst")
	}
}

func TestLimiterKeysAreIndependent(t *testing.T) {
	clk := clock.NewFake(t0)
	l := New(config.RateLimit{RPS: 1, Burst: 1, Key: "ip"}, clk)
	if ok, _ := l.Allow("10.0.0.1"); !ok {
		t.Fatal("first key refused")
	}
	if ok, _ := l.Allow("10.0.0.1"); ok {
		t.Fatal("first key allowed twice")
	}
	if ok, _ := l.Allow("10.0.0.2"); !ok {
		t.Fatal("second key refused")
	}
}

func TestLimiterSweep(t *testing.T) {
	clk := clock.NewFake(t0)
	l := New(config.RateLimit{RPS: 1, Burst: 1, Key: "ip"}, clk)
	l.Allow("a")
	clk.Advance(2 * time.Minute)
	l.Allow("b")
	if n := l.Sweep(time.Minute); n != 1 || l.Len() != 1 {
		t.Fatalf("swept %d, left %d", n, l.Len())
	}
}
