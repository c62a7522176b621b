package operation

import (
	"context"
	"net/http"

	"quartermaster/internal/access"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/shape"
)

// none is the input of an operation that is told nothing.
type none struct{}

// gone is the answer of an operation that has deleted something.
type gone struct{}

// The methods.
const (
	get    = http.MethodGet
	post   = http.MethodPost
	put    = http.MethodPut
	patch  = http.MethodPatch
	remove = http.MethodDelete
)

// option adds to a declaration what few operations have.
type option func(*Operation)

// about says what is to be known beyond the summary.
func about(text string) option { return func(o *Operation) { o.About = text } }

// of names the resource whose record the path names.
func of(r *record.Resource) option { return func(o *Operation) { o.Record = r } }

// asking is the query of the example.
func asking(query string) option { return func(o *Operation) { o.Query = "?" + query } }

// queues declares that it may become a job, which makes things that have public identifiers.
func queues(makes ...string) option {
	return func(o *Operation) { o.Queues, o.Makes = true, makes }
}

// conflicts says when the present state does not allow it.
func conflicts(text string) option { return func(o *Operation) { o.Conflict = text } }

// guarded declares that it takes If-Match.
func guarded(o *Operation) { o.Guarded = true }

// uploads declares that it is sent a form with files, which the work reads by Call.Upload; what it is sent is described alone.
func uploads(o *Operation) { o.Uploads = true }

// orForm declares that a form with a file may be sent in the place of JSON, which the work reads by Call.Upload.
func orForm[T any](o *Operation) { o.Form = shape.Of[T]() }

// later declares that what is sent is checked by the work itself, when it has found what it is about.
func later(o *Operation) { o.Later = true }

// refuses declares that what is at the address may be refused.
func refuses(o *Operation) { o.Refuses = true }

// tokensNeed declares what a token needs beside, as it may be in wrong hands; the personal one needs nothing.
func tokensNeed(p access.Permission) option { return func(o *Operation) { o.NeedsToken = p } }

// byPeople declares that no token does it but the personal one.
func byPeople(o *Operation) { o.ByPeople = true }

// byAdministrators declares that only administrators of the service do it.
func byAdministrators(o *Operation) { o.ByAdmins = true }

// unreviewed declares that it changes nothing that players meet, or that the store alone can say what it changes.
func unreviewed(o *Operation) { o.Unreviewed = true }

// proposes declares that it changes what players meet, and makes a layer in place of that where changes are reviewed.
func proposes(o *Operation) { o.Proposes = true }

// bare declares that the answer is the value itself, in no envelope.
func bare(o *Operation) { o.Answers = Bare }

// choosing has q choose among a list by the fields of a resource.
func choosing(r *record.Resource) option { return func(o *Operation) { o.Filter = r } }

// paging has the answer hold a page of a list, of which q chooses by the fields of a resource.
func paging(r *record.Resource) option {
	return func(o *Operation) { o.Answers, o.Filter = Paged, r }
}

// define declares an operation on an instance that answers with a value, or with a list where the value is a slice of Entry.
func define[In, Out any](name, method, path string, needs access.Permission, summary string,
	do func(context.Context, *Call, In) (Out, error), options ...option,
) *Operation {
	o := declare[In](name, method, path, needs, summary, options)
	o.answer(shape.Of[Out]())
	o.run = func(ctx context.Context, call *Call, in *jsontree.Object) (Answer, error) {
		input, err := accepted[In](ctx, o, call, in)
		if err != nil {
			return Answer{}, err
		}
		out, err := do(ctx, call, input)
		return o.answered(call, out, err)
	}
	return o
}

// accepted checks what is sent and reads it, or only reads it.
func accepted[In any](ctx context.Context, o *Operation, call *Call, in *jsontree.Object) (input In, err error) {
	call.Sent = in
	if o.Uploads {
		return input, nil
	}
	if !o.Later {
		return shape.Accept[In](ctx, in)
	}
	shape.ReadTexts(in, &input)
	return input, nil
}

func declare[In any](name, method, path string, needs access.Permission, summary string, options []option) *Operation {
	o := &Operation{Name: name, Method: method, Path: path, Needs: needs, Summary: summary, In: shape.Of[In]()}
	if len(o.In.Fields) == 0 {
		o.In = nil
	}
	for _, option := range options {
		option(o)
	}
	return o
}

// answer sets how the operation answers, by the type of what it returns.
func (o *Operation) answer(out *shape.Type) {
	switch {
	case out == shape.Of[gone]():
		o.Answers = Deleted
	case out.Kind == shape.List:
		o.Answers, o.Out = Entries, out.Item
	default:
		o.Out = out
	}
}

func (o *Operation) answered(call *Call, out any, err error) (Answer, error) {
	switch {
	case err != nil:
		return Answer{}, err
	case call.job != nil:
		return Answer{Job: call.job}, nil
	case o.Answers == Deleted:
		return Answer{}, nil
	case call.export != nil:
		return Answer{Export: call.export}, nil
	}
	return Answer{Data: shape.Append(nil, out), Page: call.page, ETag: call.tag, Tagged: call.tagsData, Patch: call.patch}, nil
}
