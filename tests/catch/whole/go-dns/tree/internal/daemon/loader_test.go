package daemon

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"example.net/burrow/internal/config"
	"example.net/burrow/internal/zone"
)

const head = "$TTL 300\n@ IN NS ns1\nns1 IN A 192.0.2.1\n"

func write(t *testing.T, path, soa string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(head+soa+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestReload(t *testing.T) {
	file := filepath.Join(t.TempDir(), "example.org.zone")
	write(t, file, "@ IN SOA ns1 host 5 7200 900 1209600 60")
	cfg := &config.Config{Zones: []config.Zone{
		{Name: "example.org.", Role: config.RolePrimary, File: file},
		{Name: "example.com.", Role: config.RoleSecondary, Primaries: []string{"192.0.2.9:53"}},
	}}
	store := zone.NewStore()
	l := NewLoader(cfg, store)
	if err := l.LoadAll(); err != nil {
		t.Fatal(err)
	}
	if err := l.Reload("example.org."); !errors.Is(err, zone.ErrSerialNotNewer) {
		t.Errorf("same serial: %v", err)
	}
	write(t, file, "@ IN SOA ns1 host 6 7200 900 1209600 60")
	if err := l.Reload("example.org."); err != nil {
		t.Fatal(err)
	}
	if got := store.Get("example.org.").Serial(); got != 6 {
		t.Errorf("serial %d", got)
	}
	if err := l.Reload("example.com."); !errors.Is(err, ErrNotPrimary) {
		t.Errorf("secondary: %v", err)
	}
	if err := l.Reload("example.net."); !errors.Is(err, ErrUnknownZone) {
		t.Errorf("unknown: %v", err)
	}
}
