package config

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strings"
)

// Validate returns every problem at once, joined, each starting with the path
// of the offending key ("routes[2].upstream: ..."). Nil means usable.
func (c *Config) Validate() error {
	var errs []error
	bad := func(format string, args ...any) {
		errs = append(errs, fmt.Errorf(format, args...))
	}

	for i, p := range c.TrustedProxies {
		if _, err := netip.ParsePrefix(p); err != nil {
			bad("trusted_proxies[%d]: %v", i, err)
		}
	}
	if c.Health.Timeout.Duration > c.Health.Interval.Duration {
		bad("health.timeout: %s is longer than health.interval %s", c.Health.Timeout, c.Health.Interval)
	}

	names := map[string]bool{}
	for i, u := range c.Upstreams {
		at := fmt.Sprintf("upstreams[%d]", i)
		if u.Name == "" {
			bad("%s.name: required", at)
		}
		if names[u.Name] {
			bad("%s.name: %q is used twice", at, u.Name)
		}
		names[u.Name] = true
		if len(u.Targets) == 0 {
			bad("%s.targets: at least one is required", at)
		}
		for j, t := range u.Targets {
			parsed, err := url.Parse(t)
			if err != nil || parsed.Host == "" || (parsed.Scheme != "http" && parsed.Scheme != "https") {
				bad("%s.targets[%d]: %q is not an http(s) URL", at, j, t)
			}
		}
	}

	c.validateRoutes(names, bad)
	return errors.Join(errs...)
}

func (c *Config) validateRoutes(upstreams map[string]bool, bad func(string, ...any)) {
	if len(c.Routes) == 0 {
		bad("routes: at least one is required")
	}
	seen, prefixes := map[string]bool{}, map[string]bool{}
	for i, r := range c.Routes {
		at := fmt.Sprintf("routes[%d]", i)
		if r.Name == "" {
			bad("%s.name: required", at)
		}
		if seen[r.Name] {
			bad("%s.name: %q is used twice", at, r.Name)
		}
		seen[r.Name] = true
		if !strings.HasPrefix(r.PathPrefix, "/") {
			bad("%s.path_prefix: %q does not start with /", at, r.PathPrefix)
		}
		if prefixes[r.PathPrefix] {
			bad("%s.path_prefix: %q is used twice", at, r.PathPrefix)
		}
		prefixes[r.PathPrefix] = true
		if !upstreams[r.Upstream] {
			bad("%s.upstream: %q is not an upstream", at, r.Upstream)
		}
		if rl := r.RateLimit; rl != nil {
			if rl.RPS <= 0 {
				bad("%s.rate_limit.rps: must be above 0", at)
			}
			if rl.Burst < 1 {
				bad("%s.rate_limit.burst: must be at least 1", at)
			}
			if rl.Key != "ip" && !(strings.HasPrefix(rl.Key, "header:") && len(rl.Key) > len("header:")) {
				bad("%s.rate_limit.key: %q is neither \"ip\" nor \"header:NAME\"", at, rl.Key)
			}
		}
	}
}
