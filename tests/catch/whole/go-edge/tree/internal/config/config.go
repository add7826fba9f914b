// Package config loads and validates the gateway's configuration file.
package config

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"time"
)

// Config is one complete, validated configuration. Treat it as read-only:
// the same pointer is shared by everything that serves traffic.
type Config struct {
	Listen         string     `json:"listen"`
	AdminListen    string     `json:"admin_listen"`
	ShutdownGrace  Duration   `json:"shutdown_grace"`
	TrustedProxies []string   `json:"trusted_proxies,omitempty"`
	Health         Health     `json:"health"`
	Upstreams      []Upstream `json:"upstreams"`
	Routes         []Route    `json:"routes"`
}

// Health is how upstream targets are probed.
type Health struct {
	Interval       Duration `json:"interval"`
	Timeout        Duration `json:"timeout"`
	UnhealthyAfter int      `json:"unhealthy_after"`
	HealthyAfter   int      `json:"healthy_after"`
}

// Upstream is a named set of equivalent targets.
type Upstream struct {
	Name       string   `json:"name"`
	Targets    []string `json:"targets"`
	HealthPath string   `json:"health_path"`
}

// Route sends a path prefix to an upstream. The longest prefix wins.
type Route struct {
	Name        string     `json:"name"`
	PathPrefix  string     `json:"path_prefix"`
	StripPrefix bool       `json:"strip_prefix"`
	Upstream    string     `json:"upstream"`
	Timeout     Duration   `json:"timeout"`
	RateLimit   *RateLimit `json:"rate_limit,omitempty"`
}

// RateLimit is a token bucket per key. Key is "ip" or "header:NAME".
type RateLimit struct {
	RPS   float64 `json:"rps"`
	Burst int     `json:"burst"`
	Key   string  `json:"key"`
}

// Duration reads and writes "250ms", "30s" in JSON.
type Duration struct{ time.Duration }

// UnmarshalJSON accepts a Go duration string.
func (d *Duration) UnmarshalJSON(b []byte) error {
	var s string
	if err := json.Unmarshal(b, &s); err != nil {
		return fmt.Errorf("duration must be a string such as \"30s\": %w", err)
	}
	v, err := time.ParseDuration(s)
	if err != nil {
		return err
	}
	d.Duration = v
	return nil
}

// MarshalJSON writes the Go duration string.
func (d Duration) MarshalJSON() ([]byte, error) { return json.Marshal(d.String()) }

// Load reads, defaults and validates the file at path.
func Load(path string) (*Config, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return Parse(f)
}

// Parse reads one JSON document. Unknown keys are an error: a misspelt limit
// that is silently ignored is how we got INC-212.
func Parse(r io.Reader) (*Config, error) {
	dec := json.NewDecoder(r)
	dec.DisallowUnknownFields()
	var c Config
	if err := dec.Decode(&c); err != nil {
		return nil, fmt.Errorf("parse config: %w", err)
	}
	c.applyDefaults()
	if err := c.Validate(); err != nil {
		return nil, err
	}
	return &c, nil
}

func (c *Config) applyDefaults() {
	setDur := func(d *Duration, v time.Duration) {
		if d.Duration == 0 {
			d.Duration = v
		}
	}
	if c.Listen == "" {
		c.Listen = ":8080"
	}
	if c.AdminListen == "" {
		c.AdminListen = "127.0.0.1:9090"
	}
	setDur(&c.ShutdownGrace, 15*time.Second)
	setDur(&c.Health.Interval, 5*time.Second)
	setDur(&c.Health.Timeout, time.Second)
	if c.Health.UnhealthyAfter == 0 {
		c.Health.UnhealthyAfter = 3
	}
	if c.Health.HealthyAfter == 0 {
		c.Health.HealthyAfter = 2
	}
	for i := range c.Upstreams {
		if c.Upstreams[i].HealthPath == "" {
			c.Upstreams[i].HealthPath = "/healthz"
		}
	}
	for i := range c.Routes {
		setDur(&c.Routes[i].Timeout, 30*time.Second)
		if rl := c.Routes[i].RateLimit; rl != nil && rl.Key == "" {
			rl.Key = "ip"
		}
	}
}
