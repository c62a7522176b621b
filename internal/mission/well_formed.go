package mission

import (
	"path"
	"strings"

	"quartermaster/internal/ce"
	"quartermaster/internal/charset"
	"quartermaster/internal/document"
	"quartermaster/internal/jsontree"
)

// wellFormed checks a file that is not read: if its name says XML or JSON, it must be well-formed, and the configuration of the server or
// of BattlEye must be in its grammar.
func wellFormed(name string, text []byte) error {
	ext := strings.ToLower(path.Ext(name))
	switch {
	case ext == ".cfg":
		return checkConfig(name, string(text))
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

// FormatCheck returns a function that says what is wrong with a content in the format that the name of its file says; nil for a name
// that is not of XML or JSON.
func FormatCheck(name string) func(content []byte) error {
	if ext := strings.ToLower(path.Ext(name)); ext != ".xml" && ext != ".json" {
		return nil
	}
	return func(content []byte) error {
		text, _ := charset.Decode(content)
		return wellFormed(name, text)
	}
}

// checkConfig checks a configuration at the path where a server looks for one. The error has no value in it, since that may be a password.
func checkConfig(name, text string) error {
	rel, isOutside := strings.CutPrefix(name, "/")
	for _, slug := range []string{"server", "battleye"} {
		if d := document.Named(slug); isOutside && d.IsAt(rel, "") {
			_, err := d.Read(text)
			return err
		}
	}
	return nil
}
