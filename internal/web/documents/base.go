package documents

import (
	"crypto/sha256"
	"encoding/hex"

	"quartermaster/internal/web/docform"
	"quartermaster/internal/web/site"
)

// StaleText asks somebody to look again at a document that has changed since the form was drawn.
const StaleText = "Somebody has saved this file since you opened the page. Your input is below: check it, and save again to replace the stored file."

// BaseOf stands for a document in the forms that are drawn from it.
func BaseOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:12])
}

// IsStale reports whether the document has changed since the form was drawn. A client that does not say what it has seen
// writes over whatever is there.
func IsStale(r *site.Request, text string) bool {
	sent := r.Text(docform.BaseName)
	return sent != "" && sent != BaseOf(text)
}
