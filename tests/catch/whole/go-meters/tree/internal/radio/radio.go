// Package radio reads received telegrams from the stick. The stick, or the ser2net in
// front of it, prints one telegram per line: hex, a semicolon, the RSSI in dBm.
package radio

import (
	"bufio"
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"strconv"
	"strings"
	"time"
)

// Packet is one line of the stick.
type Packet struct {
	Data []byte
	RSSI int
}

// ParseLine parses "2E44...;-71". The RSSI may be missing.
func ParseLine(line string) (Packet, error) {
	data, rssi, found := strings.Cut(strings.TrimSpace(line), ";")
	b, err := hex.DecodeString(data)
	if err != nil {
		return Packet{}, fmt.Errorf("radio: %w", err)
	}
	p := Packet{Data: b}
	if found {
		if p.RSSI, err = strconv.Atoi(rssi); err != nil {
			return Packet{}, fmt.Errorf("radio: rssi: %w", err)
		}
	}
	return p, nil
}

// Receiver reads packets from Source until told to stop.
type Receiver struct {
	Source string        // "/dev/ttyUSB0", "tcp://host:port" or "-" for standard input
	Retry  time.Duration // pause before the source is opened again
	Log    *slog.Logger
}

// Run hands every packet to handle, one at a time. It opens the source again when it
// ends, except for standard input, and returns when ctx is done.
func (r *Receiver) Run(ctx context.Context, handle func(context.Context, Packet)) error {
	for {
		err := r.read(ctx, handle)
		if ctx.Err() != nil {
			return nil
		}
		if r.Source == "-" {
			return err
		}
		r.Log.Warn("radio source ended", "source", r.Source, "err", err)
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(r.Retry):
		}
	}
}

func (r *Receiver) read(ctx context.Context, handle func(context.Context, Packet)) error {
	src, err := r.open(ctx)
	if err != nil {
		return err
	}
	defer src.Close()
	stop := context.AfterFunc(ctx, func() { src.Close() })
	defer stop()

	sc := bufio.NewScanner(src)
	for sc.Scan() {
		if strings.TrimSpace(sc.Text()) == "" {
			continue
		}
		p, err := ParseLine(sc.Text())
		if err != nil {
			r.Log.Warn("bad line from radio", "err", err)
			continue
		}
		handle(ctx, p)
	}
	return sc.Err()
}

func (r *Receiver) open(ctx context.Context) (io.ReadCloser, error) {
	switch {
	case r.Source == "-":
		return os.Stdin, nil
	case strings.HasPrefix(r.Source, "tcp://"):
		var d net.Dialer
		return d.DialContext(ctx, "tcp", strings.TrimPrefix(r.Source, "tcp://"))
	default:
		return os.Open(r.Source)
	}
}
