package main

import (
	"context"
	"log/slog"
	"net/http"
	"os"
	"os/signal"

	"example.com/relayq/api"
	"example.com/relayq/sched"
	"example.com/relayq/store"
	"example.com/relayq/worker"
)

func main() {
	config, err := loadConfig(os.Getenv)
	if err != nil {
		slog.Error("configuration", "error", err)
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	jobs, err := openStore(ctx, config.DSN)
	if err != nil {
		slog.Error("store", "error", err)
		os.Exit(1)
	}
	clock := sched.RealClock{}
	go worker.NewPool(jobs, worker.NewRegistry(), clock, config.Workers).Run(ctx)
	server := &http.Server{Addr: config.Listen, Handler: api.NewServer(jobs, clock)}
	go func() {
		<-ctx.Done()
		_ = server.Close()
	}()
	slog.Info("listening", "address", config.Listen)
	_ = server.ListenAndServe()
}

func openStore(ctx context.Context, dsn string) (store.Store, error) {
	if dsn == "memory:" {
		return store.NewMemory(), nil
	}
	return store.OpenPostgres(ctx, dsn)
}
