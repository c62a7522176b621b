package api

import (
	"context"
	"errors"

	"quartermaster/internal/docset"
	"quartermaster/internal/document"
	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/problem"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// listDocuments answers the documents of an instance without their values.
func (a *API) listDocuments(ctx context.Context, _ *request, scope store.Scope, in *jsontree.Object) (response, error) {
	files, err := a.documents.List(ctx, scope)
	if err != nil {
		return response{}, err
	}
	appendJSON := func(b []byte, f *docset.File) []byte { return jsontree.AppendValue(b, aboutDocument(f)) }
	if files, err = chosen(ctx, record.Documents, in, files, appendJSON); err != nil {
		return response{}, err
	}
	return ok(append(jsontree.AppendList([]byte(`{"data":`), files, appendJSON), '}')), nil
}

// getDocument answers one document.
func (a *API) getDocument(ctx context.Context, r *request, scope store.Scope) (response, error) {
	f, err := a.documents.Find(ctx, scope, r.sid("document"), r.URL.Query().Get("file"))
	if err != nil {
		return response{}, documentError(err)
	}
	return ok(documentBody(f)), nil
}

// patchRules are the rules of the body that changes a document.
var patchRules = validate.Compile(validate.Rules{
	{Name: "document", Rules: []validate.Rule{validate.Present(), validate.Custom(isObject)}},
})

// patchDocument merges what was sent into a document.
func (a *API) patchDocument(ctx context.Context, r *request, scope store.Scope) (response, error) {
	in, err := r.input("document")
	if err != nil {
		return response{}, err
	}
	f, _, err := a.documents.Save(ctx, scope, r.sid("document"), r.URL.Query().Get("file"), func(f *docset.File) (*jsontree.Object, error) {
		if err := patchRules.Check(ctx, in); err != nil {
			return nil, err
		}
		if err := r.documentPreconditions(f); err != nil {
			return nil, err
		}
		patch, _ := in.Get("document")
		return document.Merge(f.Tree, patch).(*jsontree.Object), nil
	})
	if err != nil {
		return response{}, documentError(err)
	}
	body := documentBody(f)
	return response{Body: body, ETag: tagOf(body)}, nil
}

// documentPreconditions checks what If-Match and If-None-Match ask of a document.
func (r *request) documentPreconditions(f *docset.File) error {
	match, none := r.Header.Values("If-Match"), r.Header.Values("If-None-Match")
	if len(match) == 0 && len(none) == 0 {
		return nil
	}
	tag := tagOf(documentBody(f))
	if len(match) > 0 && !lists(match, tag, strongly) || len(none) > 0 && lists(none, tag, weakly) {
		return preconditionFailed
	}
	return nil
}

func documentBody(f *docset.File) []byte {
	o := aboutDocument(f)
	if f.Tree == nil {
		o.Set("document", nil)
	} else {
		o.Set("document", f.Tree)
	}
	data := new(jsontree.Object)
	data.Set("data", o)
	return jsontree.AppendValue(nil, data)
}

// aboutDocument describes a document without its values.
func aboutDocument(f *docset.File) *jsontree.Object {
	o := new(jsontree.Object)
	o.Set("slug", f.Slug)
	o.Set("title", f.Title)
	o.Set("about", f.About)
	o.Set("format", f.Format)
	o.Set("path", f.Path)
	o.Set("file", orNil(f.Name))
	o.Set("present", f.Present)
	o.Set("error", orNil(f.Broken))
	o.Set("notes", append([]string{}, f.Notes...))
	o.Set("problems", problemList(f.Problems()))
	o.Set("presets", presetList(f.Presets))
	return o
}

func problemList(problems []expansion.Problem) []any {
	list := make([]any, len(problems))
	for i, p := range problems {
		o := new(jsontree.Object)
		o.Set("path", p.Path)
		o.Set("message", p.Text())
		o.Set("unusual", p.Unusual)
		list[i] = o
	}
	return list
}

// unreadable answers where a document is to be changed whose file has a mistake.
var unreadable = usual(problem.Unreadable)

// documentError says what keeps a document from being found or changed.
func documentError(err error) error {
	var rejected docset.Rejection
	switch {
	case errors.Is(err, docset.ErrWhich):
		return validate.Refusal("file", "There are several files of this document: name one by its path below the mission folder.")
	case errors.Is(err, docset.ErrBroken):
		return unreadable
	case !errors.As(err, &rejected):
		return err
	case len(rejected.Problems) == 0:
		return validate.Refusal("document", rejected.Sentence)
	}
	var problems validate.Errors
	for _, p := range rejected.Problems {
		problems.AddNamed("document."+p.Path, "", p.Message)
	}
	return problems
}
