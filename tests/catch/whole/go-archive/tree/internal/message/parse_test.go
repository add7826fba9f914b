package message

import (
	"strings"
	"testing"
)

const mixed = `Message-ID: <1@example.org>
From: Ana <ana@example.org>
To: bo@example.org
Subject: =?utf-8?q?caf=C3=A9?=
Date: Mon, 02 Jan 2023 10:00:00 +0100
Content-Type: multipart/mixed; boundary=outer

--outer
Content-Type: multipart/alternative; boundary=inner

--inner
Content-Type: text/plain
Content-Transfer-Encoding: quoted-printable

na=C3=AFve
--inner
Content-Type: text/html

<p>no</p>
--inner--
--outer
Content-Type: application/pdf; name=a.pdf
Content-Transfer-Encoding: base64

aGVsbG8=
--outer--
`

func TestParseMixed(t *testing.T) {
	m, err := Parse([]byte(strings.ReplaceAll(mixed, "\n", "\r\n")))
	if err != nil {
		t.Fatal(err)
	}
	if m.ID != "1@example.org" || m.Subject != "café" {
		t.Errorf("ID %q, Subject %q", m.ID, m.Subject)
	}
	if m.Date.Hour() != 9 {
		t.Errorf("Date %v is not UTC", m.Date)
	}
	if strings.TrimSpace(m.Text) != "naïve" {
		t.Errorf("Text %q", m.Text)
	}
	if len(m.Attachments) != 1 || m.Attachments[0].Name != "a.pdf" || m.Attachments[0].Size != 5 {
		t.Errorf("Attachments %v", m.Attachments)
	}
}

func TestParseCutOff(t *testing.T) {
	m, err := Parse([]byte(mixed[:strings.Index(mixed, "--inner--")]))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(m.Text, "naïve") {
		t.Errorf("Text %q", m.Text)
	}
}

func TestParseNoHeader(t *testing.T) {
	if _, err := Parse([]byte("not a header\n\nbody")); err == nil {
		t.Fatal("no error")
	}
}
