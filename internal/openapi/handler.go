package openapi

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"sync"
	"time"
)

// Path is the address of the document.
const Path = "/docs/openapi.json"

// Handler serves a document to everyone, also to the pages of other sites. It answers GET and HEAD. The document is made for the
// first request.
func Handler(document func() []byte) http.Handler {
	made := sync.OnceValues(func() (text []byte, tag string) {
		text = document()
		sum := sha256.Sum256(text)
		return text, `"` + hex.EncodeToString(sum[:8]) + `"`
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Access-Control-Allow-Origin", "*")
		h.Set("X-Content-Type-Options", "nosniff")
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			h.Set("Allow", "GET, HEAD")
			http.Error(w, http.StatusText(http.StatusMethodNotAllowed), http.StatusMethodNotAllowed)
			return
		}
		h.Set("Content-Type", contentJSON)
		h.Set("Cache-Control", "no-cache")
		text, tag := made()
		h.Set("ETag", tag)
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(text))
	})
}
