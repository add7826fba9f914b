package zone

import (
	"errors"
	"fmt"
	"slices"
	"sync"
)

const journalLimit = 32

// ErrSerialNotNewer says that a version would not be noticed by secondaries.
var ErrSerialNotNewer = errors.New("serial is not newer")

type entry struct {
	zone    *Zone
	journal *Journal
}

// Store is the set of zones that are served.
type Store struct {
	mu       sync.RWMutex
	entries  map[string]*entry
	watchers []func(*Zone)
}

func NewStore() *Store { return &Store{entries: map[string]*entry{}} }

// OnPublish registers a function that is called after each new version is in service. Register before serving.
func (s *Store) OnPublish(fn func(*Zone)) { s.watchers = append(s.watchers, fn) }

// Publish puts a sealed zone into service. Its serial must be newer than that of the version in service.
func (s *Store) Publish(z *Zone) error {
	s.mu.Lock()
	e := s.entries[z.Origin]
	if e == nil {
		e = &entry{journal: NewJournal(journalLimit)}
		s.entries[z.Origin] = e
	}
	if old := e.zone; old != nil {
		if !SerialNewer(z.Serial(), old.Serial()) {
			s.mu.Unlock()
			return fmt.Errorf("%s: %w: %d in service, %d offered", z.Origin, ErrSerialNotNewer, old.Serial(), z.Serial())
		}
		e.journal.Append(Diff(old, z))
	}
	e.zone = z
	s.mu.Unlock()
	for _, fn := range s.watchers {
		fn(z)
	}
	return nil
}

// Withdraw takes a zone out of service, as an expired secondary is.
func (s *Store) Withdraw(origin string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.entries, origin)
}

// Get is the version in service, or nil.
func (s *Store) Get(origin string) *Zone {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if e := s.entries[origin]; e != nil {
		return e.zone
	}
	return nil
}

// Find is the zone that is closest to a canonical name, or nil.
func (s *Store) Find(name string) *Zone {
	for n := name; ; n = Parent(n) {
		if z := s.Get(n); z != nil || n == "." {
			return z
		}
	}
}

// Since lists the deltas of a zone from a serial on.
func (s *Store) Since(origin string, serial uint32) ([]Delta, bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if e := s.entries[origin]; e != nil {
		return e.journal.Since(serial)
	}
	return nil, false
}

func (s *Store) Origins() []string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	out := make([]string, 0, len(s.entries))
	for o := range s.entries {
		out = append(out, o)
	}
	slices.Sort(out)
	return out
}
