package api

import (
	"cmp"
	"context"
	"net/http"
	"strings"

	"quartermaster/internal/httpd"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/operation"
	"quartermaster/internal/shape"
)

// operation answers by an operation.
func (a *API) operation(o *operation.Operation) handler {
	return func(ctx context.Context, r *request) (response, error) {
		call, err := a.callOf(r, o)
		if err != nil {
			return response{}, err
		}
		if err := o.Locate(call); err != nil {
			return response{}, err
		}
		in, err := r.inputOf(o)
		if err != nil {
			return response{}, err
		}
		answer, err := o.Run(ctx, call, in)
		if err != nil {
			return response{}, err
		}
		return a.answered(ctx, r, o, answer)
	}
}

// openly answers everybody by an operation.
func (a *API) openly(o *operation.Operation) func(context.Context, *http.Request) (response, error) {
	return func(ctx context.Context, r *http.Request) (response, error) {
		return a.operation(o)(ctx, &request{Request: r, api: a})
	}
}

// callOf is the call that a request makes, or store.ErrNotFound where its caller has no such instance.
func (a *API) callOf(r *request, o *operation.Operation) (*operation.Call, error) {
	call := &operation.Call{
		Services: &a.Services, Scope: r.account(), Caller: r.Caller, BaseURL: httpd.InfoOf(r.Context()).BaseURL,
		Instance: instanceSID(r.Request), Plan: r.Caller.Plan, Param: r.sid,
		Unmet: r.unmet, HasForm: r.isFormOf(o),
		Prefers: r.prefersType, Upload: r.upload, OnRevision: r.onRevision(), Holds: r.holds, Asks: r.Method == http.MethodHead,
	}
	if o.Account {
		return call, nil
	}
	var err error
	call.Scope, err = r.instance()
	return call, err
}

// inputOf reads the query and the body, or the query alone where that is a form with files.
func (r *request) inputOf(o *operation.Operation) (*jsontree.Object, error) {
	if o.Uploads || r.isFormOf(o) {
		return jsontree.ParseForm(r.URL.RawQuery), nil
	}
	limit := cmp.Or(o.Limit, r.api.BodyLimit)
	switch {
	case o.Fields != nil:
		return r.inputWithin(limit, o.Fields.Verbatim()...)
	case o.In == nil:
		return r.inputWithin(limit)
	}
	in, err := r.inputWithin(limit, o.In.Verbatim()...)
	if err != nil {
		return nil, err
	}
	for _, f := range o.In.Fields {
		if sent, there := r.sent.Get(f.Name); there && f.Verbatim && f.Type.Kind == shape.Text {
			in.Set(f.Name, sent)
		}
	}
	return in, nil
}

// isFormOf reports whether the request sends a form with files to an operation that takes one in the place of JSON.
func (r *request) isFormOf(o *operation.Operation) bool {
	return o.Form != nil && strings.HasPrefix(contentType(r.Request), "multipart/form-data")
}

// upload reads the form with files that was sent, of as many bytes as uploads may have where limit is 0. A body of another type is one
// without files.
func (r *request) upload(into operation.Receiver, limit int64) error {
	parts := httpd.Parts(r.Request, cmp.Or(limit, r.api.UploadLimit))
	if parts == nil {
		return nil
	}
	err := httpd.ReadFiles(parts, wishReader{into, &r.wish})
	if err == nil && r.wish.awaited {
		err = r.wish.check()
	}
	return err
}

func (r *request) prefersType(kind string) bool { return prefers(r.Request, kind) }

// unmet returns an error where If-Match or If-None-Match do not hold for a value whose data are those; nil where there is none.
func (r *request) unmet(data func() []byte) error {
	match, none := r.Header.Values("If-Match"), r.Header.Values("If-None-Match")
	switch {
	case len(match) == 0 && len(none) == 0, data == nil && len(match) == 0:
		return nil
	case data == nil:
		return preconditionFailed
	}
	tag := tagOf(dataBody(data()))
	if len(match) > 0 && !lists(match, tag, strongly) || len(none) > 0 && lists(none, tag, weakly) {
		return preconditionFailed
	}
	return nil
}

// onRevision returns what checks If-Match against the revision that a change is made on, nil for a request without one.
func (r *request) onRevision() func(number int64) error {
	match := r.Header.Values("If-Match")
	if len(match) == 0 {
		return nil
	}
	return func(number int64) error {
		if !lists(match, operation.RevisionTag(number), strongly) {
			return preconditionFailed
		}
		return nil
	}
}

func dataBody(data []byte) []byte { return append(append([]byte(`{"data":`), data...), '}') }

// answered puts what an operation has to say into the envelope of the surface.
func (a *API) answered(ctx context.Context, r *request, o *operation.Operation, answer operation.Answer) (response, error) {
	switch {
	case answer.Job != nil:
		return a.queued(ctx, r, answer.Job)
	case o.Answers == operation.Deleted:
		return ok(deleted(nil)), nil
	case o.Answers == operation.Bare:
		return response{Status: statusOf(o), Body: answer.Data}, nil
	case o.Answers == operation.EarlierPage:
		return paginator(r, answer.Data, *answer.Page), nil
	case answer.File != nil:
		return download(ctx, *answer.File), nil
	case answer.Events != nil:
		return watched(ctx, r, answer.Events), nil
	case answer.Export != nil:
		return exported(answer.Export.Type, answer.Export.Name, answer.Export.Write), nil
	case answer.Patch != nil && prefers(r.Request, operation.PatchType):
		return patchAnswer(*answer.Patch), nil
	case answer.Page != nil:
		return enveloped(append([]byte(`{"data":`), answer.Data...), r, *answer.Page), nil
	}
	done := response{Status: statusOf(o), Body: dataBody(answer.Data), ETag: answer.ETag}
	if answer.Tagged && r.Method != http.MethodGet {
		done.ETag = tagOf(done.Body)
	}
	return done, nil
}

// statusOf is the status of an answer with data.
func statusOf(o *operation.Operation) int {
	if o.Creates {
		return http.StatusCreated
	}
	return http.StatusOK
}
