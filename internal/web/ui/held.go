package ui

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"
)

// isHeld gives an answer the entity tag of the page, and reports whether the client has a page of that tag. The tag is that of the text
// with the session's own token in the place of the masked one, which is another each time: the forms of the page that the client has
// are as good, and no tag is that of another session.
func (p *Page) isHeld(w http.ResponseWriter, hr *http.Request, text []byte) bool {
	if p.Token != "" {
		text = bytes.ReplaceAll(text, []byte(p.Token), []byte(p.Same))
	}
	sum := sha256.Sum256(text)
	tag := `W/"` + base64.RawURLEncoding.EncodeToString(sum[:16]) + `"`
	w.Header().Set("ETag", tag)
	for sent := range strings.SplitSeq(strings.Join(hr.Header.Values("If-None-Match"), ","), ",") {
		if strings.TrimSpace(sent) == tag {
			return true
		}
	}
	return false
}

func isRead(hr *http.Request) bool {
	return hr.Method == http.MethodGet || hr.Method == http.MethodHead
}
