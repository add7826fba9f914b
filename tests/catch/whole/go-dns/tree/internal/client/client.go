// Package client speaks burrowd's HTTP API.
package client

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"example.net/burrow/internal/apitype"
)

type Client struct {
	base  string
	token string
	http  *http.Client
}

func New(base, token string) *Client {
	return &Client{base: strings.TrimSuffix(base, "/"), token: token, http: &http.Client{Timeout: 15 * time.Second}}
}

// StatusError is an answer that is not 2xx.
type StatusError struct {
	Status  int
	Message string
}

func (e *StatusError) Error() string { return fmt.Sprintf("%s (HTTP %d)", e.Message, e.Status) }

// do sends in as JSON unless it is nil, and decodes the answer into out unless that is nil.
func (c *Client) do(ctx context.Context, method, path string, in, out any) error {
	var body bytes.Buffer
	if in != nil {
		if err := json.NewEncoder(&body).Encode(in); err != nil {
			return err
		}
	}
	req, err := http.NewRequestWithContext(ctx, method, c.base+path, &body)
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+c.token)
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		var e apitype.Error
		if err := json.NewDecoder(resp.Body).Decode(&e); err != nil {
			e.Error = resp.Status
		}
		return &StatusError{Status: resp.StatusCode, Message: e.Error}
	}
	if out == nil {
		return nil
	}
	return json.NewDecoder(resp.Body).Decode(out)
}

func zonePath(name, rest string) string { return "/v1/zones/" + url.PathEscape(name) + rest }

func (c *Client) Zones(ctx context.Context) ([]apitype.Zone, error) {
	var out []apitype.Zone
	err := c.do(ctx, http.MethodGet, "/v1/zones", nil, &out)
	return out, err
}

func (c *Client) Zone(ctx context.Context, name string) (apitype.Zone, error) {
	var out apitype.Zone
	err := c.do(ctx, http.MethodGet, zonePath(name, ""), nil, &out)
	return out, err
}

func (c *Client) Reload(ctx context.Context, name string) (apitype.Zone, error) {
	var out apitype.Zone
	err := c.do(ctx, http.MethodPost, zonePath(name, "/reload"), nil, &out)
	return out, err
}

func (c *Client) Notify(ctx context.Context, name string) error {
	return c.do(ctx, http.MethodPost, zonePath(name, "/notify"), nil, nil)
}
