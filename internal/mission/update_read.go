package mission

import (
	"slices"

	"quartermaster/internal/record"
	"quartermaster/internal/textfile"
)

// readTexts are the texts that an update of a file looks into, by their digests. Each is read once: some versions are often the same.
type readTexts[V any] struct {
	parse func(text []byte) (*textfile.File[V], error)
	known map[string]*textRead[V]
}

// textRead is what a text says.
type textRead[V any] struct {
	file *textfile.File[V] // nil if the text cannot be read
	rows []record.Row      // its entries, once they were asked for
	from []record.Row      // of the upload: what is stored of its entries, which becomes something else later
}

// readingTexts returns the texts of an update, of which the upload is read already: rows are its entries.
func (e *entryKind[V, R]) readingTexts(text []byte, upload *textfile.File[V], rows []record.Row) *readTexts[V] {
	return &readTexts[V]{e.parse, map[string]*textRead[V]{digest(text): {file: upload, from: rows}}}
}

// read returns what a text says; nothing of one that is nil or cannot be read.
func (t *readTexts[V]) read(text []byte) *textRead[V] {
	if text == nil {
		return new(textRead[V])
	}
	sum := digest(text)
	if t.known[sum] == nil {
		t.known[sum] = new(textRead[V])
		if file, err := t.parse(text); err == nil {
			t.known[sum].file = file
		}
	}
	return t.known[sum]
}

// rowsIn returns the entries of a text; none of one that is nil or cannot be read. Nobody changes them.
func (e *entryKind[V, R]) rowsIn(text []byte, n *names, texts *readTexts[V]) ([]record.Row, error) {
	version := texts.read(text)
	switch {
	case version.file == nil || version.rows != nil:
		return version.rows, nil
	case version.from != nil:
		version.rows = e.copied(version.from)
		return version.rows, nil
	}
	version.rows = make([]record.Row, len(version.file.Entries))
	for i, entry := range version.file.Entries {
		made, err := e.toRecord(entry.Value, n)
		if err != nil {
			return nil, err
		}
		version.rows[i] = e.resource.Encode(&made)
		version.rows[i][e.resource.Index("raw")] = entry.Raw
	}
	version.file.Entries = nil // they take as much memory as the rows
	return version.rows, nil
}

// copied returns entries as they are in any file.
func (e *entryKind[V, R]) copied(rows []record.Row) []record.Row {
	list := make([]record.Row, len(rows))
	for i, row := range rows {
		list[i] = slices.Clone(row)
		if e.several {
			list[i][e.resource.Index("source_file")] = nil
		}
	}
	return list
}
