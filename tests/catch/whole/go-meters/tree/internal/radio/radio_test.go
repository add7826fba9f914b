package radio

import (
	"context"
	"io"
	"log/slog"
	"net"
	"testing"
	"time"
)

func TestParseLine(t *testing.T) {
	for _, tc := range []struct {
		in   string
		want int // length of the data, -1 for an error
		rssi int
	}{
		{"0A0B0C;-71", 3, -71},
		{"0a0b0c\r", 3, 0},
		{"0a0b0", -1, 0},
		{"0a0b0c;loud", -1, 0},
		{"xx;-71", -1, 0},
	} {
		p, err := ParseLine(tc.in)
		if (err != nil) != (tc.want < 0) {
			t.Errorf("%q: err = %v", tc.in, err)
			continue
		}
		if err == nil && (len(p.Data) != tc.want || p.RSSI != tc.rssi) {
			t.Errorf("%q: got %d bytes, %d dBm", tc.in, len(p.Data), p.RSSI)
		}
	}
}

func TestRunReconnects(t *testing.T) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	go func() {
		for {
			c, err := ln.Accept()
			if err != nil {
				return
			}
			io.WriteString(c, "garbage\n0102;-60\n")
			c.Close()
		}
	}()

	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	r := &Receiver{
		Source: "tcp://" + ln.Addr().String(),
		Retry:  time.Millisecond,
		Log:    slog.New(slog.NewTextHandler(io.Discard, nil)),
	}
	n := 0
	if err := r.Run(ctx, func(context.Context, Packet) {
		if n++; n == 3 {
			cancel()
		}
	}); err != nil {
		t.Fatal(err)
	}
	if n < 3 {
		t.Fatalf("got %d packets, want one per connection", n)
	}
}
