package status

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/brackwater/standpipe/internal/gateway"
	"github.com/brackwater/standpipe/internal/reading"
	"github.com/brackwater/standpipe/internal/store"
)

type fakeStore struct {
	stats store.Stats
	last  []reading.Reading
	err   error
}

func (f *fakeStore) Stats(context.Context) (store.Stats, error) { return f.stats, f.err }

func (f *fakeStore) Meters(context.Context) ([]string, error) {
	var names []string
	for _, r := range f.last {
		names = append(names, r.Meter)
	}
	return names, f.err
}

func (f *fakeStore) LastReading(_ context.Context, meter string) (reading.Reading, error) {
	for _, r := range f.last {
		if r.Meter == meter {
			return r, nil
		}
	}
	return reading.Reading{}, store.ErrNotFound
}

func get(t *testing.T, st Store, path string) (int, string) {
	t.Helper()
	var c gateway.Counters
	c.Received.Store(7)
	h := New("gw1", st, &c, slog.New(slog.NewTextHandler(io.Discard, nil))).Handler()
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, path, nil))
	return rec.Code, rec.Body.String()
}

func TestPage(t *testing.T) {
	st := &fakeStore{
		stats: store.Stats{Total: 12, Sent: 9, Pending: 3},
		last: []reading.Reading{{
			Meter: "KAM-12345678", VolumeL: 123456,
			ReceivedAt: time.Date(2024, 5, 1, 6, 0, 0, 0, time.UTC),
		}},
	}
	code, body := get(t, st, "/")
	if code != http.StatusOK {
		t.Fatalf("code = %d", code)
	}
	for _, want := range []string{"<h1>gw1</h1>", "3 waiting", "7 telegrams", "KAM-12345678", "2024-05-01 06:00:00", "123456"} {
		if !strings.Contains(body, want) {
			t.Errorf("page lacks %q", want)
		}
	}
}

func TestHealthz(t *testing.T) {
	if code, _ := get(t, &fakeStore{}, "/healthz"); code != http.StatusOK {
		t.Errorf("code = %d", code)
	}
	if code, _ := get(t, &fakeStore{err: errors.New("disk full")}, "/healthz"); code != http.StatusServiceUnavailable {
		t.Errorf("code with a broken store = %d", code)
	}
}

func TestUnknownPath(t *testing.T) {
	if code, _ := get(t, &fakeStore{}, "/nope"); code != http.StatusNotFound {
		t.Errorf("code = %d", code)
	}
}
