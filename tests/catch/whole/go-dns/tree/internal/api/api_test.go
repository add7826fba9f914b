package api

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.net/burrow/internal/apitype"
	"example.net/burrow/internal/config"
	"example.net/burrow/internal/zone"
)

type fakeReloader struct{ err error }

func (f fakeReloader) Reload(string) error { return f.err }

func handler(t *testing.T, rl Reloader) http.Handler {
	t.Helper()
	z, err := zone.Parse(strings.NewReader("@ 300 IN SOA ns1 host 7 7200 900 1209600 60\n@ 300 IN NS ns1\n"), "example.org", "t")
	if err != nil {
		t.Fatal(err)
	}
	store := zone.NewStore()
	if err := store.Publish(z); err != nil {
		t.Fatal(err)
	}
	cfg := &config.Config{API: config.API{Token: "k"}, Zones: []config.Zone{{Name: "example.org.", Role: config.RolePrimary, File: "f"}}}
	return New(cfg, store, rl, func(*zone.Zone) {})
}

func call(h http.Handler, method, path, token string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, nil)
	r.Header.Set("Authorization", "Bearer "+token)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func TestStatuses(t *testing.T) {
	ok := handler(t, fakeReloader{})
	stale := handler(t, fakeReloader{err: zone.ErrSerialNotNewer})
	for _, c := range []struct {
		h            http.Handler
		method, path string
		token        string
		want         int
	}{
		{ok, "GET", "/v1/zones", "bad", 401},
		{ok, "GET", "/v1/zones", "k", 200},
		{ok, "GET", "/v1/zones/Example.ORG", "k", 200},
		{ok, "GET", "/v1/zones/example.net", "k", 404},
		{ok, "POST", "/v1/zones/example.org/reload", "k", 200},
		{stale, "POST", "/v1/zones/example.org/reload", "k", 409},
		{ok, "POST", "/v1/zones/example.org/notify", "k", 202},
	} {
		if w := call(c.h, c.method, c.path, c.token); w.Code != c.want {
			t.Errorf("%s %s: %d, want %d", c.method, c.path, w.Code, c.want)
		}
	}
}

func TestZoneObject(t *testing.T) {
	w := call(handler(t, fakeReloader{}), "GET", "/v1/zones/example.org.", "k")
	var z apitype.Zone
	if err := json.NewDecoder(w.Body).Decode(&z); err != nil {
		t.Fatal(err)
	}
	if z != (apitype.Zone{Name: "example.org.", Role: "primary", Serial: 7, Records: 2}) {
		t.Errorf("%+v", z)
	}
}
