// Package reload swaps the running configuration, all of it or nothing.
package reload

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/nordlys/go-edge/internal/config"
	"github.com/nordlys/go-edge/internal/metrics"
)

// Applier is a component that follows the configuration. Prepare builds what
// next needs and changes nothing; commit makes it current and cannot fail.
type Applier interface {
	Prepare(next *config.Config) (commit func(), err error)
}

type registration struct {
	name string
	a    Applier
}

// Store holds the configuration in use.
type Store struct {
	path string
	m    *metrics.Edge
	log  *slog.Logger

	cur atomic.Pointer[config.Config]

	mu   sync.Mutex // one reload at a time; also guards apps
	apps []registration
}

// NewStore returns a Store that was started with cfg, loaded from path.
func NewStore(path string, cfg *config.Config, m *metrics.Edge, log *slog.Logger) *Store {
	s := &Store{path: path, m: m, log: log}
	s.cur.Store(cfg)
	m.ConfigLoaded.Set(float64(time.Now().Unix()))
	return s
}

// Current returns the configuration in use.
func (s *Store) Current() *config.Config { return s.cur.Load() }

// Register adds a component. Commits run in the order of registration.
func (s *Store) Register(name string, a Applier) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.apps = append(s.apps, registration{name, a})
}

// Reload reads the file again. On any error the old configuration stays in
// use, whole, and edge_config_reloads_total{result="error"} goes up.
func (s *Store) Reload() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	err := s.reload()
	if err != nil {
		s.m.Reloads.Inc("error")
		s.log.Error("config reload refused, old config stays", "path", s.path, "err", err)
		return err
	}
	s.m.Reloads.Inc("ok")
	s.m.ConfigLoaded.Set(float64(time.Now().Unix()))
	s.log.Info("config reloaded", "path", s.path)
	return nil
}

func (s *Store) reload() error {
	next, err := config.Load(s.path)
	if err != nil {
		return err
	}
	cur := s.cur.Load()
	if next.Listen != cur.Listen || next.AdminListen != cur.AdminListen {
		return fmt.Errorf("listen and admin_listen need a restart")
	}
	commits := make([]func(), 0, len(s.apps))
	for _, r := range s.apps {
		commit, err := r.a.Prepare(next)
		if err != nil {
			return fmt.Errorf("%s: %w", r.name, err)
		}
		commits = append(commits, commit)
	}
	for _, c := range commits {
		c()
	}
	s.cur.Store(next)
	return nil
}

// WatchSignals reloads on SIGHUP until ctx ends.
func (s *Store) WatchSignals(ctx context.Context) {
	ch := make(chan os.Signal, 1)
	signal.Notify(ch, syscall.SIGHUP)
	defer signal.Stop(ch)
	for {
		select {
		case <-ctx.Done():
			return
		case <-ch:
			_ = s.Reload() // counted and logged there
		}
	}
}
