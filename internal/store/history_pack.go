package store

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"

	"quartermaster/internal/record"
)

// appendKept appends a value in the form in which the history stores it: that of the wire, but a document is deflated and in
// base64, because each change stores it twice.
func appendKept(b []byte, r *record.Resource, f *record.Field, value any) []byte {
	text, isText := value.(string)
	if f != r.Document() || !isText {
		return f.AppendValue(b, value)
	}
	b = base64.StdEncoding.AppendEncode(append(b, '"'), deflated([]byte(text), flate.DefaultCompression))
	return append(b, '"')
}

// unpacked returns a document that the history stores.
func unpacked(kept json.RawMessage) (json.RawMessage, error) {
	if len(kept) == 0 || kept[0] != '"' {
		return kept, nil
	}
	var packed []byte // from base64
	if err := json.Unmarshal(kept, &packed); err != nil {
		return nil, fmt.Errorf("document in the history: %w", err)
	}
	text, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
	if err != nil {
		return nil, fmt.Errorf("document in the history: %w", err)
	}
	return text, nil
}
