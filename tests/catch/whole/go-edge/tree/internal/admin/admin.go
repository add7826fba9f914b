// Package admin is the operators' API. It listens on its own port, which is
// never reachable from outside; changes need the token all the same.
package admin

import (
	"crypto/subtle"
	"encoding/json"
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"

	"github.com/nordlys/go-edge/internal/health"
	"github.com/nordlys/go-edge/internal/metrics"
	"github.com/nordlys/go-edge/internal/reload"
)

// Deps is what the API shows and drives.
type Deps struct {
	Store    *reload.Store
	Checker  *health.Checker
	Registry *metrics.Registry
	Log      *slog.Logger
	Token    string // from EDGE_ADMIN_TOKEN; empty refuses every change
}

// Server is the admin API.
type Server struct {
	Deps
	ready atomic.Bool
}

// New returns a Server that is not ready yet.
func New(d Deps) *Server { return &Server{Deps: d} }

// SetReady drives GET /readyz; main sets it false before it drains.
func (s *Server) SetReady(v bool) { s.ready.Store(v) }

// Handler returns the routes. Each has a section in docs/admin-api.md.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", s.handleHealthz)
	mux.HandleFunc("GET /readyz", s.handleReadyz)
	mux.Handle("GET /metrics", s.Registry.Handler())
	mux.HandleFunc("GET /config", s.handleConfig)
	mux.HandleFunc("GET /upstreams", s.handleUpstreams)
	mux.HandleFunc("POST /reload", s.requireToken(s.handleReload))
	return mux
}

func (s *Server) handleHealthz(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusOK, map[string]string{"status": "ok"})
}

func (s *Server) handleReadyz(w http.ResponseWriter, _ *http.Request) {
	if !s.ready.Load() {
		writeErr(w, http.StatusServiceUnavailable, "not_ready", "starting or draining")
		return
	}
	writeJSON(w, http.StatusOK, map[string]string{"status": "ready"})
}

func (s *Server) handleConfig(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusOK, s.Store.Current())
}

func (s *Server) handleUpstreams(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusOK, s.Checker.Snapshot())
}

func (s *Server) handleReload(w http.ResponseWriter, _ *http.Request) {
	if err := s.Store.Reload(); err != nil {
		writeErr(w, http.StatusUnprocessableEntity, "reload_refused", err.Error())
		return
	}
	writeJSON(w, http.StatusOK, map[string]string{"status": "reloaded"})
}

// requireToken wants "Authorization: Bearer <token>" and logs who was let in.
func (s *Server) requireToken(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		got := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
		if s.Token == "" || subtle.ConstantTimeCompare([]byte(got), []byte(s.Token)) != 1 {
			writeErr(w, http.StatusForbidden, "forbidden", "a valid admin token is required")
			return
		}
		s.Log.Info("admin change", "method", r.Method, "path", r.URL.Path, "remote", r.RemoteAddr)
		next(w, r)
	}
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}

func writeErr(w http.ResponseWriter, status int, code, message string) {
	writeJSON(w, status, map[string]any{"error": map[string]string{"code": code, "message": message}})
}
