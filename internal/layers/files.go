package layers

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"path"
	"strings"
	"unicode/utf8"

	"quartermaster/internal/change"
	"quartermaster/internal/charset"
	"quartermaster/internal/document"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/servercfg"
	"quartermaster/internal/store"
)

var (
	filePath     = record.Files.Index("path")
	fileKind     = record.Files.Index(ofKind)
	fileSkeleton = record.Files.Index("skeleton")
	fileContent  = record.Files.Index("content")
	fileID       = record.Files.Index("content_id")
)

// openFile has the row of a file hold its text in UTF-8 as its content. One that is no text, or that belongs to records, stays as it is.
func (s *side) openFile(ctx context.Context, row record.Row) error {
	id, kept := row[fileID].(int64)
	if !kept {
		return nil
	}
	packed, size, err := s.ReadContent(ctx, id)
	if errors.Is(err, store.ErrNotFound) { // of what lies below a layer: a lost key took it along
		return nil
	}
	if err != nil {
		return err
	}
	data, err := store.UnpackContent(packed, size)
	if err != nil {
		return err
	}
	if text, _ := charset.Decode(data); utf8.Valid(text) && !strings.ContainsRune(string(text), 0) {
		row[fileContent] = string(text)
	}
	return nil
}

// closeFile has the row of a file hold what its text comes to as a content, in the encoding that it had: one of those that it may be
// already, else a new one. Of a file whose text stands in its row nothing is to be done.
func (s *side) closeFile(ctx context.Context, row record.Row, versions ...record.Row) error {
	text, isText := row[fileContent].(string)
	if _, kept := row[fileID].(int64); !kept || !isText {
		return nil
	}
	for _, was := range versions {
		if was != nil && was[fileID] != nil && was[fileContent] == text {
			row[fileID], row[fileContent] = was[fileID], nil
			return nil
		}
	}
	if s.dry {
		return nil
	}
	data, err := s.encoded(ctx, row, text)
	if err != nil {
		return err
	}
	digest := digestOf(data)
	ids, err := s.ContentIDs(ctx, []string{digest})
	if err == nil && ids[digest] == 0 {
		ids, err = s.AddContents(ctx, []store.Content{{SHA256: digest, Size: int64(len(data)), Packed: store.PackContent(data)}})
	}
	row[fileID], row[fileContent] = ids[digest], nil
	return err
}

func (s *side) encoded(ctx context.Context, row record.Row, text string) ([]byte, error) {
	id := row[fileID].(int64)
	if id == 0 { // a new file
		return []byte(text), nil
	}
	packed, size, err := s.ReadContent(ctx, id)
	if err != nil {
		return nil, err
	}
	data, err := store.UnpackContent(packed, size)
	if err != nil {
		return nil, err
	}
	_, encoding := charset.Decode(data)
	return charset.Encode([]byte(text), encoding, charset.Plain)
}

// below returns the path of a file below the server's root.
func (s *side) below(row record.Row) string {
	name, _ := row[filePath].(string)
	if rooted, is := strings.CutPrefix(name, "/"); is {
		return rooted
	}
	return path.Join("mpmissions", s.mission, name)
}

// stored returns the path of a file as it is stored.
func (s *side) stored(name string) string {
	prefix := "mpmissions/" + s.mission + "/"
	if len(name) > len(prefix) && strings.EqualFold(name[:len(prefix)], prefix) {
		return name[len(prefix):]
	}
	return "/" + name
}

// fileName returns the resource and the name of a row about a file.
func (s *side) fileName(row record.Row) (resource, name string) {
	name = s.below(row)
	if s.document(row) != nil {
		return documents, name
	}
	return texts, name
}

// document returns what the file is where it is one value; nil for others.
func (s *side) document(row record.Row) *document.Document {
	text, isText := row[fileContent].(string)
	if !isText || row[fileSkeleton] != nil {
		return nil
	}
	d := document.At(s.below(row), s.mission)
	if d == nil {
		return nil
	}
	if _, err := d.Read(text); err != nil {
		return nil
	}
	return d
}

// ownKeys are what a server is called and where it is reached, in its configuration: they stay where they are.
var ownKeys = []string{"hostname", "steamQueryPort", "serverPort", "instanceId", "RConPort", "RConIP"}

// tree returns the values of a document without passwords and without what is the server's own.
func tree(d *document.Document, text string) *jsontree.Object {
	values, err := d.Read(text)
	if err != nil {
		return nil
	}
	values = d.Hide(values)
	if d.Format == "cfg" {
		for _, key := range ownKeys {
			values.Delete(key)
		}
	}
	return values
}

// compareFiles compares files: documents by the paths of their values, others by their text. The layout of a file of records is not
// compared; a file with secrets that is no document does not travel.
func compareFiles(before, after version) (list []Change) {
	was, is := before.fileText(), after.fileText()
	switch {
	case before.row == nil && (after.holdsSecret() || after.isBinary()), after.row == nil && before.holdsSecret():
		return nil
	case before.row == nil:
		return append(list, Change{Field: ofKind, After: textValue(after.row[fileKind])}, Change{Field: ofText, After: textValue(is)})
	case after.row == nil:
		return append(list, Change{Field: ofKind, Before: textValue(before.row[fileKind])}, Change{Field: ofText, Before: textValue(was)})
	case was == nil || is == nil || was == is:
		return nil
	}
	d, other := before.document(before.row), after.document(after.row)
	if d != nil && other != nil {
		return changesOf(change.CompareNamed(tree(d, was.(string)), tree(other, is.(string))))
	}
	if before.holdsSecret() || after.holdsSecret() {
		return nil
	}
	return []Change{{Field: ofText, Before: textValue(was), After: textValue(is)}}
}

// holdsSecret reports whether a file has a secret, by its words or by what a pack says of it, such as a list of passwords.
func (v version) holdsSecret() bool {
	text, is := v.fileText().(string)
	if !is || servercfg.MayHoldSecret([]byte(text)) {
		return is
	}
	_, d := v.packs.Open(v.below(v.row), text)
	return d != nil && d.HoldsSecret(text)
}

// isBinary reports whether a file is no text, which a row could not hold.
func (v version) isBinary() bool { return v.row[fileSkeleton] == nil && v.fileText() == nil }

// hasOther reports whether a file has another content than a version of it before, where no records have it.
func (v version) hasOther(before version) bool {
	if v.row[fileSkeleton] != nil {
		return false
	}
	return before.row == nil || before.row[fileID] != v.row[fileID] || before.row[fileContent] != v.row[fileContent]
}

// fileText returns the text of a file that is no file of records; nil for others.
func (v version) fileText() any {
	if v.row == nil || v.row[fileSkeleton] != nil {
		return nil
	}
	if text, is := v.row[fileContent].(string); is {
		return text
	}
	return nil
}

func digestOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

func textValue(text any) json.RawMessage {
	if text == nil {
		return nil
	}
	return jsontree.AppendString(nil, text.(string))
}
