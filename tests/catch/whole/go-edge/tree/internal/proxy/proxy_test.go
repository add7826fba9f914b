package proxy

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/nordlys/go-edge/internal/clock"
	"github.com/nordlys/go-edge/internal/config"
	"github.com/nordlys/go-edge/internal/metrics"
)

type allHealthy bool

func (h allHealthy) Healthy(string, string) bool { return bool(h) }

var discard = slog.New(slog.NewTextHandler(io.Discard, nil))

// echo answers with the path it got.
func echo(t *testing.T) *httptest.Server {
	t.Helper()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, r.URL.Path)
	}))
	t.Cleanup(srv.Close)
	return srv
}

func testConfig(target string) *config.Config {
	return &config.Config{
		Upstreams: []config.Upstream{{Name: "web", Targets: []string{target}}},
		Routes: []config.Route{{
			Name: "api", PathPrefix: "/api/", StripPrefix: true, Upstream: "web",
			Timeout: config.Duration{Duration: time.Second},
		}},
	}
}

func newGateway(t *testing.T, cfg *config.Config, healthy bool) (*Gateway, *clock.Fake) {
	t.Helper()
	clk := clock.NewFake(time.Date(2024, 5, 6, 12, 0, 0, 0, time.UTC))
	g, err := New(cfg, Deps{
		Health:  allHealthy(healthy),
		Metrics: metrics.NewEdge(metrics.NewRegistry()),
		Clock:   clk,
		Log:     discard,
	})
	if err != nil {
		t.Fatal(err)
	}
	return g, clk
}

func get(h http.Handler, path string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	return w
}

func TestForwardStripsPrefix(t *testing.T) {
	g, _ := newGateway(t, testConfig(echo(t).URL), true)
	w := get(g, "/api/orders")
	if w.Code != 200 || w.Body.String() != "/orders" {
		t.Fatalf("%d %q", w.Code, w.Body.String())
	}
	if g.Metrics.Requests.Value("api", "200") != 1 {
		t.Fatal("request not counted")
	}
}

func TestNoRoute(t *testing.T) {
	g, _ := newGateway(t, testConfig(echo(t).URL), true)
	if w := get(g, "/nope"); w.Code != 404 || !strings.Contains(w.Body.String(), "no_route") {
		t.Fatalf("%d %s", w.Code, w.Body.String())
	}
}

func TestNoHealthyTarget(t *testing.T) {
	g, _ := newGateway(t, testConfig(echo(t).URL), false)
	if w := get(g, "/api/x"); w.Code != 503 || !strings.Contains(w.Body.String(), "no_upstream") {
		t.Fatalf("%d %s", w.Code, w.Body.String())
	}
}

func TestRateLimitSurvivesReload(t *testing.T) {
	cfg := testConfig(echo(t).URL)
	cfg.Routes[0].RateLimit = &config.RateLimit{RPS: 1, Burst: 1, Key: "ip"}
	g, clk := newGateway(t, cfg, true)
	if w := get(g, "/api/x"); w.Code != 200 {
		t.Fatalf("first request: %d", w.Code)
	}
	commit, err := g.Prepare(cfg)
	if err != nil {
		t.Fatal(err)
	}
	commit()
	w := get(g, "/api/x")
	if w.Code != 429 || w.Header().Get("Retry-After") != "1" {
		t.Fatalf("after reload: %d, Retry-After %q", w.Code, w.Header().Get("Retry-After"))
	}
	clk.Advance(time.Second)
	if w := get(g, "/api/x"); w.Code != 200 {
		t.Fatalf("after the wait: %d", w.Code)
	}
}

func TestClientIP(t *testing.T) {
	r, err := newIPResolver(&config.Config{TrustedProxies: []string{"10.0.0.0/8"}})
	if err != nil {
		t.Fatal(err)
	}
	req := httptest.NewRequest(http.MethodGet, "/", nil)
	req.RemoteAddr = "10.1.1.1:5000"
	req.Header.Set("X-Forwarded-For", "198.51.100.7, 203.0.113.9, 10.2.2.2")
	if got := r.clientIP(req); got != "203.0.113.9" {
		t.Fatalf("behind our proxies: %s", got)
	}
	req.RemoteAddr = "192.0.2.1:5000"
	if got := r.clientIP(req); got != "192.0.2.1" {
		t.Fatalf("untrusted peer: %s", got)
	}
}
