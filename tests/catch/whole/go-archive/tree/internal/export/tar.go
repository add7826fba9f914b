package export

import (
	"archive/tar"
	"fmt"
	"io"

	"github.com/kestrelmail/postbag/internal/maildir"
)

// writeTar writes KEY.eml for each message, dated as the message is.
func writeTar(w io.Writer, st *maildir.Store, keys []string) error {
	tw := tar.NewWriter(w)
	for _, key := range keys {
		raw, err := st.Read(key)
		if err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
		h := &tar.Header{
			Name:    key + ".eml",
			Mode:    0o600,
			Size:    int64(len(raw)),
			ModTime: parsed(raw).Date,
		}
		if err := tw.WriteHeader(h); err != nil {
			return err
		}
		if _, err := tw.Write(raw); err != nil {
			return err
		}
	}
	return tw.Close()
}
