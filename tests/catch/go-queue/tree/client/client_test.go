package client

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestAnAnswerOf404IsAnAPIError(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	_, err := New(server.URL).Get(context.Background(), "x")
	var apiError *APIError
	if !errors.As(err, &apiError) || apiError.Status != 404 {
		t.Fatal(err)
	}
}
