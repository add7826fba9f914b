// Command burrowd is an authoritative name server.
package main

import (
	"context"
	"flag"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"example.net/burrow/internal/clock"
	"example.net/burrow/internal/config"
	"example.net/burrow/internal/daemon"
)

func main() {
	path := flag.String("config", "/etc/burrow/burrowd.json", "configuration file")
	check := flag.Bool("check", false, "read the configuration and exit")
	flag.Parse()

	log := slog.New(slog.NewTextHandler(os.Stderr, nil))
	cfg, err := config.Load(*path)
	if err != nil {
		log.Error("configuration", "err", err)
		os.Exit(2)
	}
	if *check {
		return
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	d := daemon.New(cfg, clock.System{}, log)
	if err := d.Run(ctx); err != nil {
		log.Error("stopped", "err", err)
		os.Exit(1)
	}
}
