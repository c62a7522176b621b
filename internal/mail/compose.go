package mail

import (
	"bytes"
	"crypto/rand"
	"mime"
	"mime/quotedprintable"
	"net/mail"
	"strings"
	"time"
)

// compose returns a message as it is sent. Its headers hold nothing that could begin another one.
func (s *Sender) compose(to *mail.Address, subject, text string) []byte {
	var b bytes.Buffer
	for _, header := range [][2]string{
		{"From", s.from.String()},
		{"To", to.String()},
		{"Subject", mime.QEncoding.Encode("utf-8", oneLine(subject))},
		{"Date", time.Now().UTC().Format(time.RFC1123Z)},
		{"Message-ID", "<" + rand.Text() + "@" + domainOf(s.from.Address) + ">"},
		{"Auto-Submitted", "auto-generated"}, // no answers of those who are away
		{"MIME-Version", "1.0"},
		{"Content-Type", "text/plain; charset=utf-8"},
		{"Content-Transfer-Encoding", "quoted-printable"},
	} {
		b.WriteString(header[0] + ": " + header[1] + "\r\n")
	}
	b.WriteString("\r\n")
	w := quotedprintable.NewWriter(&b)
	_, _ = w.Write([]byte(strings.ReplaceAll(text, "\n", "\r\n"))) // a buffer takes everything
	_ = w.Close()
	return b.Bytes()
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
