package operation

import (
	"context"
	"io"

	"quartermaster/internal/access"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/shape"
)

// The types of files.
const (
	csvType  = "text/csv"
	jsonType = "application/json"
)

// File is an answer that is sent as it is, without the envelope of the surface.
type File struct {
	Name  string                  // to save it under
	Type  string                  // of its content, which may have parameters
	Size  int64                   // in bytes; 0 where it is not known before
	ETag  string                  // with its quotes; empty for none
	Write func(w io.Writer) error // called when it is sent
}

// csvFile is a file of CSV that a function writes.
func csvFile(name string, write func(io.Writer) error) File {
	return File{Name: name, Type: csvType + "; charset=utf-8", Write: write}
}

// Send has the call answered with a file in the place of data.
func (c *Call) Send(f File) { c.file = &f }

// sends names the content types of the files that it answers with, or may answer with in the place of data.
func sends(types ...string) Option { return func(o *Operation) { o.Files = types } }

// holding has a file of JSON be an object whose data are a T.
func holding[T any](o *Operation) { o.Out = shape.Of[T]() }

// defineFile declares an operation that answers with a file.
func defineFile[In any](name, path string, needs access.Permission, summary string,
	do func(context.Context, *Call, In) (File, error), options ...Option,
) *Operation {
	o := declare[In](name, get, path, needs, summary, options)
	o.Answers = Sent
	o.run = func(ctx context.Context, call *Call, in *jsontree.Object) (Answer, error) {
		input, err := accepted[In](ctx, o, call, in)
		if err != nil {
			return Answer{}, err
		}
		f, err := do(ctx, call, input)
		return Answer{File: &f}, err
	}
	return o
}

// AnswersCSV reports whether the answer is CSV, whatever the client accepts.
func (o *Operation) AnswersCSV() bool {
	return o.Answers == Sent && o.Out == nil && len(o.Files) == 1 && o.Files[0] == csvType
}

// formatChoice is how who cannot choose by Accept asks for CSV.
type formatChoice struct {
	Format string `field:"format,hidden"`
}

// wantsCSV reports whether a caller asks for CSV by a parameter, or prefers it.
func (c *Call) wantsCSV(in formatChoice) bool {
	return in.Format == "csv" || in.Format == "" && c.Prefers(csvType)
}
