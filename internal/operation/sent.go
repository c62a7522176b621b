package operation

import (
	"context"
	"io"

	"quartermaster/internal/access"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/queue"
)

// anyType is the type of files whose content may be of any.
const anyType = "*/*"

// File is an answer that is a file as it is stored or made. Whoever gets it closes its content.
type File struct {
	Name    string
	Size    int64         // in bytes
	Digest  string        // of the content
	Content io.ReadCloser // nil where the caller has it already
	Unlike  bool          // is not in the format that its name says
}

// Tag is the entity tag of the file, with its quotes.
func (f File) Tag() string { return `"` + f.Digest + `"` }

// Events sends events to a caller who watches something, until that has ended.
type Events func(to queue.EventWriter) error

// defineFile declares an operation that answers with a file of a type, or with what Call.answer was told in its place.
func defineFile[In any](name, path, kind string, needs access.Permission, summary string,
	do func(context.Context, *Call, In) (File, error), options ...option,
) *Operation {
	o := defineSent(Exported, name, path, needs, summary, do, func(f File) Answer { return Answer{File: &f} }, options)
	o.Exports = []string{kind}
	return o
}

// defineEvents declares an operation that answers with events.
func defineEvents[In any](name, path string, needs access.Permission, summary string,
	do func(context.Context, *Call, In) (Events, error), options ...option,
) *Operation {
	return defineSent(Watched, name, path, needs, summary, do, func(e Events) Answer { return Answer{Events: e} }, options)
}

// defineSent declares an operation whose answer is sent as it is.
func defineSent[In, Out any](form Form, name, path string, needs access.Permission, summary string,
	do func(context.Context, *Call, In) (Out, error), answer func(Out) Answer, options []option,
) *Operation {
	o := declare[In](name, get, path, needs, summary, options)
	o.Answers = form
	o.run = func(ctx context.Context, call *Call, in *jsontree.Object) (Answer, error) {
		input, err := accepted[In](ctx, o, call, in)
		if err != nil {
			return Answer{}, err
		}
		out, err := do(ctx, call, input)
		if err != nil || call.instead != nil {
			return o.answered(call, call.instead, err)
		}
		return answer(out), nil
	}
	return o
}

// answer has the call answered with data in the place of a file.
func (c *Call) answer(data any) { c.instead = data }
