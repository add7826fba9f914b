package health

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nordlys/go-edge/internal/config"
	"github.com/nordlys/go-edge/internal/metrics"
)

func testConfig(target string) *config.Config {
	return &config.Config{
		Health: config.Health{
			Interval:       config.Duration{Duration: time.Second},
			Timeout:        config.Duration{Duration: time.Second},
			UnhealthyAfter: 2,
			HealthyAfter:   1,
		},
		Upstreams: []config.Upstream{{Name: "web", Targets: []string{target}, HealthPath: "/healthz"}},
	}
}

func TestTargetLeavesAndReturns(t *testing.T) {
	var down atomic.Bool
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if down.Load() {
			w.WriteHeader(http.StatusInternalServerError)
		}
	}))
	defer srv.Close()

	m := metrics.NewEdge(metrics.NewRegistry())
	c := New(testConfig(srv.URL), m, slog.New(slog.NewTextHandler(io.Discard, nil)))
	ctx := context.Background()

	down.Store(true)
	c.CheckOnce(ctx)
	if !c.Healthy("web", srv.URL) {
		t.Fatal("one failed probe took the target out")
	}
	c.CheckOnce(ctx)
	if c.Healthy("web", srv.URL) || m.UpstreamHealthy.Value("web", srv.URL) != 0 {
		t.Fatal("target still in rotation after two failed probes")
	}
	down.Store(false)
	c.CheckOnce(ctx)
	if !c.Healthy("web", srv.URL) {
		t.Fatal("target did not return")
	}
}

func TestReloadForgetsRemovedTargets(t *testing.T) {
	m := metrics.NewEdge(metrics.NewRegistry())
	c := New(testConfig("http://127.0.0.1:1"), m, slog.New(slog.NewTextHandler(io.Discard, nil)))
	commit, err := c.Prepare(testConfig("http://127.0.0.1:2"))
	if err != nil {
		t.Fatal(err)
	}
	commit()
	got := c.Snapshot()
	if len(got) != 1 || got[0].Target != "http://127.0.0.1:2" {
		t.Fatalf("snapshot = %+v", got)
	}
}
