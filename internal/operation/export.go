package operation

import (
	"context"
	"io"
	"slices"

	"quartermaster/internal/access"
	"quartermaster/internal/shape"
)

// The types of exports.
const (
	csvType  = "text/csv"
	jsonType = "application/json"
)

// Export is an answer that is written while it is sent, so that it may be of any size: a file without the envelope of the surface.
type Export struct {
	Name  string // to save it under
	Type  string // of its content, which may have parameters
	Write func(w io.Writer) error
}

// csvExport is one of CSV that a function writes.
func csvExport(name string, write func(io.Writer) error) Export {
	return Export{Name: name, Type: csvType + "; charset=utf-8", Write: write}
}

// Export has the call answered with an export in the place of data.
func (c *Call) Export(e Export) { c.export = &e }

// exports names the content types that it may answer with, beside JSON.
func exports(types ...string) option { return func(o *Operation) { o.Exports = types } }

// holding has an export of JSON be an object whose data are a T.
func holding[T any](o *Operation) { o.Out = shape.Of[T]() }

// defineExport declares an operation that answers with an export.
func defineExport[In any](name, path string, needs access.Permission, summary string,
	do func(context.Context, *Call, In) (Export, error), options ...option,
) *Operation {
	return defineSent(Exported, name, path, needs, summary, do, func(e Export) Answer { return Answer{Export: &e} }, options)
}

// AnswersCSV reports whether the answer is CSV, whatever the client accepts.
func (o *Operation) AnswersCSV() bool {
	return o.Answers == Exported && o.Out == nil && slices.Equal(o.Exports, []string{csvType})
}

// formatChoice is how who cannot choose by Accept asks for CSV.
type formatChoice struct {
	Format string `field:"format,hidden"`
}

// wantsCSV reports whether a caller asks for CSV by a parameter, or prefers it.
func (c *Call) wantsCSV(in formatChoice) bool {
	return in.Format == "csv" || in.Format == "" && c.Prefers(csvType)
}
