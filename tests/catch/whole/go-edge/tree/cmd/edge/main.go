// Command edge is the gateway.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/nordlys/go-edge/internal/admin"
	"github.com/nordlys/go-edge/internal/clock"
	"github.com/nordlys/go-edge/internal/config"
	"github.com/nordlys/go-edge/internal/health"
	"github.com/nordlys/go-edge/internal/metrics"
	"github.com/nordlys/go-edge/internal/proxy"
	"github.com/nordlys/go-edge/internal/reload"
)

func main() {
	path := flag.String("config", "configs/edge.json", "configuration file")
	check := flag.Bool("check", false, "check the configuration and exit")
	flag.Parse()

	log := slog.New(slog.NewJSONHandler(os.Stdout, nil))
	cfg, err := config.Load(*path)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if *check {
		fmt.Println("ok:", *path)
		return
	}

	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, *path, cfg, log); err != nil {
		log.Error("edge stopped", "err", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, path string, cfg *config.Config, log *slog.Logger) error {
	reg := metrics.NewRegistry()
	m := metrics.NewEdge(reg)
	clk := clock.System{}

	checker := health.New(cfg, m, log)
	gw, err := proxy.New(cfg, proxy.Deps{Health: checker, Metrics: m, Clock: clk, Log: log})
	if err != nil {
		return err
	}

	store := reload.NewStore(path, cfg, m, log)
	store.Register("health", checker)
	store.Register("proxy", gw)

	adm := admin.New(admin.Deps{
		Store:    store,
		Checker:  checker,
		Registry: reg,
		Log:      log,
		Token:    os.Getenv("EDGE_ADMIN_TOKEN"),
	})

	go checker.Run(ctx)
	go store.WatchSignals(ctx)

	front := &http.Server{
		Addr:              cfg.Listen,
		Handler:           proxy.Chain(gw, proxy.RequestID, proxy.AccessLog(log), proxy.Recover(m, log)),
		ReadHeaderTimeout: 10 * time.Second,
	}
	back := &http.Server{Addr: cfg.AdminListen, Handler: adm.Handler(), ReadHeaderTimeout: 10 * time.Second}

	failed := make(chan error, 2)
	for _, s := range []*http.Server{front, back} {
		go func() {
			if err := s.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
				failed <- fmt.Errorf("%s: %w", s.Addr, err)
			}
		}()
	}
	adm.SetReady(true)
	log.Info("edge up", "listen", cfg.Listen, "admin", cfg.AdminListen)

	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}

	// Drain: out of the load balancer first, then the traffic, then the admin port.
	adm.SetReady(false)
	grace, cancel := context.WithTimeout(context.Background(), cfg.ShutdownGrace.Duration)
	defer cancel()
	err = front.Shutdown(grace)
	_ = back.Shutdown(grace)
	return err
}
