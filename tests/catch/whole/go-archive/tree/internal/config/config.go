// Package config reads postbag.conf.
package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
)

// Config is the settings of one archive.
type Config struct {
	IndexBody  bool
	MaxMessage int64
}

// Default holds for every key that the file does not name.
func Default() Config {
	return Config{IndexBody: true, MaxMessage: 64 << 20}
}

// Load reads path; a file that does not exist gives Default.
func Load(path string) (Config, error) {
	c := Default()
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return c, nil
	}
	if err != nil {
		return c, err
	}
	for n, line := range strings.Split(string(data), "\n") {
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		key, value, ok := strings.Cut(line, "=")
		if !ok {
			return c, fmt.Errorf("%s:%d: want key = value", path, n+1)
		}
		if err := c.set(strings.TrimSpace(key), strings.TrimSpace(value)); err != nil {
			return c, fmt.Errorf("%s:%d: %w", path, n+1, err)
		}
	}
	return c, nil
}

func (c *Config) set(key, value string) (err error) {
	switch key {
	case "index_body":
		c.IndexBody, err = strconv.ParseBool(value)
	case "max_message":
		c.MaxMessage, err = parseSize(value)
	default:
		err = errors.New("unknown key")
	}
	if err != nil {
		return fmt.Errorf("%s: %w", key, err)
	}
	return nil
}

// parseSize reads bytes with an optional K, M or G; 0 is a size, -1 is not.
func parseSize(s string) (int64, error) {
	shift := 0
	switch {
	case strings.HasSuffix(s, "K"):
		shift = 10
	case strings.HasSuffix(s, "M"):
		shift = 20
	case strings.HasSuffix(s, "G"):
		shift = 30
	}
	if shift > 0 {
		s = s[:len(s)-1]
	}
	n, err := strconv.ParseInt(s, 10, 32)
	if err != nil {
		return 0, err
	}
	if n < 0 {
		return 0, errors.New("below zero")
	}
	return n << shift, nil
}
