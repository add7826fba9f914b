package admin

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nordlys/go-edge/internal/config"
	"github.com/nordlys/go-edge/internal/health"
	"github.com/nordlys/go-edge/internal/metrics"
	"github.com/nordlys/go-edge/internal/reload"
)

const cfgText = `{
  "upstreams": [{"name": "web", "targets": ["http://127.0.0.1:18081"]}],
  "routes": [{"name": "root", "path_prefix": "/", "upstream": "web"}]
}`

func newServer(t *testing.T, token string) (*Server, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "edge.json")
	if err := os.WriteFile(path, []byte(cfgText), 0o600); err != nil {
		t.Fatal(err)
	}
	cfg, err := config.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	reg := metrics.NewRegistry()
	m := metrics.NewEdge(reg)
	return New(Deps{
		Store:    reload.NewStore(path, cfg, m, log),
		Checker:  health.New(cfg, m, log),
		Registry: reg,
		Log:      log,
		Token:    token,
	}), path
}

func do(s *Server, method, path, token string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, nil)
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	return w
}

func TestReadyz(t *testing.T) {
	s, _ := newServer(t, "")
	if w := do(s, http.MethodGet, "/readyz", ""); w.Code != 503 {
		t.Fatalf("before SetReady: %d", w.Code)
	}
	s.SetReady(true)
	if w := do(s, http.MethodGet, "/readyz", ""); w.Code != 200 {
		t.Fatalf("after SetReady: %d", w.Code)
	}
}

func TestReloadNeedsToken(t *testing.T) {
	s, _ := newServer(t, "s3cret")
	if w := do(s, http.MethodPost, "/reload", "wrong"); w.Code != 403 {
		t.Fatalf("wrong token: %d", w.Code)
	}
	if w := do(s, http.MethodPost, "/reload", "s3cret"); w.Code != 200 {
		t.Fatalf("right token: %d %s", w.Code, w.Body)
	}
	open, _ := newServer(t, "")
	if w := do(open, http.MethodPost, "/reload", ""); w.Code != 403 {
		t.Fatalf("no token configured: %d", w.Code)
	}
}

func TestReloadReportsProblems(t *testing.T) {
	s, path := newServer(t, "s3cret")
	if err := os.WriteFile(path, []byte(`{"routes": []}`), 0o600); err != nil {
		t.Fatal(err)
	}
	w := do(s, http.MethodPost, "/reload", "s3cret")
	if w.Code != 422 || !strings.Contains(w.Body.String(), "routes: at least one") {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
}

func TestUpstreams(t *testing.T) {
	s, _ := newServer(t, "")
	w := do(s, http.MethodGet, "/upstreams", "")
	if w.Code != 200 || !strings.Contains(w.Body.String(), `"healthy":true`) {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
}
