package api

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"slices"

	"quartermaster/internal/access"
	"quartermaster/internal/endpoint"
	"quartermaster/internal/httpd"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/operation"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// reviewWish is what a request says about changes that have to be approved.
type reviewWish struct {
	store.Override
	override, dry bool
	layer         bool // of files a layer is to be made
	reason        string
	proposes      bool  // a layer is made of what would be changed
	denied        error // for a caller who may not override, or whose token may not
	awaited       bool  // it is in a form that is not read yet
}

// overriding returns a context of changes that are made beside the review, where the request wishes so in its query or, once that is
// read, in its body.
func (r *request) overriding(ctx context.Context) context.Context {
	if r.Method == http.MethodGet {
		return ctx
	}
	r.wish.denied = r.Caller.Instance.Scope.Demand(access.Manage)
	r.wish.note(jsontree.ParseForm(r.URL.RawQuery))
	return store.Overriding(ctx, &r.wish.Override)
}

func (w *reviewWish) note(in *jsontree.Object) {
	w.dry = w.dry || isTrue(in, "dry_run")
	w.layer = w.layer || record.TextParam(in, "layer") != ""
	w.override = w.override || isTrue(in, "override")
	if reason := record.TextParam(in, "reason"); reason != "" {
		w.reason = reason
	}
	if w.override && w.denied == nil { // a job that it makes knows nothing of the token
		w.Reason = w.reason
	}
}

func isTrue(in *jsontree.Object, name string) bool {
	value, _ := in.Get(name)
	return slices.Contains([]any{true, "true", "1", jsontree.Number("1")}, value)
}

// maxReason is how many characters the reason may have.
const maxReason = 1000

// check returns the error for a change that has to be approved; nil where it is made beside the review, or nothing is changed.
func (w *reviewWish) check() error {
	switch {
	case w.override && w.denied != nil:
		return w.denied
	case w.override && w.reason == "":
		return validate.Wrong("reason", validate.IsRequired)
	case len([]rune(w.reason)) > maxReason:
		return validate.Refused("reason", validate.IsTooLong.With("1000"))
	case !w.override && !w.dry && !w.proposes && (!w.awaited || !w.layer):
		return store.ErrReviewed
	}
	return nil
}

// reviewedError returns the error for a request whose endpoint changes what players meet, where that has to be approved. Whatever it lets
// pass, the store has the last word.
func (r *request) reviewedError(e endpoint.Endpoint) error {
	if !r.Caller.Instance.Reviewed || r.Method == http.MethodGet {
		return nil
	}
	isForm := httpd.Parts(r.Request, 0) != nil
	if !isForm && e.Action != endpoint.ImportCSV {
		if err := r.peek(e); err != nil {
			return err
		}
	}
	switch {
	case !e.Reviewed(): // deliveries have an override of their own
		return nil
	case isForm && e.TakesFiles():
		r.wish.awaited = true
		return nil
	}
	r.wish.proposes = e.Operation != nil && e.Operation.Proposes
	return r.wish.check()
}

// peek reads the body for what it says about the review, and leaves it to be read again.
func (r *request) peek(e endpoint.Endpoint) error {
	limit := max(r.api.BodyLimit, csvBodyLimit)
	if e.Operation != nil {
		limit = max(limit, e.Operation.Limit)
	}
	data, err := io.ReadAll(http.MaxBytesReader(nil, r.Body, limit))
	if err != nil {
		return err
	}
	r.Body = io.NopCloser(bytes.NewReader(data))
	r.wish.note(parseBody(contentType(r.Request), data))
	return nil
}

// wishReader reads what the fields of a form with files say about the review.
type wishReader struct {
	operation.Receiver
	wish *reviewWish
}

func (w wishReader) Set(field, value string) {
	in := new(jsontree.Object)
	in.Set(field, value)
	w.wish.note(in)
	w.Receiver.Set(field, value)
}
