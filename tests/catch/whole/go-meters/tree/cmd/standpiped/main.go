// Command standpiped receives water meters by radio and forwards their readings.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"github.com/brackwater/standpipe/internal/config"
	"github.com/brackwater/standpipe/internal/forward"
	"github.com/brackwater/standpipe/internal/gateway"
	"github.com/brackwater/standpipe/internal/radio"
	"github.com/brackwater/standpipe/internal/spool"
	"github.com/brackwater/standpipe/internal/status"
	"github.com/brackwater/standpipe/internal/store"
)

var version = "dev" // set by the Makefile

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// run is main with everything passed in; it returns the exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	fs := flag.NewFlagSet("standpiped", flag.ContinueOnError)
	fs.SetOutput(stderr)
	configPath := fs.String("config", "/etc/standpipe.yaml", "configuration `file`")
	check := fs.Bool("check", false, "check the configuration and exit")
	showVersion := fs.Bool("version", false, "print the version and exit")
	if err := fs.Parse(args); err != nil {
		return 2
	}
	if *showVersion {
		fmt.Fprintln(stdout, version)
		return 0
	}
	cfg, err := config.Load(*configPath)
	if err != nil {
		fmt.Fprintln(stderr, err)
		return 1
	}
	if *check {
		return 0
	}
	log := slog.New(slog.NewTextHandler(stderr, nil))
	if cfg.Store.Kind == "spool" {
		err = runSpool(ctx, cfg, log)
	} else {
		err = runStore(ctx, cfg, log)
	}
	if err != nil {
		log.Error("stopped", "err", err)
		return 1
	}
	return 0
}

// runSpool only receives; cron pushes the files.
func runSpool(ctx context.Context, cfg config.Config, log *slog.Logger) error {
	w, err := spool.NewWriter(cfg.Store.Path)
	if err != nil {
		return err
	}
	return receive(ctx, cfg, gateway.New(w, &gateway.Counters{}, log), log)
}

// runStore receives, forwards and serves the status page.
func runStore(ctx context.Context, cfg config.Config, log *slog.Logger) error {
	token, err := cfg.Upstream.Token()
	if err != nil {
		return err
	}
	st, err := store.Open(cfg.Store.Path)
	if err != nil {
		return err
	}
	defer st.Close()

	ctx, cancel := context.WithCancel(ctx)
	var wg sync.WaitGroup
	defer wg.Wait() // before st.Close
	defer cancel()

	fwd := &forward.Forwarder{
		Queue: st,
		Upstream: &forward.Client{
			URL:     cfg.Upstream.URL,
			Token:   token,
			Gateway: cfg.Gateway,
			HTTP:    &http.Client{Timeout: 30 * time.Second},
		},
		Batch:    cfg.Upstream.Batch,
		Interval: cfg.Upstream.Interval,
		Log:      log,
		Now:      time.Now,
	}
	wg.Add(1)
	go func() {
		defer wg.Done()
		fwd.Run(ctx)
	}()

	counters := &gateway.Counters{}
	srv := &http.Server{
		Addr:              cfg.Status.Listen,
		Handler:           status.New(cfg.Gateway, st, counters, log).Handler(),
		ReadHeaderTimeout: 5 * time.Second,
	}
	wg.Add(1)
	go func() {
		defer wg.Done()
		if err := srv.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
			log.Error("status page", "err", err) // readings matter more, carry on
		}
	}()
	context.AfterFunc(ctx, func() { srv.Close() })

	log.Info("standpiped started", "version", version, "source", cfg.Radio.Source)
	return receive(ctx, cfg, gateway.New(st, counters, log), log)
}

func receive(ctx context.Context, cfg config.Config, g *gateway.Gateway, log *slog.Logger) error {
	rx := &radio.Receiver{Source: cfg.Radio.Source, Retry: cfg.Radio.Retry, Log: log}
	return rx.Run(ctx, g.Handle)
}
