package mission

import (
	"context"
	"errors"
	"path"
	"strings"
	"unicode/utf8"

	"quartermaster/internal/charset"
	"quartermaster/internal/store"
)

// Text is a file as text.
type Text struct {
	Path     string // below the server's root
	Text     string // with its line ends; a byte order mark is its first character
	Encoding charset.Encoding
	Kind     Kind
	Problems []Problem // the error first
	Broken   bool      // it cannot be read; its records, if there are any, are not written
	CopyOf   string    // see File
}

// ErrNotText is the error for a file that is no text.
var ErrNotText = errors.New("the file is not text")

// Text returns a file as text, as it is generated. It returns store.ErrNotFound, ErrNotText, or a WriteError.
func (s *Service) Text(ctx context.Context, scope store.Scope, name string) (Text, error) {
	f, err := s.GenerateFile(ctx, scope, name)
	if err != nil {
		return Text{}, err
	}
	return f.Text(ctx)
}

// Text returns the file as text, or ErrNotText or a WriteError; see Service.Text.
func (f *File) Text(ctx context.Context) (Text, error) {
	data, err := f.Content(ctx)
	if err != nil {
		return Text{}, err
	}
	e := f.encodingOf(data)
	text := charset.DecodeAs(data, e)
	if !isText(text) {
		return Text{}, ErrNotText
	}
	t := Text{Path: f.Path, Text: string(text), Encoding: e, Kind: f.Kind, Broken: f.Broken, CopyOf: f.CopyOf}
	t.Problems = f.from.instance.guard.problemsIn(ctx, f.kind, f.rel, text)
	if f.Broken && !t.hasError() {
		t.Problems = append([]Problem{problemOf(f.Error, true)}, t.Problems...)
	}
	if f.CopyOf != "" && !f.Broken {
		soften(t.Problems)
	}
	return t, nil
}

// soften makes warnings of the problems of a file that the game does not read.
func soften(problems []Problem) {
	for i := range problems {
		problems[i].IsError = false
	}
}

func (t Text) hasError() bool { return len(t.Problems) > 0 && t.Problems[0].IsError }

// encodingOf returns the encoding of the bytes of the file: the stored one, unless the text did not fit into it.
func (f *File) encodingOf(data []byte) charset.Encoding {
	known := charset.Encoding(textOf(f.from.byPath[strings.ToLower(f.rel)].Encoding))
	_, found := charset.Decode(data)
	if known == charset.UTF8 || utf8.Valid(data) && known != charset.UTF16LE && known != charset.UTF16BE {
		return found
	}
	return known
}

// TextEdit stores a text as a file.
type TextEdit struct {
	Path     string
	Text     string
	Encoding *charset.Encoding // nil for that of the file as it is; UTF-8 for a new one

	// Check is called with the text that the file has now, or nil if there is none, in the revision that the edit changes. Its error
	// ends the edit. It may be nil.
	Check func(now *Text) error
}

// SaveText stores a text as a file, broken or not, as EditFile does. It returns ErrNotText for a text that cannot be stored as such, a
// *charset.Missing if the encoding lacks a character, and the error of the check.
func (s *Service) SaveText(ctx context.Context, scope store.Scope, t TextEdit) (report Report, err error) {
	if !isText([]byte(t.Text)) {
		return report, ErrNotText
	}
	if err := s.demandAt(ctx, scope, t.Path); err != nil {
		return report, err
	}
	err = s.unmoved(ctx, scope, func(w *writing) error {
		c, err := w.encode(ctx, t)
		if err != nil {
			return err
		}
		report, err = w.store(ctx, c, true)
		return err
	})
	return report, err
}

// CheckText returns the text as SaveText would store it, with its problems. It stores nothing and calls no check; its errors are otherwise
// those of SaveText.
func (s *Service) CheckText(ctx context.Context, scope store.Scope, t TextEdit) (Text, error) {
	if !isText([]byte(t.Text)) {
		return Text{}, ErrNotText
	}
	if err := s.demandAt(ctx, scope, t.Path); err != nil {
		return Text{}, err
	}
	w, err := s.newWriting(ctx, scope)
	if err != nil {
		return Text{}, err
	}
	t.Check = nil
	c, err := w.encode(ctx, t)
	if err != nil {
		return Text{}, err
	}
	var report Report
	f, err := w.incoming(ctx, c, &report)
	if err != nil {
		return Text{}, err
	}
	checked := Text{Path: t.Path, Text: t.Text, Encoding: f.encoding(), Kind: f.kind.info().name}
	if f.broken != nil {
		checked.Problems = []Problem{problemOf(reasonOf(f.broken), true)}
	} else {
		checked.Problems = s.guard.problemsIn(ctx, f.kind, f.rel, []byte(t.Text))
	}
	if f.aside {
		soften(checked.Problems)
	}
	checked.Broken = checked.hasError()
	return checked, nil
}

// encoding returns the encoding of the file.
func (f *incomingFile) encoding() charset.Encoding {
	if f.known != nil {
		return *f.known
	}
	_, e := charset.Decode(f.data)
	return e
}

// encode returns the bytes of a text in the encoding of its file. They say themselves which that is, or else it is stored with them.
func (w *writing) encode(ctx context.Context, t TextEdit) (c newContent, err error) {
	was, err := w.textAt(ctx, t.Path)
	if err != nil {
		return c, err
	}
	if t.Check != nil {
		if err := t.Check(was); err != nil {
			return c, err
		}
	}
	e := charset.UTF8
	switch {
	case t.Encoding != nil:
		e = *t.Encoding
	case was != nil:
		e = was.Encoding
	}
	c.path = t.Path
	if c.data, err = charset.Encode([]byte(t.Text), e, syntaxOf(t.Path)); err != nil {
		return c, err
	}
	if again, _ := charset.Decode(c.data); string(again) != string(charset.DecodeAs(c.data, e)) {
		c.known = &e
	}
	return c, nil
}

// textAt returns the text of a file, or nil if there is none.
func (w *writing) textAt(ctx context.Context, name string) (*Text, error) {
	f := w.file(name)
	if f == nil {
		return nil, nil
	}
	t, err := f.Text(ctx)
	return &t, err
}

// syntaxOf returns how a file of that name escapes characters that its encoding lacks.
func syntaxOf(name string) charset.Syntax {
	switch strings.ToLower(path.Ext(name)) {
	case ".xml":
		return charset.XML
	case ".json":
		return charset.JSON
	}
	return charset.Plain
}
