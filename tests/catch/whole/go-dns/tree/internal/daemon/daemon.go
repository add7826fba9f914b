package daemon

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/netip"
	"time"

	"example.net/burrow/internal/api"
	"example.net/burrow/internal/clock"
	"example.net/burrow/internal/config"
	"example.net/burrow/internal/refresh"
	"example.net/burrow/internal/server"
	"example.net/burrow/internal/zone"
)

// Daemon is a burrowd that has been configured but not started.
type Daemon struct {
	cfg         *config.Config
	log         *slog.Logger
	Store       *zone.Store
	Loader      *Loader
	notifier    *server.Notifier
	secondaries map[string]*refresh.Secondary
}

func New(cfg *config.Config, clk clock.Clock, log *slog.Logger) *Daemon {
	store := zone.NewStore()
	d := &Daemon{cfg: cfg, log: log, Store: store, Loader: NewLoader(cfg, store), secondaries: map[string]*refresh.Secondary{}}
	d.notifier = server.NewNotifier(func(origin string) []string {
		zc, _ := cfg.Zone(origin)
		return zc.Notify
	}, clk, log)
	store.OnPublish(d.notifier.Published)
	for _, zc := range cfg.Zones {
		if zc.Role == config.RoleSecondary {
			d.secondaries[zc.Name] = refresh.NewSecondary(zc, cfg.StateDir, store, clk, log)
		}
	}
	return d
}

// Run serves until ctx ends.
func (d *Daemon) Run(ctx context.Context) error {
	if err := d.Loader.LoadAll(); err != nil {
		d.log.Error("zones were not loaded", "err", err)
	}
	for _, s := range d.secondaries {
		go s.Run(ctx)
	}
	if d.cfg.API.Listen != "" {
		go d.serveAPI(ctx)
	}
	return d.dnsServer().ListenAndServe(ctx, d.cfg.Listen)
}

func (d *Daemon) dnsServer() *server.Server {
	return &server.Server{
		Store: d.Store,
		Log:   d.log,
		AllowTransfer: func(origin string) []netip.Prefix {
			zc, _ := d.cfg.Zone(origin)
			return zc.AllowTransfer
		},
		OnNotify: func(origin string, from netip.Addr) {
			if s := d.secondaries[origin]; s != nil {
				s.Notified(from)
			}
		},
	}
}

// apiHandler is the HTTP API over this daemon.
func (d *Daemon) apiHandler() http.Handler {
	return api.New(d.cfg, d.Store, d.Loader, d.notifier.Published)
}

func (d *Daemon) serveAPI(ctx context.Context) {
	srv := &http.Server{Addr: d.cfg.API.Listen, ReadHeaderTimeout: 5 * time.Second, Handler: d.apiHandler()}
	go func() {
		<-ctx.Done()
		_ = srv.Close()
	}()
	if err := srv.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		d.log.Error("api stopped", "err", err)
	}
}
