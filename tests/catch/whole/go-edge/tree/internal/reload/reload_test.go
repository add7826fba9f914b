package reload

import (
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nordlys/go-edge/internal/config"
	"github.com/nordlys/go-edge/internal/metrics"
)

const base = `{
  "upstreams": [{"name": "web", "targets": ["http://127.0.0.1:18081"]}],
  "routes": [{"name": "%NAME%", "path_prefix": "/", "upstream": "web"}]
}`

func write(t *testing.T, path, route string) {
	t.Helper()
	body := strings.Replace(base, "%NAME%", route, 1)
	if err := os.WriteFile(path, []byte(body), 0o600); err != nil {
		t.Fatal(err)
	}
}

type fakeApplier struct {
	err       error
	committed int
}

func (f *fakeApplier) Prepare(*config.Config) (func(), error) {
	return func() { f.committed++ }, f.err
}

func newStore(t *testing.T) (*Store, *metrics.Edge, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "edge.json")
	write(t, path, "one")
	cfg, err := config.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	m := metrics.NewEdge(metrics.NewRegistry())
	return NewStore(path, cfg, m, slog.New(slog.NewTextHandler(io.Discard, nil))), m, path
}

func TestReloadCommitsAll(t *testing.T) {
	s, m, path := newStore(t)
	a, b := &fakeApplier{}, &fakeApplier{}
	s.Register("a", a)
	s.Register("b", b)
	write(t, path, "two")
	if err := s.Reload(); err != nil {
		t.Fatal(err)
	}
	if a.committed != 1 || b.committed != 1 || s.Current().Routes[0].Name != "two" {
		t.Fatalf("a %d, b %d, route %s", a.committed, b.committed, s.Current().Routes[0].Name)
	}
	if m.Reloads.Value("ok") != 1 {
		t.Fatal("reload not counted")
	}
}

func TestReloadIsAllOrNothing(t *testing.T) {
	s, m, path := newStore(t)
	a, b := &fakeApplier{}, &fakeApplier{err: errors.New("no")}
	s.Register("a", a)
	s.Register("b", b)
	write(t, path, "two")
	if err := s.Reload(); err == nil {
		t.Fatal("no error")
	}
	if a.committed != 0 || s.Current().Routes[0].Name != "one" {
		t.Fatal("half a reload was committed")
	}
	if m.Reloads.Value("error") != 1 {
		t.Fatal("failure not counted")
	}
}
