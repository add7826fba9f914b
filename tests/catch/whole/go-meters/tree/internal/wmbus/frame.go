// Package wmbus decodes the unencrypted wireless M-Bus telegrams (EN 13757-3 and -4)
// that water meters send. The radio stick has already checked and cut out the CRCs.
package wmbus

import (
	"encoding/binary"
	"errors"
	"fmt"
)

var (
	ErrShort       = errors.New("wmbus: telegram too short")
	ErrLength      = errors.New("wmbus: length field does not match")
	ErrBCD         = errors.New("wmbus: not a BCD number")
	ErrEncrypted   = errors.New("wmbus: telegram is encrypted")
	ErrUnsupported = errors.New("wmbus: unsupported header")
	ErrNoVolume    = errors.New("wmbus: no current volume in telegram")
)

const (
	ciLongHeader  = 0x72
	ciShortHeader = 0x7a
)

// Frame is a telegram taken apart as far as the data records.
type Frame struct {
	Manufacturer string
	ID           string // eight digits
	Version      byte
	Type         byte
	AccessNo     byte
	Status       byte
	Records      []byte
}

// Meter returns the name under which the rest of the program knows the meter.
func (f Frame) Meter() string { return f.Manufacturer + "-" + f.ID }

// ParseFrame takes a telegram apart, from the L field to the last data record.
func ParseFrame(b []byte) (Frame, error) {
	if len(b) < 11 {
		return Frame{}, ErrShort
	}
	if int(b[0]) != len(b)-1 {
		return Frame{}, ErrLength
	}
	f := Frame{
		Manufacturer: manufacturer(binary.LittleEndian.Uint16(b[2:4])),
		Version:      b[8],
		Type:         b[9],
	}
	id, err := serial(b[4:8])
	if err != nil {
		return Frame{}, err
	}
	f.ID = id

	ci, rest := b[10], b[11:]
	switch ci {
	case ciShortHeader:
	case ciLongHeader:
		// The long header names the meter behind a radio adapter; that one counts.
		if len(rest) < 8 {
			return Frame{}, ErrShort
		}
		if f.ID, err = serial(rest[0:4]); err != nil {
			return Frame{}, err
		}
		f.Manufacturer = manufacturer(binary.LittleEndian.Uint16(rest[4:6]))
		f.Version, f.Type = rest[6], rest[7]
		rest = rest[8:]
	default:
		return Frame{}, fmt.Errorf("%w: CI 0x%02x", ErrUnsupported, ci)
	}
	if len(rest) < 4 {
		return Frame{}, ErrShort
	}
	f.AccessNo, f.Status = rest[0], rest[1]
	if mode := rest[3] & 0x1f; mode != 0 {
		return Frame{}, fmt.Errorf("%w: mode %d", ErrEncrypted, mode)
	}
	f.Records = rest[4:]
	return f, nil
}

func manufacturer(m uint16) string {
	return string([]byte{
		byte(m>>10&0x1f) + 64,
		byte(m>>5&0x1f) + 64,
		byte(m&0x1f) + 64,
	})
}

func serial(b []byte) (string, error) {
	n, err := bcd(b)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%08d", n), nil
}

// bcd reads a little-endian BCD number of any length.
func bcd(b []byte) (int64, error) {
	var n int64
	for i := len(b) - 1; i >= 0; i-- {
		hi, lo := b[i]>>4, b[i]&0x0f
		if hi > 9 || lo > 9 {
			return 0, ErrBCD
		}
		n = n*100 + int64(hi)*10 + int64(lo)
	}
	return n, nil
}
