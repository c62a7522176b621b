package ui

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"html/template"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
)

// takesGzip reports whether the client takes answers that are compressed with gzip, and notes that the answer depends on it.
func takesGzip(w http.ResponseWriter, r *http.Request) bool {
	w.Header().Add("Vary", "Accept-Encoding")
	for coding := range strings.SplitSeq(strings.ToLower(r.Header.Get("Accept-Encoding")), ",") {
		name, weight, weighted := strings.Cut(coding, ";q=")
		if name = strings.TrimSpace(name); name == "gzip" {
			q, err := strconv.ParseFloat(strings.TrimSpace(weight), 64)
			return !weighted || err == nil && q > 0
		}
	}
	return false
}

// gzipped is text as gzip writes it.
func gzipped(text []byte) []byte {
	var out bytes.Buffer
	w, _ := gzip.NewWriterLevel(&out, gzip.BestCompression)
	_, _ = w.Write(text) // memory takes everything
	_ = w.Close()
	return out.Bytes()
}

// gunzipped is the text of an embedded file, which the tests have read.
func gunzipped(packed []byte) []byte {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil
	}
	text, _ := io.ReadAll(r) // of memory
	return text
}

// compressor writes pages as gzip. Its writers, which are large, are used again.
type compressor struct{ writers sync.Pool }

func (c *compressor) write(w http.ResponseWriter, status int, text *bytes.Buffer) error {
	packer, ok := c.writers.Get().(*gzip.Writer)
	if !ok {
		packer = gzip.NewWriter(nil)
	}
	defer c.writers.Put(packer)
	packer.Reset(w)
	w.Header().Set("Content-Encoding", "gzip")
	w.WriteHeader(status)
	if _, err := text.WriteTo(packer); err != nil {
		return err
	}
	return packer.Close()
}

// WriteJSON answers hr with JSON that fn writes, compressed for clients that take it. Its errors are those of fn and of writing.
func WriteJSON(w http.ResponseWriter, hr *http.Request, fn func(io.Writer) error) error {
	return writeAs("application/json", w, hr, fn)
}

// WriteJSONLines is WriteJSON for lines that are a value each, so that a script takes in one after the other.
func WriteJSONLines(w http.ResponseWriter, hr *http.Request, fn func(io.Writer) error) error {
	return writeAs("application/x-ndjson", w, hr, fn)
}

// EmbeddedJSON returns JSON for a script element that holds data, which no value ends.
func EmbeddedJSON(text []byte) template.JS {
	var escaped bytes.Buffer
	json.HTMLEscape(&escaped, text)
	return template.JS(escaped.String()) //nolint:gosec // JSON without what HTML knows
}

func writeAs(mediaType string, w http.ResponseWriter, hr *http.Request, fn func(io.Writer) error) error {
	w.Header().Set("Content-Type", mediaType)
	if !takesGzip(w, hr) {
		return fn(w)
	}
	w.Header().Set("Content-Encoding", "gzip")
	packer, err := gzip.NewWriterLevel(w, gzip.BestSpeed)
	if err != nil {
		return err
	}
	return errors.Join(fn(packer), packer.Close())
}
