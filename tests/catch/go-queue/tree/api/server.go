// Package api serves the queue over HTTP.
package api

import (
	"net/http"

	"example.com/relayq/sched"
	"example.com/relayq/store"
)

// Server holds what handlers need.
type Server struct {
	store store.Store
	clock sched.Clock
	mux   *http.ServeMux
}

func NewServer(s store.Store, c sched.Clock) *Server {
	server := &Server{store: s, clock: c, mux: http.NewServeMux()}
	server.routes()
	return server
}

func (s *Server) routes() {
	s.mux.HandleFunc("POST /jobs", s.handleEnqueue)
	s.mux.HandleFunc("GET /jobs/{id}", s.handleGet)
}

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	withRequestID(withLogging(s.mux)).ServeHTTP(w, r)
}
