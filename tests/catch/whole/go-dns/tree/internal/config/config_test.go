package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func load(t *testing.T, body string) (*Config, error) {
	t.Helper()
	p := filepath.Join(t.TempDir(), "burrowd.json")
	if err := os.WriteFile(p, []byte(body), 0o600); err != nil {
		t.Fatal(err)
	}
	return Load(p)
}

func TestLoadDefaults(t *testing.T) {
	c, err := load(t, `{"zones": [{"name": "Example.COM", "role": "secondary", "primaries": ["192.0.2.1:53"]}]}`)
	if err != nil {
		t.Fatal(err)
	}
	z, ok := c.Zone("example.com.")
	if !ok {
		t.Fatal("name is not canonical")
	}
	if z.MinRefresh.D() != 30*time.Second || c.StateDir != "state" {
		t.Fatalf("defaults: %+v", c)
	}
}

func TestValidateReportsAll(t *testing.T) {
	_, err := load(t, `{"zones": [
		{"name": "a.test", "role": "primary"},
		{"name": "b.test", "role": "secondary"},
		{"name": "c.test", "role": "hidden"}]}`)
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{"a.test.: a primary needs a file", "b.test.: a secondary needs primaries", `unknown role "hidden"`} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is missing in %v", want, err)
		}
	}
}
