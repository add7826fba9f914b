package proxy

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"log/slog"
	"math"
	"net/http"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/nordlys/go-edge/internal/metrics"
)

// requestInfo travels in the context; inner handlers fill it, AccessLog reads it.
type requestInfo struct {
	ID     string
	Route  string
	Target string
}

type infoKey struct{}

// infoFrom never returns nil: outside of RequestID it returns a throwaway.
func infoFrom(ctx context.Context) *requestInfo {
	if info, ok := ctx.Value(infoKey{}).(*requestInfo); ok {
		return info
	}
	return &requestInfo{}
}

// Chain wraps h; the first middleware is the outermost.
func Chain(h http.Handler, mws ...func(http.Handler) http.Handler) http.Handler {
	for i := len(mws) - 1; i >= 0; i-- {
		h = mws[i](h)
	}
	return h
}

// RequestID gives each request an id and the requestInfo that carries it.
func RequestID(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := r.Header.Get("X-Request-Id")
		if id == "" || len(id) > 64 {
			var b [8]byte
			_, _ = rand.Read(b[:])
			id = hex.EncodeToString(b[:])
			r.Header.Set("X-Request-Id", id)
		}
		w.Header().Set("X-Request-Id", id)
		ctx := context.WithValue(r.Context(), infoKey{}, &requestInfo{ID: id})
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// AccessLog writes one line for each request. Headers are never logged.
func AccessLog(log *slog.Logger) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			start := time.Now()
			sw := &statusWriter{ResponseWriter: w}
			next.ServeHTTP(sw, r)
			info := infoFrom(r.Context())
			log.Info("request",
				"id", info.ID, "method", r.Method, "path", r.URL.Path,
				"route", info.Route, "target", info.Target,
				"status", sw.code(), "ms", time.Since(start).Milliseconds())
		})
	}
}

// Recover turns a panic into a 500 and counts it.
func Recover(m *metrics.Edge, log *slog.Logger) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			defer func() {
				v := recover()
				if v == nil {
					return
				}
				if v == http.ErrAbortHandler {
					panic(v)
				}
				m.Panics.Inc()
				log.Error("panic", "value", v, "stack", string(debug.Stack()))
				writeError(w, r, http.StatusInternalServerError, "internal", "internal error")
			}()
			next.ServeHTTP(w, r)
		})
	}
}

type statusWriter struct {
	http.ResponseWriter
	status int
}

func (s *statusWriter) WriteHeader(code int) {
	if s.status == 0 {
		s.status = code
	}
	s.ResponseWriter.WriteHeader(code)
}

// Unwrap lets http.ResponseController reach Flush and Hijack.
func (s *statusWriter) Unwrap() http.ResponseWriter { return s.ResponseWriter }

func (s *statusWriter) code() int {
	if s.status == 0 {
		return http.StatusOK
	}
	return s.status
}

// writeError is the shape of every error that the gateway itself answers.
func writeError(w http.ResponseWriter, r *http.Request, status int, code, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]any{"error": map[string]string{
		"code": code, "message": message, "request_id": infoFrom(r.Context()).ID,
	}})
}

// writeRetry is a 429 with Retry-After in whole seconds, rounded up, at least 1.
func writeRetry(w http.ResponseWriter, r *http.Request, wait time.Duration, code, message string) {
	secs := int(math.Max(1, math.Ceil(wait.Seconds())))
	w.Header().Set("Retry-After", strconv.Itoa(secs))
	writeError(w, r, http.StatusTooManyRequests, code, message)
}
