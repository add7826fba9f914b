// Package forward brings stored readings to the upstream service.
package forward

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	"github.com/brackwater/standpipe/internal/reading"
)

// Client posts batches to upstream.
type Client struct {
	URL     string
	Token   string // bearer token, may be empty
	Gateway string // name of this gateway, for upstream's log
	HTTP    *http.Client
}

type batch struct {
	Gateway  string            `json:"gateway"`
	Readings []reading.Reading `json:"readings"`
}

// Post sends one batch. Upstream takes all of it or nothing.
func (c *Client) Post(ctx context.Context, rs []reading.Reading) error {
	body, err := json.Marshal(batch{Gateway: c.Gateway, Readings: rs})
	if err != nil {
		return fmt.Errorf("upstream: %w", err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.URL, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("upstream: %w", err)
	}
	req.Header.Set("Content-Type", "application/json")
	if c.Token != "" {
		req.Header.Set("Authorization", "Bearer "+c.Token)
	}
	resp, err := c.HTTP.Do(req)
	if err != nil {
		return fmt.Errorf("upstream: %w", err)
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, io.LimitReader(resp.Body, 64<<10)) // keep the connection usable
	if resp.StatusCode/100 != 2 {
		return fmt.Errorf("upstream: status %d", resp.StatusCode)
	}
	return nil
}
