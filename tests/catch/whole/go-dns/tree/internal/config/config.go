// Package config reads burrowd's configuration file.
package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"os"
	"time"

	"github.com/miekg/dns"
)

const (
	RolePrimary   = "primary"
	RoleSecondary = "secondary"
)

// Duration is a time.Duration that is written as "90s" or "12h" in JSON.
type Duration time.Duration

func (d *Duration) UnmarshalText(b []byte) error {
	v, err := time.ParseDuration(string(b))
	if err != nil {
		return err
	}
	*d = Duration(v)
	return nil
}

func (d Duration) MarshalText() ([]byte, error) { return []byte(time.Duration(d).String()), nil }

// D is the plain duration.
func (d Duration) D() time.Duration { return time.Duration(d) }

type API struct {
	Listen string `json:"listen"`
	Token  string `json:"token"`
}

type Zone struct {
	Name          string         `json:"name"`
	Role          string         `json:"role"`
	File          string         `json:"file,omitempty"`
	Primaries     []string       `json:"primaries,omitempty"`
	AllowTransfer []netip.Prefix `json:"allow_transfer,omitempty"`
	Notify        []string       `json:"notify,omitempty"`
	MinRefresh    Duration       `json:"min_refresh,omitempty"`
}

type Config struct {
	Listen   []string `json:"listen"`
	StateDir string   `json:"state_dir"`
	API      API      `json:"api"`
	Zones    []Zone   `json:"zones"`
}

// Load reads, completes and validates a configuration.
func Load(path string) (*Config, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var c Config
	if err := json.Unmarshal(b, &c); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	c.applyDefaults()
	if err := c.Validate(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &c, nil
}

func (c *Config) applyDefaults() {
	if c.StateDir == "" {
		c.StateDir = "state"
	}
	for i := range c.Zones {
		z := &c.Zones[i]
		z.Name = dns.CanonicalName(z.Name)
		if z.Role == RoleSecondary && z.MinRefresh == 0 {
			z.MinRefresh = Duration(30 * time.Second)
		}
	}
}

// Validate reports every mistake at once.
func (c *Config) Validate() error {
	var errs []error
	seen := map[string]bool{}
	for _, z := range c.Zones {
		if seen[z.Name] {
			errs = append(errs, fmt.Errorf("zone %s: configured twice", z.Name))
		}
		seen[z.Name] = true
		if err := z.validate(); err != nil {
			errs = append(errs, fmt.Errorf("zone %s: %w", z.Name, err))
		}
	}
	if c.API.Listen != "" && c.API.Token == "" {
		errs = append(errs, errors.New("api: a token is needed"))
	}
	return errors.Join(errs...)
}

func (z *Zone) validate() error {
	switch z.Role {
	case RolePrimary:
		if z.File == "" {
			return errors.New("a primary needs a file")
		}
	case RoleSecondary:
		if len(z.Primaries) == 0 {
			return errors.New("a secondary needs primaries")
		}
	default:
		return fmt.Errorf("unknown role %q", z.Role)
	}
	return nil
}

// Zone finds a zone by its canonical name.
func (c *Config) Zone(name string) (Zone, bool) {
	for _, z := range c.Zones {
		if z.Name == name {
			return z, true
		}
	}
	return Zone{}, false
}
