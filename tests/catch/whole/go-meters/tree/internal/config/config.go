// Package config reads the configuration file.
package config

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"gopkg.in/yaml.v3"
)

// Config is the whole file.
type Config struct {
	Gateway  string   `yaml:"gateway"`
	Radio    Radio    `yaml:"radio"`
	Store    Store    `yaml:"store"`
	Upstream Upstream `yaml:"upstream"`
	Status   Status   `yaml:"status"`
}

// Radio says where telegrams come from.
type Radio struct {
	Source string        `yaml:"source"`
	Retry  time.Duration `yaml:"retry"`
}

// Store says where readings are kept.
type Store struct {
	Kind string `yaml:"kind"` // sqlite or spool
	Path string `yaml:"path"` // database file for sqlite, directory for spool
}

// Upstream says where readings go. It is not used with the spool.
type Upstream struct {
	URL       string        `yaml:"url"`
	TokenFile string        `yaml:"token_file"`
	Batch     int           `yaml:"batch"`
	Interval  time.Duration `yaml:"interval"`
}

// Status is the HTTP status page. It is not used with the spool.
type Status struct {
	Listen string `yaml:"listen"`
}

// Default is what a key has that the file does not mention.
func Default() Config {
	return Config{
		Radio:    Radio{Source: "/dev/ttyUSB0", Retry: 5 * time.Second},
		Store:    Store{Kind: "sqlite", Path: "/var/lib/standpipe/readings.db"},
		Upstream: Upstream{Batch: 100, Interval: 30 * time.Second},
		Status:   Status{Listen: "127.0.0.1:8080"},
	}
}

// Load reads and checks the file at path. Unknown keys are errors.
func Load(path string) (Config, error) {
	f, err := os.Open(path)
	if err != nil {
		return Config{}, fmt.Errorf("config: %w", err)
	}
	defer f.Close()
	c := Default()
	dec := yaml.NewDecoder(f)
	dec.KnownFields(true)
	if err := dec.Decode(&c); err != nil {
		return Config{}, fmt.Errorf("config: %s: %w", path, err)
	}
	if err := c.validate(); err != nil {
		return Config{}, fmt.Errorf("config: %s: %w", path, err)
	}
	return c, nil
}

func (c Config) validate() error {
	if c.Gateway == "" {
		return errors.New("gateway: missing")
	}
	if c.Radio.Source == "" {
		return errors.New("radio.source: missing")
	}
	if c.Store.Path == "" {
		return errors.New("store.path: missing")
	}
	switch c.Store.Kind {
	case "spool":
		return nil // has no upstream
	case "sqlite":
	default:
		return fmt.Errorf("store.kind: %q is neither sqlite nor spool", c.Store.Kind)
	}
	if c.Upstream.URL == "" {
		return errors.New("upstream.url: missing")
	}
	if c.Upstream.Batch < 1 || c.Upstream.Batch > 1000 {
		return errors.New("upstream.batch: must be 1 to 1000")
	}
	if c.Upstream.Interval < time.Second {
		return errors.New("upstream.interval: must be at least 1s")
	}
	return nil
}

// Token reads the token file. Without one the token is empty.
func (u Upstream) Token() (string, error) {
	if u.TokenFile == "" {
		return "", nil
	}
	b, err := os.ReadFile(u.TokenFile)
	if err != nil {
		return "", fmt.Errorf("config: upstream.token_file: %w", err)
	}
	token := strings.TrimSpace(string(b))
	if token == "" {
		return "", fmt.Errorf("config: upstream.token_file: %s is empty", u.TokenFile)
	}
	return token, nil
}
