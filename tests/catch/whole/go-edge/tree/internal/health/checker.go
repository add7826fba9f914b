// Package health probes upstream targets and says which may take traffic.
package health

import (
	"context"
	"log/slog"
	"net/http"
	"sort"
	"strings"
	"sync"
	"time"

	"github.com/nordlys/go-edge/internal/config"
	"github.com/nordlys/go-edge/internal/metrics"
)

// Status is what the admin API shows of one target.
type Status struct {
	Upstream string `json:"upstream"`
	Target   string `json:"target"`
	Healthy  bool   `json:"healthy"`
	Streak   int    `json:"streak"` // equal probe results in a row
	LastErr  string `json:"last_error,omitempty"`
}

type state struct {
	Status
	path   string
	lastOK bool
}

// Checker probes every target of every upstream.
type Checker struct {
	m      *metrics.Edge
	log    *slog.Logger
	client *http.Client

	mu     sync.Mutex
	cfg    config.Health
	states map[string]*state
}

// New returns a Checker for cfg. Targets count as healthy until probed: a
// restart must not take the whole site down for the first interval.
func New(cfg *config.Config, m *metrics.Edge, log *slog.Logger) *Checker {
	c := &Checker{m: m, log: log, client: &http.Client{}, states: map[string]*state{}}
	c.setTargets(cfg)
	return c
}

// Prepare implements reload.Applier.
func (c *Checker) Prepare(next *config.Config) (func(), error) {
	return func() { c.setTargets(next) }, nil
}

func key(upstream, target string) string { return upstream + " " + target }

func (c *Checker) setTargets(cfg *config.Config) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.cfg = cfg.Health
	next := map[string]*state{}
	for _, u := range cfg.Upstreams {
		for _, t := range u.Targets {
			k := key(u.Name, t)
			st, ok := c.states[k]
			if !ok {
				st = &state{Status: Status{Upstream: u.Name, Target: t, Healthy: true}, lastOK: true}
				c.m.UpstreamHealthy.Set(1, u.Name, t)
			}
			st.path = u.HealthPath
			next[k] = st
		}
	}
	for k, st := range c.states {
		if _, ok := next[k]; !ok {
			c.m.UpstreamHealthy.Delete(st.Upstream, st.Target)
		}
	}
	c.states = next
}

// Healthy says whether target may take traffic. Unknown targets may.
func (c *Checker) Healthy(upstream, target string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	st, ok := c.states[key(upstream, target)]
	return !ok || st.Healthy
}

// Snapshot returns the status of every target, sorted.
func (c *Checker) Snapshot() []Status {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := make([]Status, 0, len(c.states))
	for _, st := range c.states {
		out = append(out, st.Status)
	}
	sort.Slice(out, func(i, j int) bool {
		return key(out[i].Upstream, out[i].Target) < key(out[j].Upstream, out[j].Target)
	})
	return out
}

// Run probes until ctx ends.
func (c *Checker) Run(ctx context.Context) {
	for {
		c.CheckOnce(ctx)
		c.mu.Lock()
		wait := c.cfg.Interval.Duration
		c.mu.Unlock()
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
	}
}

// CheckOnce probes every target once, in parallel.
func (c *Checker) CheckOnce(ctx context.Context) {
	c.mu.Lock()
	timeout := c.cfg.Timeout.Duration
	type probe struct{ k, url string }
	var probes []probe
	for k, st := range c.states {
		probes = append(probes, probe{k, strings.TrimSuffix(st.Target, "/") + st.path})
	}
	c.mu.Unlock()

	var wg sync.WaitGroup
	for _, p := range probes {
		wg.Add(1)
		go func() {
			defer wg.Done()
			ctx, cancel := context.WithTimeout(ctx, timeout)
			defer cancel()
			c.record(p.k, c.get(ctx, p.url))
		}()
	}
	wg.Wait()
}

func (c *Checker) get(ctx context.Context, url string) string {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err.Error()
	}
	resp, err := c.client.Do(req)
	if err != nil {
		return err.Error()
	}
	resp.Body.Close()
	if resp.StatusCode >= 300 {
		return resp.Status
	}
	return ""
}

func (c *Checker) record(k, problem string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	st, ok := c.states[k]
	if !ok {
		return // removed by a reload while the probe was out
	}
	good := problem == ""
	if good == st.lastOK {
		st.Streak++
	} else {
		st.Streak = 1
	}
	st.lastOK, st.LastErr = good, problem
	if !good && st.Healthy && st.Streak >= c.cfg.UnhealthyAfter {
		st.Healthy = false
		c.m.UpstreamHealthy.Set(0, st.Upstream, st.Target)
		c.log.Warn("target out of rotation", "upstream", st.Upstream, "target", st.Target, "err", problem)
	}
	if good && !st.Healthy && st.Streak >= c.cfg.HealthyAfter {
		st.Healthy = true
		c.m.UpstreamHealthy.Set(1, st.Upstream, st.Target)
		c.log.Info("target back in rotation", "upstream", st.Upstream, "target", st.Target)
	}
}
