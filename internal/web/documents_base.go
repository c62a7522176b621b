package web

import (
	"crypto/sha256"
	"encoding/hex"

	"quartermaster/internal/web/docform"
)

// documentBase is the name of the input that identifies the document a form was drawn from.
const documentBase = docform.BaseName

const staleText = "Somebody has saved this file since you opened the page. Your input is below: check it, and save again to replace the stored file."

// baseOf stands for a document in the forms that are drawn from it.
func baseOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:12])
}

// isStale reports whether the document has changed since the form was drawn. A client that does not say what it has seen
// writes over whatever is there.
func (r *request) isStale(text string) bool {
	sent := r.text(documentBase)
	return sent != "" && sent != baseOf(text)
}
