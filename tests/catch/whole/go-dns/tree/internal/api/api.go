// Package api is the HTTP API of burrowd.
package api

import (
	"crypto/subtle"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/miekg/dns"

	"example.net/burrow/internal/apitype"
	"example.net/burrow/internal/config"
	"example.net/burrow/internal/zone"
)

// Reloader reads the file of a zone again.
type Reloader interface {
	Reload(origin string) error
}

type api struct {
	cfg      *config.Config
	store    *zone.Store
	reloader Reloader
	notify   func(*zone.Zone)
}

// errNotFound and errConflict choose the status of an answer; see status.
var (
	errNotFound = errors.New("zone is not in service")
	errConflict = errors.New("not possible for this zone")
)

// New is the handler of the whole API.
func New(cfg *config.Config, store *zone.Store, reloader Reloader, notify func(*zone.Zone)) http.Handler {
	a := &api{cfg: cfg, store: store, reloader: reloader, notify: notify}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v1/zones", a.listZones)
	mux.HandleFunc("GET /v1/zones/{zone}", a.getZone)
	mux.HandleFunc("POST /v1/zones/{zone}/reload", a.reloadZone)
	mux.HandleFunc("POST /v1/zones/{zone}/notify", a.notifyZone)
	return a.authenticate(mux)
}

func (a *api) authenticate(next http.Handler) http.Handler {
	want := []byte("Bearer " + a.cfg.API.Token)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if subtle.ConstantTimeCompare([]byte(r.Header.Get("Authorization")), want) != 1 {
			reply(w, http.StatusUnauthorized, apitype.Error{Error: "token is missing or wrong"})
			return
		}
		next.ServeHTTP(w, r)
	})
}

// zoneParam is the canonical name of the zone in the path.
func zoneParam(r *http.Request) string { return dns.CanonicalName(r.PathValue("zone")) }

func reply(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

func replyError(w http.ResponseWriter, err error) {
	reply(w, status(err), apitype.Error{Error: err.Error()})
}

func status(err error) int {
	switch {
	case errors.Is(err, errNotFound):
		return http.StatusNotFound
	case errors.Is(err, errConflict), errors.Is(err, zone.ErrSerialNotNewer):
		return http.StatusConflict
	}
	return http.StatusInternalServerError
}
