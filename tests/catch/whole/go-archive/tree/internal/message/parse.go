// Package message reads what the archive wants to know from raw mail.
package message

import (
	"bytes"
	"encoding/base64"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"strings"
	"time"
)

const maxDepth = 8

// Message is the readable side of one mail.
type Message struct {
	ID          string
	From        string
	To          string
	Subject     string
	Date        time.Time
	Text        string
	Attachments []Attachment
}

// Attachment is a leaf that has a name.
type Attachment struct {
	Name string
	Type string
	Size int64
}

// header is what net/mail and mime/multipart headers have in common.
type header interface{ Get(string) string }

// Parse reads raw. An error means that not even the header could be read; a
// broken body gives what could be read of it.
func Parse(raw []byte) (*Message, error) {
	m, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	out := &Message{
		ID:      strings.Trim(m.Header.Get("Message-Id"), "<> "),
		From:    decodeWord(m.Header.Get("From")),
		To:      decodeWord(m.Header.Get("To")),
		Subject: decodeWord(m.Header.Get("Subject")),
	}
	if d, err := m.Header.Date(); err == nil {
		out.Date = d.UTC()
	}
	walk(out, m.Header, m.Body, 0)
	return out, nil
}

func walk(out *Message, h header, body io.Reader, depth int) {
	if b := boundary(h); b != "" && depth < maxDepth {
		r := multipart.NewReader(body, b)
		for {
			p, err := r.NextRawPart()
			if err != nil {
				return
			}
			walk(out, p.Header, p, depth+1)
		}
	}
	data, err := io.ReadAll(decodeBody(encoding(h), body))
	if err != nil && len(data) == 0 {
		return
	}
	typ, params := mediaType(h)
	if name := partName(h, params); name != "" {
		out.Attachments = append(out.Attachments, Attachment{Name: name, Type: typ, Size: int64(len(data))})
		return
	}
	if typ == "text/plain" {
		out.Text += string(data) + "\n"
	}
}

// boundary is "" for a leaf.
func boundary(h header) string {
	typ, params := mediaType(h)
	if !strings.HasPrefix(typ, "multipart/") {
		return ""
	}
	return params["boundary"]
}

// encoding is the transfer encoding in lower case, "7bit" where none is named.
func encoding(h header) string {
	if e := strings.ToLower(strings.TrimSpace(h.Get("Content-Transfer-Encoding"))); e != "" {
		return e
	}
	return "7bit"
}

func mediaType(h header) (string, map[string]string) {
	typ, params, err := mime.ParseMediaType(h.Get("Content-Type"))
	if err != nil && !errors.Is(err, mime.ErrInvalidMediaParameter) {
		return "text/plain", nil
	}
	return typ, params
}

func partName(h header, params map[string]string) string {
	if _, p, err := mime.ParseMediaType(h.Get("Content-Disposition")); err == nil && p["filename"] != "" {
		return decodeWord(p["filename"])
	}
	return decodeWord(params["name"])
}

func decodeBody(enc string, r io.Reader) io.Reader {
	switch enc {
	case "base64":
		return base64.NewDecoder(base64.StdEncoding, r)
	case "quoted-printable":
		return quotedprintable.NewReader(r)
	}
	return r
}

func decodeWord(s string) string {
	if d, err := new(mime.WordDecoder).DecodeHeader(s); err == nil {
		return d
	}
	return s
}
