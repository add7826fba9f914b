// Package proxy is the data path: match a route, limit, pick a target, forward.
package proxy

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httputil"
	"net/url"
	"sort"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/nordlys/go-edge/internal/clock"
	"github.com/nordlys/go-edge/internal/config"
	"github.com/nordlys/go-edge/internal/limiter"
	"github.com/nordlys/go-edge/internal/metrics"
)

// Deps is what a Gateway needs from the rest of the process.
type Deps struct {
	Health  HealthSource
	Metrics *metrics.Edge
	Clock   clock.Clock
	Log     *slog.Logger
}

// Gateway serves proxied traffic and follows the configuration.
type Gateway struct {
	Deps
	cur atomic.Pointer[table]
}

type table struct {
	routes []*route // longest prefix first
	ips    *ipResolver
}

type route struct {
	cfg     config.Route
	pool    *pool
	limiter *limiter.Limiter // nil without rate_limit
	proxy   *httputil.ReverseProxy
}

type targetKey struct{}

// New returns a Gateway that serves cfg.
func New(cfg *config.Config, d Deps) (*Gateway, error) {
	g := &Gateway{Deps: d}
	commit, err := g.Prepare(cfg)
	if err != nil {
		return nil, err
	}
	commit()
	return g, nil
}

// Prepare implements reload.Applier. A route that keeps its name and its rate
// limit's key keeps its buckets: a reload must not give clients a fresh burst.
func (g *Gateway) Prepare(next *config.Config) (func(), error) {
	ips, err := newIPResolver(next)
	if err != nil {
		return nil, err
	}
	pools := map[string]*pool{}
	for _, u := range next.Upstreams {
		if pools[u.Name], err = newPool(u, g.Health); err != nil {
			return nil, err
		}
	}
	old := map[string]*route{}
	if cur := g.cur.Load(); cur != nil {
		for _, r := range cur.routes {
			old[r.cfg.Name] = r
		}
	}
	t := &table{ips: ips}
	var relimit []func()
	for _, rc := range next.Routes {
		p, ok := pools[rc.Upstream]
		if !ok {
			return nil, fmt.Errorf("route %s: no upstream %s", rc.Name, rc.Upstream)
		}
		r := &route{cfg: rc, pool: p}
		if rl := rc.RateLimit; rl != nil {
			if o := old[rc.Name]; o != nil && o.limiter != nil && o.cfg.RateLimit.Key == rl.Key {
				r.limiter = o.limiter
				relimit = append(relimit, func() { o.limiter.SetLimit(*rl) })
			} else {
				r.limiter = limiter.New(*rl, g.Clock)
			}
		}
		r.proxy = g.reverseProxy(r)
		t.routes = append(t.routes, r)
	}
	sort.SliceStable(t.routes, func(i, j int) bool {
		return len(t.routes[i].cfg.PathPrefix) > len(t.routes[j].cfg.PathPrefix)
	})
	return func() {
		for _, f := range relimit {
			f()
		}
		g.cur.Store(t)
	}, nil
}

func (t *table) match(path string) *route {
	for _, r := range t.routes {
		if strings.HasPrefix(path, r.cfg.PathPrefix) {
			return r
		}
	}
	return nil
}

// ServeHTTP takes one request through match, rate limit, pick and forward.
func (g *Gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	t := g.cur.Load()
	sw := &statusWriter{ResponseWriter: w}
	name := "none"
	start := g.Clock.Now()
	defer func() {
		g.Metrics.Requests.Inc(name, strconv.Itoa(sw.code()))
		g.Metrics.Latency.Observe(g.Clock.Now().Sub(start).Seconds(), name)
	}()

	rt := t.match(r.URL.Path)
	if rt == nil {
		writeError(sw, r, http.StatusNotFound, "no_route", "no route for this path")
		return
	}
	name = rt.cfg.Name
	info := infoFrom(r.Context())
	info.Route = name

	if rt.limiter != nil {
		if ok, wait := rt.limiter.Allow(t.ips.limitKey(r, rt.cfg.RateLimit.Key)); !ok {
			g.Metrics.RateLimited.Inc(name)
			writeRetry(sw, r, wait, "rate_limited", "too many requests for route "+name)
			return
		}
	}

	target, ok := rt.pool.pick()
	if !ok {
		g.Metrics.UpstreamErrors.Inc(rt.pool.name, "no_target")
		writeError(sw, r, http.StatusServiceUnavailable, "no_upstream", "no healthy target for route "+name)
		return
	}
	info.Target = target.Host

	ctx, cancel := context.WithTimeout(r.Context(), rt.cfg.Timeout.Duration)
	defer cancel()
	ctx = context.WithValue(ctx, targetKey{}, target)
	rt.proxy.ServeHTTP(sw, r.WithContext(ctx))
}

func (g *Gateway) reverseProxy(rt *route) *httputil.ReverseProxy {
	return &httputil.ReverseProxy{
		Rewrite: func(pr *httputil.ProxyRequest) {
			target := pr.In.Context().Value(targetKey{}).(*url.URL)
			if rt.cfg.StripPrefix {
				rest := strings.TrimPrefix(pr.Out.URL.Path, strings.TrimSuffix(rt.cfg.PathPrefix, "/"))
				if !strings.HasPrefix(rest, "/") {
					rest = "/" + rest
				}
				pr.Out.URL.Path, pr.Out.URL.RawPath = rest, ""
			}
			pr.SetURL(target)
			pr.Out.Host = pr.In.Host
			pr.SetXForwarded()
		},
		ErrorHandler: func(w http.ResponseWriter, r *http.Request, err error) {
			kind, status := "connect", http.StatusBadGateway
			if errors.Is(err, context.DeadlineExceeded) {
				kind, status = "timeout", http.StatusGatewayTimeout
			}
			g.Metrics.UpstreamErrors.Inc(rt.pool.name, kind)
			g.Log.Warn("upstream failed", "upstream", rt.pool.name, "kind", kind, "err", err)
			writeError(w, r, status, "upstream_"+kind, "upstream "+rt.pool.name+" failed")
		},
	}
}
