package mission

import (
	"errors"
	"io"
	"path"
	"strings"

	"quartermaster/internal/charset"
)

// mayBeText reports whether a file of that name may be text that is decoded.
func mayBeText(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case "", ".txt", ".xml", ".json", ".cfg":
		return true
	}
	return false
}

// encode writes text in the encoding of its file, or in UTF-8 with a warning if that lacks some of the characters.
func (done *outcome) encode(w io.Writer, text []byte, e charset.Encoding, s charset.Syntax) error {
	data, err := charset.Encode(text, e, s)
	var missing *charset.Missing
	if errors.As(err, &missing) {
		done.warnings = append(done.warnings, missing.Error()+"; the file is written in UTF-8")
		data, err = charset.Encode(text, charset.Mixed, s)
	}
	if err != nil {
		return err
	}
	_, err = w.Write(data)
	return err
}
