package mission

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"log/slog"
	"strings"

	"quartermaster/internal/charset"
	"quartermaster/internal/observe"
	"quartermaster/internal/record"
	"quartermaster/internal/say"
)

// State says how a generated file compares with the imported one.
type State string

// The states of a file.
const (
	AsImported  State = "unchanged" // byte for byte
	Changed     State = "changed"
	NotImported State = "new"
	Unwritten   State = "failed" // it cannot be written
)

// File is a generated file. Records, Size, SHA256, State and Warnings are set once it has been written, by this request or an earlier
// one.
type File struct {
	Path     string // below the server's root
	Kind     Kind
	Records  int
	Size     int64
	SHA256   string // hexadecimal
	State    State
	Warnings []string    // about records that the file cannot hold
	Error    say.Message // why the file cannot be written or, if Broken, could not be read; otherwise nothing; see Sentence
	Broken   bool        // the file could not be read: it is stored and written as it was uploaded
	CopyOf   string      // path of the file of which this is a copy by its name, which nothing reads; empty for none
	Note     bool        // it is for people, by its name

	kind fileKind
	rel  string
	from *listing
}

// Write writes the file: the imported bytes if nothing has changed, else its records, which are read now. The files of one list share
// what they read, so they must not be written concurrently. If the file cannot be generated, it writes nothing and returns a
// WriteError.
func (f *File) Write(ctx context.Context, w io.Writer) error {
	if id := f.storedContent(); id != nil {
		return f.copyStored(ctx, w, *id)
	}
	var out bytes.Buffer
	out.Grow(f.likelySize())
	inner, end := observe.Begin(ctx, observe.Operation{Name: "generate", Details: []slog.Attr{slog.String("path", f.Path)}})
	err := f.attempt(inner, "written", func() error { return f.generate(inner, &out) })
	end(err)
	if err == nil {
		_, err = out.WriteTo(w)
	}
	return err
}

// Content returns what Write writes, with its errors.
func (f *File) Content(ctx context.Context) ([]byte, error) {
	var out bytes.Buffer
	err := f.Write(ctx, &out)
	return out.Bytes(), err
}

// generate writes the file from its records.
func (f *File) generate(ctx context.Context, out io.Writer) error {
	d := newDigestWriter(out)
	done, err := f.encode(ctx, d)
	if err != nil {
		return err
	}
	w := written{outcome: done, size: d.size, sha256: d.sum()}
	f.note(w)
	return f.from.remember(ctx, f.kind, f.rel, w)
}

// encode writes the file in its encoding.
func (f *File) encode(ctx context.Context, w io.Writer) (outcome, error) {
	stored := f.from.stored(f.kind.info(), f.rel)
	switch {
	case stored.ContentID != nil:
		return outcome{}, f.from.copyContent(ctx, w, *stored.ContentID)
	case stored.Encoding == nil:
		return f.kind.write(ctx, f.from.generator, stored, w)
	}
	var text bytes.Buffer
	done, err := f.kind.write(ctx, f.from.generator, stored, &text)
	if err != nil {
		return done, err
	}
	err = done.encode(w, text.Bytes(), charset.Encoding(*stored.Encoding), f.kind.info().syntax())
	return done, err
}

// Original returns the digest and the size in bytes of the file as last imported; "" if it was not.
func (f *File) Original() (sha256 string, size int64) {
	id := f.lastImport()
	if id == nil {
		return "", 0
	}
	c := f.from.contents[*id]
	return c.sha256, c.size
}

// lastImport returns the id of the content that was last imported of the file; nil for none.
func (f *File) lastImport() *int64 {
	return lastImport(f.from.byPath[strings.ToLower(f.rel)], f.kind.info())
}

// lastImport returns the id of the content that was last imported of a stored file; nil for none.
func lastImport(stored record.File, k *kindInfo) *int64 {
	id := cmp.Or(stored.BaseID, stored.OriginalID)
	if isWhole(stored, k) {
		id = cmp.Or(id, stored.ContentID)
	}
	return id
}

// isLaidOutBy reports whether the slots of the stored records are places in a stored content.
func (f *File) isLaidOutBy(content *int64) bool {
	slots := f.from.byPath[strings.ToLower(f.rel)].OriginalID
	return content != nil && slots != nil && *content == *slots
}

// isWhole reports whether a file is stored as a whole, without records. Its content is then its last import, unless that is noted
// beside it.
func isWhole(stored record.File, k *kindInfo) bool {
	return stored.ID != 0 && (k.unread || stored.Broken != nil)
}

// likelySize returns how many bytes the file most likely has not more than.
func (f *File) likelySize() int {
	stored := f.from.byPath[strings.ToLower(f.rel)]
	if stored.OriginalID == nil {
		return 0
	}
	size := int(f.from.contents[*stored.OriginalID].size)
	return size + size/10
}

// storedContent returns the id of the stored content that equals the file, or nil if none is known to.
func (f *File) storedContent() *int64 {
	stored := f.from.byPath[strings.ToLower(f.rel)]
	switch {
	case isWhole(stored, f.kind.info()):
		return stored.ContentID
	case f.State == AsImported:
		return f.lastImport()
	}
	return nil
}

// copyStored writes the file from a stored content after checking its digest.
func (f *File) copyStored(ctx context.Context, w io.Writer, id int64) error {
	var content io.Reader
	err := f.attempt(ctx, "written", func() (err error) {
		content, err = f.from.verifiedContent(ctx, id)
		return err
	})
	if err != nil {
		return err
	}
	_, err = io.Copy(w, content)
	return err
}

// IsMeasured reports whether Size, SHA256 and the like are known, or that the file cannot be written.
func (f *File) IsMeasured() bool { return f.SHA256 != "" || f.State == Unwritten }

// measure sets Size, SHA256 and the like by generating the file, if they are not known.
func (f *File) measure(ctx context.Context) error {
	if f.SHA256 != "" {
		return nil
	}
	return f.Write(ctx, io.Discard)
}

// note sets what is known about the content of the file.
func (f *File) note(w written) {
	f.Records, f.Size, f.SHA256, f.Warnings = w.records, w.size, w.sha256, w.warnings
	f.State = f.stateOf(f.SHA256)
}

// attempt runs one step of the work on the file. An error of the file itself sets Error and is returned as a WriteError.
func (f *File) attempt(ctx context.Context, step string, do func() error) error {
	if f.State == Unwritten {
		return f.writeError("written")
	}
	err := f.from.instance.guard.run(ctx, step, f.Kind, f.Path, do)
	if err == nil || isOurs(ctx, err) {
		return err
	}
	f.fail(err)
	return f.writeError(step)
}

// fail marks the file as Unwritten for that reason.
func (f *File) fail(err error) {
	f.State, f.Error = Unwritten, reasonOf(err)
	f.Records, f.Size, f.SHA256, f.Warnings = 0, 0, "", nil
}

// Line returns the line that Error names, or 0.
func (f *File) Line() int { return f.Error.Line() }

// stateOf compares a file with its last import by their digests.
func (f *File) stateOf(sum string) State {
	last, _ := f.Original()
	switch last {
	case "":
		return NotImported
	case sum:
		return AsImported
	}
	return Changed
}
