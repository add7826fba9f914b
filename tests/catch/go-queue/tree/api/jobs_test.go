package api

import (
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"example.com/relayq/sched"
	"example.com/relayq/store"
)

func newTestServer() *Server {
	return NewServer(store.NewMemory(), sched.NewFakeClock(time.Unix(1000, 0)))
}

func TestEnqueueWithoutAQueueIsRefused(t *testing.T) {
	w := httptest.NewRecorder()
	newTestServer().ServeHTTP(w, httptest.NewRequest("POST", "/jobs", strings.NewReader(`{"payload":""}`)))
	if w.Code != 400 {
		t.Fatalf("got %d", w.Code)
	}
}

func TestGetOfAnUnknownJob(t *testing.T) {
	w := httptest.NewRecorder()
	newTestServer().ServeHTTP(w, httptest.NewRequest("GET", "/jobs/none", nil))
	if w.Code != 404 {
		t.Fatalf("got %d", w.Code)
	}
}
