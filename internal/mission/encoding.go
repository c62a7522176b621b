package mission

import (
	"errors"
	"io"
	"path"
	"strings"

	"quartermaster/internal/charset"
)

// mayBeText tells by its name whether a file may be one that is read.
func mayBeText(place string) bool {
	switch strings.ToLower(path.Ext(place)) {
	case "", ".txt", ".xml", ".json":
		return true
	}
	return false
}

// syntax tells how files of the kind name characters that their encoding has not.
func (k *kind) syntax() charset.Syntax {
	switch path.Ext(k.main) {
	case ".xml":
		return charset.XML
	case ".json":
		return charset.JSON
	}
	return charset.Plain
}

// encoding is how the file is written from now on: as it came, unless what is stored stays the layout.
func (im *importer) encoding() charset.Encoding {
	stored := charset.Encoding(textOf(im.file.Encoding))
	if im.partial && (stored != charset.UTF8 || im.in != charset.Mixed) {
		return stored
	}
	return im.in
}

// encode writes text as its file is encoded. Where the encoding has not all of its characters it becomes UTF-8, which is read again as
// such, and nothing is lost.
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
