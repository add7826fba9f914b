package wmbus

import (
	"bufio"
	"encoding/hex"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/brackwater/standpipe/internal/reading"
)

// telegrams returns the lines of testdata/telegrams.txt without the RSSI.
func telegrams(t *testing.T) [][]byte {
	t.Helper()
	f, err := os.Open("../../testdata/telegrams.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out [][]byte
	sc := bufio.NewScanner(f)
	for sc.Scan() {
		data, _, _ := strings.Cut(sc.Text(), ";")
		b, err := hex.DecodeString(data)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, b)
	}
	return out
}

func TestDecode(t *testing.T) {
	want := []struct {
		r   reading.Reading
		err error
	}{
		{r: reading.Reading{Meter: "KAM-12345678", VolumeL: 123456, AccessNo: 0x10}},
		{r: reading.Reading{Meter: "DME-00400123", VolumeL: 456789, AccessNo: 0x80}},
		{r: reading.Reading{Meter: "KAM-12345678", VolumeL: 123456, AccessNo: 0x10}}, // by way of a repeater
		{r: reading.Reading{Meter: "ITW-30500777", VolumeL: 7770, AccessNo: 0x2a, Status: 0x04}},
		{r: reading.Reading{Meter: "KAM-12345678", VolumeL: 123457, AccessNo: 0x11}},
		{err: ErrEncrypted},
		{r: reading.Reading{Meter: "DME-00400123", VolumeL: 456790, AccessNo: 0x81}},
		{err: ErrShort},
	}
	got := telegrams(t)
	if len(got) != len(want) {
		t.Fatalf("%d telegrams, want %d", len(got), len(want))
	}
	for i, b := range got {
		r, err := Decode(b)
		if !errors.Is(err, want[i].err) {
			t.Errorf("telegram %d: err = %v, want %v", i+1, err, want[i].err)
			continue
		}
		if r.Meter != want[i].r.Meter || r.VolumeL != want[i].r.VolumeL ||
			r.AccessNo != want[i].r.AccessNo || r.Status != want[i].r.Status {
			t.Errorf("telegram %d: got %+v, want %+v", i+1, r, want[i].r)
		}
	}
}

func TestDecodeNeverPanics(t *testing.T) {
	for _, b := range telegrams(t) {
		for n := range b {
			cut := append([]byte(nil), b[:n]...)
			if n > 0 {
				cut[0] = byte(n - 1)
			}
			if _, err := Decode(cut); err == nil && n < 15 {
				t.Errorf("%d bytes decoded", n)
			}
		}
	}
}

func TestLitres(t *testing.T) {
	for _, tc := range []struct {
		v    int64
		n    int
		want int64
	}{{1999, 0, 1}, {1999, 2, 199}, {5, 3, 5}, {5, 4, 50}, {5, 6, 5000}} {
		if got := litres(tc.v, tc.n); got != tc.want {
			t.Errorf("litres(%d, %d) = %d, want %d", tc.v, tc.n, got, tc.want)
		}
	}
}
