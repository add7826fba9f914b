package zone

import (
	"bufio"
	"fmt"
	"io"
	"os"

	"github.com/miekg/dns"
)

// Parse reads a master file (RFC 1035 section 5). $INCLUDE is not allowed. The zone comes back sealed.
func Parse(r io.Reader, origin, file string) (*Zone, error) {
	z := New(origin)
	zp := dns.NewZoneParser(r, z.Origin, file)
	for rr, ok := zp.Next(); ok; rr, ok = zp.Next() {
		if err := z.Add(rr); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	if err := zp.Err(); err != nil {
		return nil, err
	}
	if err := z.Seal(); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return z, nil
}

func LoadFile(path, origin string) (*Zone, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return Parse(f, origin, path)
}

// WriteFile replaces path by the zone in master file form: a temporary file, fsync, rename.
func WriteFile(path string, z *Zone) error {
	return Replace(path, 0o644, func(w io.Writer) error {
		for _, rr := range z.Records() {
			if _, err := fmt.Fprintln(w, rr); err != nil {
				return err
			}
		}
		return nil
	})
}

// Replace writes a file so that readers see the old or the new contents, never a part.
func Replace(path string, mode os.FileMode, write func(io.Writer) error) error {
	tmp := path + ".tmp"
	f, err := os.OpenFile(tmp, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, mode)
	if err != nil {
		return err
	}
	defer os.Remove(tmp)
	w := bufio.NewWriter(f)
	if err := write(w); err != nil {
		f.Close()
		return err
	}
	if err := w.Flush(); err != nil {
		f.Close()
		return err
	}
	if err := f.Sync(); err != nil {
		f.Close()
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(tmp, path)
}
