package config

import (
	"strings"
	"testing"
	"time"
)

const minimal = `{
  "upstreams": [{"name": "web", "targets": ["http://127.0.0.1:18081"]}],
  "routes": [{"name": "root", "path_prefix": "/", "upstream": "web"}]
}`

func TestParseAppliesDefaults(t *testing.T) {
	c, err := Parse(strings.NewReader(minimal))
	if err != nil {
		t.Fatal(err)
	}
	if c.Listen != ":8080" || c.AdminListen != "127.0.0.1:9090" {
		t.Errorf("listen = %q, admin_listen = %q", c.Listen, c.AdminListen)
	}
	if c.Routes[0].Timeout.Duration != 30*time.Second {
		t.Errorf("route timeout = %s", c.Routes[0].Timeout)
	}
	if c.Upstreams[0].HealthPath != "/healthz" {
		t.Errorf("health_path = %q", c.Upstreams[0].HealthPath)
	}
}

func TestParseRefusesUnknownKeys(t *testing.T) {
	_, err := Parse(strings.NewReader(`{"listne": ":1"}`))
	if err == nil || !strings.Contains(err.Error(), "listne") {
		t.Fatalf("err = %v", err)
	}
}

func TestValidate(t *testing.T) {
	cases := []struct {
		name string
		edit func(*Config)
		want string
	}{
		{"no routes", func(c *Config) { c.Routes = nil }, "routes: at least one"},
		{"unknown upstream", func(c *Config) { c.Routes[0].Upstream = "nope" }, "routes[0].upstream"},
		{"relative prefix", func(c *Config) { c.Routes[0].PathPrefix = "api" }, "routes[0].path_prefix"},
		{"ftp target", func(c *Config) { c.Upstreams[0].Targets[0] = "ftp://x" }, "upstreams[0].targets[0]"},
		{"zero rps", func(c *Config) {
			c.Routes[0].RateLimit = &RateLimit{RPS: 0, Burst: 1, Key: "ip"}
		}, "routes[0].rate_limit.rps"},
		{"odd key", func(c *Config) {
			c.Routes[0].RateLimit = &RateLimit{RPS: 1, Burst: 1, Key: "cookie"}
		}, "routes[0].rate_limit.key"},
		{"slow probe", func(c *Config) { c.Health.Timeout.Duration = time.Hour }, "health.timeout"},
		{"bad cidr", func(c *Config) { c.TrustedProxies = []string{"10.0.0.1"} }, "trusted_proxies[0]"},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			c, err := Parse(strings.NewReader(minimal))
			if err != nil {
				t.Fatal(err)
			}
			tc.edit(c)
			err = c.Validate()
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Fatalf("err = %v, want it to contain %q", err, tc.want)
			}
		})
	}
}
