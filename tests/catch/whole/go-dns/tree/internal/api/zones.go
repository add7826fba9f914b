package api

import (
	"fmt"
	"net/http"

	"example.net/burrow/internal/apitype"
	"example.net/burrow/internal/config"
	"example.net/burrow/internal/zone"
)

func (a *api) describe(z *zone.Zone) apitype.Zone {
	zc, _ := a.cfg.Zone(z.Origin)
	return apitype.Zone{Name: z.Origin, Role: zc.Role, Serial: z.Serial(), Records: len(z.Records())}
}

func (a *api) lookup(r *http.Request) (*zone.Zone, error) {
	origin := zoneParam(r)
	if z := a.store.Get(origin); z != nil {
		return z, nil
	}
	return nil, fmt.Errorf("%s: %w", origin, errNotFound)
}

func (a *api) listZones(w http.ResponseWriter, r *http.Request) {
	out := []apitype.Zone{}
	for _, origin := range a.store.Origins() {
		if z := a.store.Get(origin); z != nil {
			out = append(out, a.describe(z))
		}
	}
	reply(w, http.StatusOK, out)
}

func (a *api) getZone(w http.ResponseWriter, r *http.Request) {
	z, err := a.lookup(r)
	if err != nil {
		replyError(w, err)
		return
	}
	reply(w, http.StatusOK, a.describe(z))
}

func (a *api) reloadZone(w http.ResponseWriter, r *http.Request) {
	origin := zoneParam(r)
	zc, ok := a.cfg.Zone(origin)
	if !ok {
		replyError(w, fmt.Errorf("%s: %w", origin, errNotFound))
		return
	}
	if zc.Role != config.RolePrimary {
		replyError(w, fmt.Errorf("%s: %w", origin, errConflict))
		return
	}
	if err := a.reloader.Reload(origin); err != nil {
		replyError(w, err)
		return
	}
	a.getZone(w, r)
}

func (a *api) notifyZone(w http.ResponseWriter, r *http.Request) {
	z, err := a.lookup(r)
	if err != nil {
		replyError(w, err)
		return
	}
	a.notify(z)
	reply(w, http.StatusAccepted, a.describe(z))
}
