// Package client talks to relayqd.
package client

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// Job is a job as the API shows it.
type Job struct {
	ID        string    `json:"id"`
	Queue     string    `json:"queue"`
	State     string    `json:"state"`
	Attempts  int       `json:"attempts"`
	RunAt     time.Time `json:"run_at"`
	LastError string    `json:"last_error"`
}

// APIError is an answer that is not 2xx.
type APIError struct {
	Status  int
	Code    string
	Message string
}

func (e *APIError) Error() string {
	return fmt.Sprintf("relayq: %d %s: %s", e.Status, e.Code, e.Message)
}

// Client is safe for concurrent use.
type Client struct {
	base string
	http *http.Client
}

func New(base string) *Client {
	return &Client{base: base, http: &http.Client{Timeout: 10 * time.Second}}
}

func (c *Client) Enqueue(ctx context.Context, queue string, payload []byte) (*Job, error) {
	var out Job
	in := map[string]any{"queue": queue, "payload": payload}
	return &out, c.do(ctx, http.MethodPost, "/jobs", in, &out)
}

func (c *Client) Get(ctx context.Context, id string) (*Job, error) {
	var out Job
	return &out, c.do(ctx, http.MethodGet, "/jobs/"+id, nil, &out)
}

func (c *Client) do(ctx context.Context, method, path string, in, out any) error {
	body, err := json.Marshal(in)
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, method, c.base+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	response, err := c.http.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode/100 != 2 {
		return readError(response)
	}
	return json.NewDecoder(response.Body).Decode(out)
}

func readError(response *http.Response) error {
	var body struct {
		Error struct{ Code, Message string }
	}
	_ = json.NewDecoder(response.Body).Decode(&body)
	return &APIError{Status: response.StatusCode, Code: body.Error.Code, Message: body.Error.Message}
}
