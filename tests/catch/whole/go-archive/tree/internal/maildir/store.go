// Package maildir keeps messages as files, one each.
package maildir

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"time"

	"github.com/kestrelmail/postbag/internal/fsx"
)

// ErrKey says that a key cannot be one of ours.
var ErrKey = errors.New("not a message key")

// Store is a directory with tmp/ and cur/.
type Store struct {
	dir string
	now func() time.Time
}

// Open makes the directories that are missing.
func Open(dir string) (*Store, error) {
	for _, sub := range []string{"tmp", "cur"} {
		if err := os.MkdirAll(filepath.Join(dir, sub), 0o700); err != nil {
			return nil, err
		}
	}
	return &Store{dir: dir, now: time.Now}, nil
}

// Deliver stores data under a new key.
func (s *Store) Deliver(data []byte) (string, error) {
	key, err := s.newKey()
	if err != nil {
		return "", err
	}
	if err := fsx.WriteAtomic(s.tmp(), s.path(key), data); err != nil {
		return "", err
	}
	return key, nil
}

// Read returns the bytes that were delivered under key.
func (s *Store) Read(key string) ([]byte, error) {
	if !validKey(key) {
		return nil, fmt.Errorf("%q: %w", key, ErrKey)
	}
	return os.ReadFile(s.path(key))
}

// Has says whether key is stored.
func (s *Store) Has(key string) bool {
	if !validKey(key) {
		return false
	}
	_, err := os.Stat(s.path(key))
	return err == nil
}

// Remove deletes the message of key.
func (s *Store) Remove(key string) error {
	if !validKey(key) {
		return fmt.Errorf("%q: %w", key, ErrKey)
	}
	return os.Remove(s.path(key))
}

// Keys lists all messages, oldest delivery first.
func (s *Store) Keys() ([]string, error) {
	list, err := os.ReadDir(filepath.Join(s.dir, "cur"))
	if err != nil {
		return nil, err
	}
	keys := make([]string, 0, len(list))
	for _, e := range list {
		if e.Type().IsRegular() && validKey(e.Name()) {
			keys = append(keys, e.Name())
		}
	}
	sort.Strings(keys)
	return keys, nil
}

func (s *Store) tmp() string            { return filepath.Join(s.dir, "tmp") }
func (s *Store) path(key string) string { return filepath.Join(s.dir, "cur", key) }

func (s *Store) newKey() (string, error) {
	var b [4]byte
	if _, err := rand.Read(b[:]); err != nil {
		return "", err
	}
	return fmt.Sprintf("%019d.%s", s.now().UnixNano(), hex.EncodeToString(b[:])), nil
}

func validKey(key string) bool {
	nanos, rnd, ok := strings.Cut(key, ".")
	return ok && len(nanos) == 19 && len(rnd) == 8 &&
		strings.Trim(nanos, "0123456789") == "" &&
		strings.Trim(rnd, "0123456789abcdef") == ""
}
