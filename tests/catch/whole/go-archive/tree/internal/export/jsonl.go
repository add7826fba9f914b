package export

import (
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/kestrelmail/postbag/internal/maildir"
)

type jsonMessage struct {
	Key         string    `json:"key"`
	ID          string    `json:"id"`
	From        string    `json:"from"`
	To          string    `json:"to"`
	Subject     string    `json:"subject"`
	Date        time.Time `json:"date"`
	Text        string    `json:"text"`
	Attachments []string  `json:"attachments"`
	Raw         []byte    `json:"raw"` // base64
}

// writeJSONL writes one object a line.
func writeJSONL(w io.Writer, st *maildir.Store, keys []string) error {
	enc := json.NewEncoder(w)
	for _, key := range keys {
		raw, err := st.Read(key)
		if err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
		m := parsed(raw)
		names := []string{}
		for _, a := range m.Attachments {
			names = append(names, a.Name)
		}
		if err := enc.Encode(jsonMessage{
			Key: key, ID: m.ID, From: m.From, To: m.To, Subject: m.Subject, Date: m.Date,
			Text: m.Text, Attachments: names, Raw: raw,
		}); err != nil {
			return err
		}
	}
	return nil
}
