package main

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.net/burrow/internal/apitype"
	"example.net/burrow/internal/client"
)

// fakeAPI answers each "METHOD path" with a body.
func fakeAPI(t *testing.T, answers map[string]any) *client.Client {
	t.Helper()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, ok := answers[r.Method+" "+r.URL.Path]
		if !ok {
			w.WriteHeader(http.StatusNotFound)
			body = apitype.Error{Error: "zone is not in service"}
		}
		_ = json.NewEncoder(w).Encode(body)
	}))
	t.Cleanup(srv.Close)
	return client.New(srv.URL, "k")
}

func TestShow(t *testing.T) {
	c := fakeAPI(t, map[string]any{"GET /v1/zones/example.org": apitype.Zone{Name: "example.org.", Role: "primary", Serial: 7, Records: 2}})
	var out, errOut bytes.Buffer
	if code := dispatch(context.Background(), c, []string{"show", "example.org"}, &out, &errOut); code != 0 {
		t.Fatalf("%d: %s", code, errOut.String())
	}
	if !strings.Contains(out.String(), "example.org.  primary  7") {
		t.Errorf("%q", out.String())
	}
}

func TestExitCodes(t *testing.T) {
	c := fakeAPI(t, nil)
	for _, tc := range []struct {
		args []string
		want int
	}{
		{nil, 2},
		{[]string{"frobnicate"}, 2},
		{[]string{"show"}, 2},
		{[]string{"show", "example.net"}, 1},
	} {
		var out, errOut bytes.Buffer
		if got := dispatch(context.Background(), c, tc.args, &out, &errOut); got != tc.want {
			t.Errorf("%v: %d, want %d", tc.args, got, tc.want)
		}
	}
}
