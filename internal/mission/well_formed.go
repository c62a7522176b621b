package mission

import (
	"path"
	"strings"

	"quartermaster/internal/ce"
	"quartermaster/internal/jsontree"
)

// wellFormed checks a file that is not read: if its name says XML or JSON, it must be well-formed.
func wellFormed(name string, text []byte) error {
	ext := strings.ToLower(path.Ext(name))
	switch {
	case ext != ".xml" && ext != ".json":
		return nil
	case len(text) == 0:
		return errEmpty
	case ext == ".xml":
		return ce.Check(text)
	}
	_, err := jsontree.Parse([]byte(strings.TrimPrefix(string(text), byteOrderMark)))
	return err
}
