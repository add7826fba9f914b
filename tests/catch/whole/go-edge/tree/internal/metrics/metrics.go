// Package metrics is the small part of Prometheus that the gateway needs:
// labelled counters, gauges and histograms, and the text format.
package metrics

import (
	"fmt"
	"io"
	"net/http"
	"sort"
	"strconv"
	"strings"
	"sync"
)

const sep = "\xff"

type collector interface {
	write(w io.Writer)
}

// Registry holds every metric of the process.
type Registry struct {
	mu    sync.Mutex
	names []string
	all   []collector
}

// NewRegistry returns an empty Registry.
func NewRegistry() *Registry { return &Registry{} }

func (r *Registry) add(name string, c collector) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, n := range r.names {
		if n == name {
			panic("metrics: " + name + " registered twice")
		}
	}
	r.names = append(r.names, name)
	r.all = append(r.all, c)
}

// Names returns the registered names in the order of registration.
func (r *Registry) Names() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]string(nil), r.names...)
}

// WriteText writes all metrics in the Prometheus text format.
func (r *Registry) WriteText(w io.Writer) {
	r.mu.Lock()
	all := append([]collector(nil), r.all...)
	r.mu.Unlock()
	for _, c := range all {
		c.write(w)
	}
}

// Handler serves WriteText.
func (r *Registry) Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4")
		r.WriteText(w)
	})
}

type vec struct {
	name, help, typ string
	labels          []string

	mu   sync.Mutex
	vals map[string]float64
}

func (v *vec) key(values []string) string {
	if len(values) != len(v.labels) {
		panic(fmt.Sprintf("metrics: %s takes %d labels, got %d", v.name, len(v.labels), len(values)))
	}
	return strings.Join(values, sep)
}

// Value returns the current value of one series, 0 when it does not exist.
func (v *vec) Value(values ...string) float64 {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.vals[v.key(values)]
}

// Delete removes one series.
func (v *vec) Delete(values ...string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	delete(v.vals, v.key(values))
}

func (v *vec) write(w io.Writer) {
	v.mu.Lock()
	defer v.mu.Unlock()
	fmt.Fprintf(w, "# HELP %s %s\n# TYPE %s %s\n", v.name, v.help, v.name, v.typ)
	keys := make([]string, 0, len(v.vals))
	for k := range v.vals {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for _, k := range keys {
		fmt.Fprintf(w, "%s%s %s\n", v.name, labelText(v.labels, k), formatFloat(v.vals[k]))
	}
}

// CounterVec only goes up.
type CounterVec struct{ vec }

// NewCounter registers a counter with the given label names.
func (r *Registry) NewCounter(name, help string, labels ...string) *CounterVec {
	c := &CounterVec{vec{name: name, help: help, typ: "counter", labels: labels, vals: map[string]float64{}}}
	r.add(name, c)
	return c
}

// Inc adds 1 to one series.
func (c *CounterVec) Inc(values ...string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.vals[c.key(values)]++
}

// GaugeVec goes up and down.
type GaugeVec struct{ vec }

// NewGauge registers a gauge with the given label names.
func (r *Registry) NewGauge(name, help string, labels ...string) *GaugeVec {
	g := &GaugeVec{vec{name: name, help: help, typ: "gauge", labels: labels, vals: map[string]float64{}}}
	r.add(name, g)
	return g
}

// Set sets one series.
func (g *GaugeVec) Set(v float64, values ...string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.vals[g.key(values)] = v
}

func labelText(labels []string, key string) string {
	if len(labels) == 0 {
		return ""
	}
	parts := strings.Split(key, sep)
	out := make([]string, len(labels))
	for i, l := range labels {
		out[i] = l + "=" + strconv.Quote(parts[i])
	}
	return "{" + strings.Join(out, ",") + "}"
}

func formatFloat(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }
