// Package daemon wires the parts of burrowd together.
package daemon

import (
	"errors"
	"fmt"

	"example.net/burrow/internal/config"
	"example.net/burrow/internal/zone"
)

var (
	ErrUnknownZone = errors.New("unknown zone")
	ErrNotPrimary  = errors.New("not a primary zone")
)

// Loader brings zone files into service.
type Loader struct {
	cfg   *config.Config
	store *zone.Store
}

func NewLoader(cfg *config.Config, store *zone.Store) *Loader {
	return &Loader{cfg: cfg, store: store}
}

// LoadAll loads every primary zone. A zone that fails does not keep the others out.
func (l *Loader) LoadAll() error {
	var errs []error
	for _, zc := range l.cfg.Zones {
		if zc.Role == config.RolePrimary {
			errs = append(errs, l.load(zc))
		}
	}
	return errors.Join(errs...)
}

// Reload reads the file of one primary zone again.
func (l *Loader) Reload(origin string) error {
	zc, ok := l.cfg.Zone(origin)
	if !ok {
		return fmt.Errorf("%s: %w", origin, ErrUnknownZone)
	}
	if zc.Role != config.RolePrimary {
		return fmt.Errorf("%s: %w", origin, ErrNotPrimary)
	}
	return l.load(zc)
}

func (l *Loader) load(zc config.Zone) error {
	z, err := zone.LoadFile(zc.File, zc.Name)
	if err != nil {
		return err
	}
	return l.store.Publish(z)
}
