package proxy

import (
	"fmt"
	"net/url"
	"sync/atomic"

	"github.com/nordlys/go-edge/internal/config"
)

// HealthSource says which targets may take traffic; *health.Checker is one.
type HealthSource interface {
	Healthy(upstream, target string) bool
}

type poolTarget struct {
	raw string
	url *url.URL
}

// pool is the targets of one upstream, taken in turn.
type pool struct {
	name    string
	targets []poolTarget
	health  HealthSource
	next    atomic.Uint64
}

func newPool(u config.Upstream, h HealthSource) (*pool, error) {
	p := &pool{name: u.Name, health: h}
	for _, raw := range u.Targets {
		parsed, err := url.Parse(raw)
		if err != nil {
			return nil, fmt.Errorf("upstream %s: %w", u.Name, err)
		}
		p.targets = append(p.targets, poolTarget{raw: raw, url: parsed})
	}
	return p, nil
}

// pick returns the next healthy target; false when there is none.
func (p *pool) pick() (*url.URL, bool) {
	n := uint64(len(p.targets))
	start := p.next.Add(1)
	for i := uint64(0); i < n; i++ {
		t := p.targets[(start+i)%n]
		if p.health.Healthy(p.name, t.raw) {
			return t.url, true
		}
	}
	return nil, false
}
