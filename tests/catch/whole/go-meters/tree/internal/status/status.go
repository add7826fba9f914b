// Package status serves the status page.
package status

import (
	"bytes"
	"context"
	_ "embed"
	"html/template"
	"log/slog"
	"net/http"

	"github.com/brackwater/standpipe/internal/gateway"
	"github.com/brackwater/standpipe/internal/reading"
	"github.com/brackwater/standpipe/internal/store"
)

//go:embed page.html
var pageText string

var page = template.Must(template.New("page").Parse(pageText))

// Store is the part of the store that the page shows.
type Store interface {
	Stats(ctx context.Context) (store.Stats, error)
	Meters(ctx context.Context) ([]string, error)
	LastReading(ctx context.Context, meter string) (reading.Reading, error)
}

// Server answers GET / and GET /healthz.
type Server struct {
	name     string
	store    Store
	counters *gateway.Counters
	log      *slog.Logger
}

// New returns the server of the gateway called name.
func New(name string, st Store, c *gateway.Counters, log *slog.Logger) *Server {
	return &Server{name: name, store: st, counters: c, log: log}
}

// Handler returns the routes.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.page)
	mux.HandleFunc("GET /healthz", s.healthz)
	return mux
}

type pageData struct {
	Gateway     string
	Stats       store.Stats
	Received    int64
	Stored      int64
	Duplicate   int64
	Encrypted   int64
	Undecodable int64
	Failed      int64
	Meters      []reading.Reading
}

func (s *Server) page(w http.ResponseWriter, r *http.Request) {
	d := pageData{
		Gateway:     s.name,
		Received:    s.counters.Received.Load(),
		Stored:      s.counters.Stored.Load(),
		Duplicate:   s.counters.Duplicate.Load(),
		Encrypted:   s.counters.Encrypted.Load(),
		Undecodable: s.counters.Undecodable.Load(),
		Failed:      s.counters.Failed.Load(),
	}
	var err error
	if d.Stats, err = s.store.Stats(r.Context()); err != nil {
		s.fail(w, err)
		return
	}
	names, err := s.store.Meters(r.Context())
	if err != nil {
		s.fail(w, err)
		return
	}
	for _, name := range names {
		last, err := s.store.LastReading(r.Context(), name)
		if err != nil {
			s.fail(w, err)
			return
		}
		d.Meters = append(d.Meters, last)
	}
	var buf bytes.Buffer
	if err := page.Execute(&buf, d); err != nil {
		s.fail(w, err)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Write(buf.Bytes())
}

func (s *Server) healthz(w http.ResponseWriter, r *http.Request) {
	if _, err := s.store.Stats(r.Context()); err != nil {
		s.fail(w, err)
		return
	}
	w.Write([]byte("ok\n"))
}

func (s *Server) fail(w http.ResponseWriter, err error) {
	s.log.Error("status page", "err", err)
	http.Error(w, "store unavailable", http.StatusServiceUnavailable)
}
