package documents

import (
	"crypto/sha256"
	"encoding/hex"

	"quartermaster/internal/web/docform"
	"quartermaster/internal/web/site"
)

// StaleText says that a document has changed since its form was drawn.
const StaleText = "Someone has saved this file since you opened the page. Your input is below: check it, and save again to replace the " +
	"stored file."

// BaseOf returns a digest of a document, which its form sends back.
func BaseOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:12])
}

// IsStale reports whether a document has changed since its form was drawn. Clients that send no base overwrite any document.
func IsStale(r *site.Request, text string) bool {
	sent := r.Text(docform.BaseName)
	return sent != "" && sent != BaseOf(text)
}
