package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func noEnv(string) string { return "" }

func TestReloadSendsToken(t *testing.T) {
	var got string
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got = r.Method + " " + r.URL.Path + " " + r.Header.Get("Authorization")
		_, _ = io.WriteString(w, "{}")
	}))
	defer srv.Close()
	var out, errs strings.Builder
	code := run([]string{"-addr", srv.URL, "reload"}, func(string) string { return "tok" }, &out, &errs)
	if code != 0 || got != "POST /reload Bearer tok" {
		t.Fatalf("code %d, got %q, stderr %s", code, got, errs.String())
	}
}

func TestErrorAnswerExits1(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = io.WriteString(w, "not ready")
	}))
	defer srv.Close()
	var out, errs strings.Builder
	if code := run([]string{"-addr", srv.URL, "ready"}, noEnv, &out, &errs); code != 1 {
		t.Fatalf("code %d", code)
	}
	if out.String() != "" || !strings.Contains(errs.String(), "not ready") {
		t.Fatalf("stdout %q, stderr %q", out.String(), errs.String())
	}
}

func TestUnknownCommandExits2(t *testing.T) {
	var out, errs strings.Builder
	if code := run([]string{"frobnicate"}, noEnv, &out, &errs); code != 2 {
		t.Fatalf("code %d", code)
	}
}
