package main

import (
	"fmt"
	"strconv"
)

// Config comes from the environment.
type Config struct {
	DSN     string
	Listen  string
	Workers int
}

// loadConfig reads RELAYQ_DSN, RELAYQ_LISTEN and RELAYQ_WORKERS.
func loadConfig(getenv func(string) string) (Config, error) {
	config := Config{DSN: getenv("RELAYQ_DSN"), Listen: getenv("RELAYQ_LISTEN"), Workers: 4}
	if config.DSN == "" {
		return config, fmt.Errorf("RELAYQ_DSN is not set")
	}
	if config.Listen == "" {
		config.Listen = "127.0.0.1:8080"
	}
	if text := getenv("RELAYQ_WORKERS"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			return config, fmt.Errorf("RELAYQ_WORKERS: not a positive number: %q", text)
		}
		config.Workers = n
	}
	return config, nil
}
