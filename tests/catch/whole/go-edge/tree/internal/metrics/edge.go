package metrics

import (
	"fmt"
	"io"
	"sort"
	"strings"
	"sync"
)

// Edge is every metric of the gateway. Each name has a row in docs/metrics.md;
// TestDocsListEveryMetric holds us to it.
type Edge struct {
	Requests        *CounterVec // route, code
	Latency         *Histogram  // route
	RateLimited     *CounterVec // route
	UpstreamErrors  *CounterVec // upstream, kind
	UpstreamHealthy *GaugeVec   // upstream, target
	Reloads         *CounterVec // result: ok, error
	ConfigLoaded    *GaugeVec   // unix seconds of the config in use
	Panics          *CounterVec
}

// NewEdge registers the gateway's metrics.
func NewEdge(r *Registry) *Edge {
	return &Edge{
		Requests:        r.NewCounter("edge_requests_total", "Requests by route and status code.", "route", "code"),
		Latency:         r.NewHistogram("edge_request_seconds", "Time to the last byte.", []float64{.01, .05, .1, .25, .5, 1, 2.5, 10}, "route"),
		RateLimited:     r.NewCounter("edge_rate_limited_total", "Requests refused by a route's rate limit.", "route"),
		UpstreamErrors:  r.NewCounter("edge_upstream_errors_total", "Failed round trips to an upstream.", "upstream", "kind"),
		UpstreamHealthy: r.NewGauge("edge_upstream_healthy", "1 when the target takes traffic.", "upstream", "target"),
		Reloads:         r.NewCounter("edge_config_reloads_total", "Configuration reloads by result.", "result"),
		ConfigLoaded:    r.NewGauge("edge_config_loaded_timestamp_seconds", "When the config in use was loaded."),
		Panics:          r.NewCounter("edge_panics_total", "Recovered panics of handlers."),
	}
}

// Histogram is a cumulative histogram with fixed buckets.
type Histogram struct {
	name, help string
	labels     []string
	bounds     []float64

	mu     sync.Mutex
	series map[string]*histSeries
}

type histSeries struct {
	counts []uint64
	sum    float64
	n      uint64
}

// NewHistogram registers a histogram with the given upper bounds, ascending.
func (r *Registry) NewHistogram(name, help string, bounds []float64, labels ...string) *Histogram {
	h := &Histogram{name: name, help: help, labels: labels, bounds: bounds, series: map[string]*histSeries{}}
	r.add(name, h)
	return h
}

// Observe records one value.
func (h *Histogram) Observe(v float64, values ...string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	k := strings.Join(values, sep)
	s, ok := h.series[k]
	if !ok {
		s = &histSeries{counts: make([]uint64, len(h.bounds))}
		h.series[k] = s
	}
	for i, b := range h.bounds {
		if v <= b {
			s.counts[i]++
		}
	}
	s.sum += v
	s.n++
}

func (h *Histogram) write(w io.Writer) {
	h.mu.Lock()
	defer h.mu.Unlock()
	fmt.Fprintf(w, "# HELP %s %s\n# TYPE %s histogram\n", h.name, h.help, h.name)
	keys := make([]string, 0, len(h.series))
	for k := range h.series {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for _, k := range keys {
		s := h.series[k]
		withLE := append(append([]string(nil), h.labels...), "le")
		for i, b := range h.bounds {
			fmt.Fprintf(w, "%s_bucket%s %d\n", h.name, labelText(withLE, joinKey(k, formatFloat(b), len(h.labels))), s.counts[i])
		}
		fmt.Fprintf(w, "%s_bucket%s %d\n", h.name, labelText(withLE, joinKey(k, "+Inf", len(h.labels))), s.n)
		fmt.Fprintf(w, "%s_sum%s %s\n", h.name, labelText(h.labels, k), formatFloat(s.sum))
		fmt.Fprintf(w, "%s_count%s %d\n", h.name, labelText(h.labels, k), s.n)
	}
}

func joinKey(k, le string, labels int) string {
	if labels == 0 {
		return le
	}
	return k + sep + le
}
