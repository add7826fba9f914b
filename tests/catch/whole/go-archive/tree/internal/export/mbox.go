package export

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net/mail"
	"time"

	"github.com/kestrelmail/postbag/internal/maildir"
)

// writeMbox writes mboxrd: lines of ">"* "From " get one ">" more.
func writeMbox(w io.Writer, st *maildir.Store, keys []string) error {
	bw := bufio.NewWriter(w)
	for _, key := range keys {
		raw, err := st.Read(key)
		if err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
		m := parsed(raw)
		fmt.Fprintf(bw, "From %s %s\n", sender(m.From), m.Date.Format(time.ANSIC))
		for _, line := range bytes.SplitAfter(raw, []byte("\n")) {
			if bytes.HasPrefix(bytes.TrimLeft(line, ">"), []byte("From ")) {
				bw.WriteByte('>')
			}
			bw.Write(line)
		}
		if !bytes.HasSuffix(raw, []byte("\n")) {
			bw.WriteByte('\n')
		}
		bw.WriteByte('\n')
	}
	return bw.Flush()
}

func sender(from string) string {
	if a, err := mail.ParseAddress(from); err == nil {
		return a.Address
	}
	return "MAILER-DAEMON"
}
