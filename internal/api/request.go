package api

import (
	"cmp"
	"context"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"

	"github.com/go-chi/chi/v5"

	"quartermaster/internal/account"
	"quartermaster/internal/httpd"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/operation"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// request is a request whose caller is known.
type request struct {
	*http.Request
	Caller account.Caller
	api    *API
	sent   *jsontree.Object // the body, once input has read it
	csv    bool             // CSV is wanted, whatever the client accepts
	wish   reviewWish
}

// handler answers a request: data, or an error that fail turns into the wire's body.
type handler func(ctx context.Context, r *request) (response, error)

// sid returns a route parameter.
func (r *request) sid(name string) string { return chi.URLParam(r.Request, name) }

// scope finds the instance of the route, or none where the route has none.
func (r *request) scope(res *record.Resource) (store.Scope, error) {
	if res.Scope == record.InInstance || instanceSID(r.Request) != "" {
		return r.instance()
	}
	return r.account(), nil
}

// account is the scope of what the caller has himself.
func (r *request) account() store.Scope { return r.Caller.Account() }

// instance returns the instance of the route, or store.ErrNotFound when the caller is no member of it.
func (r *request) instance() (store.Scope, error) {
	if r.Caller.Instance.Scope.InstanceID == 0 {
		return store.Scope{}, store.ErrNotFound
	}
	return r.Caller.Instance.Scope, nil
}

// instanceSID returns the instance of the route, which the surfaces call differently.
func instanceSID(r *http.Request) string {
	return cmp.Or(chi.URLParam(r, "instance"), chi.URLParam(r, "instance_sid"))
}

// input returns the query with the body laid over it, trimmed and with empty texts as null, but for objects of a verbatim name.
func (r *request) input(verbatim ...string) (*jsontree.Object, error) {
	return r.inputWithin(r.api.BodyLimit, verbatim...)
}

// inputWithin is input for a body with a limit of its own, in bytes.
func (r *request) inputWithin(limit int64, verbatim ...string) (*jsontree.Object, error) {
	in := jsontree.ParseForm(r.URL.RawQuery)
	body, err := r.bodyWithin(limit)
	if err != nil {
		return nil, err
	}
	for _, key := range body.Keys() {
		value, _ := body.Get(key)
		in.Set(key, value)
	}
	jsontree.Prepare(in, verbatim...)
	r.wish.note(in)
	r.sent = body
	return in, nil
}

// bodyWithin reads a JSON body, or a form in either encoding, of at most limit bytes. What is none of these is empty, as is what is
// broken. The member that names a method is no part of it.
func (r *request) bodyWithin(limit int64) (*jsontree.Object, error) {
	body, err := r.sentWithin(limit)
	body.Delete(httpd.MethodMember)
	return body, err
}

func (r *request) sentWithin(limit int64) (*jsontree.Object, error) {
	if r.ContentLength == 0 {
		return new(jsontree.Object), nil
	}
	if parts := httpd.Parts(r.Request, limit); parts != nil {
		return fieldsOf(parts)
	}
	data, err := io.ReadAll(http.MaxBytesReader(nil, r.Body, limit))
	if err != nil {
		return nil, err
	}
	return parseBody(contentType(r.Request), data), nil
}

// parseBody reads a body of a content type in lower case.
func parseBody(kind string, data []byte) *jsontree.Object {
	switch {
	case strings.HasPrefix(kind, "application/json-patch+json"):
		patch := new(jsontree.Object)
		operations, _ := jsontree.Parse(data) // what is broken is empty
		patch.Set(operation.PatchMember, operations)
		return patch
	case isJSON(kind):
		return jsontree.ParseBody(data)
	case isForm(kind):
		return jsontree.ParseForm(string(data))
	}
	return new(jsontree.Object)
}

func contentType(r *http.Request) string { return strings.ToLower(r.Header.Get("Content-Type")) }

// isJSON reports whether a content type, in lower case, is one of JSON; where none is said, it is.
func isJSON(kind string) bool {
	return kind == "" || strings.Contains(kind, "/json") || strings.Contains(kind, "+json")
}

func isForm(kind string) bool { return strings.HasPrefix(kind, "application/x-www-form-urlencoded") }

// fieldsOf reads the fields of a multipart form; files in it are passed over.
func fieldsOf(next func() (*multipart.Part, error)) (*jsontree.Object, error) {
	var form strings.Builder
	for {
		part, err := next()
		if errors.Is(err, io.EOF) {
			return jsontree.ParseForm(form.String()), nil
		}
		var value []byte
		if err == nil {
			value, err = io.ReadAll(part)
		}
		if err != nil {
			return damagedForm(err)
		}
		if part.FileName() == "" && part.FormName() != "" {
			form.WriteString(url.QueryEscape(part.FormName()) + "=" + url.QueryEscape(string(value)) + "&")
		}
	}
}

// damagedForm is empty, unless the fault is not in what was sent but in how it arrived.
func damagedForm(err error) (*jsontree.Object, error) {
	if _, public := publicError(err); public {
		return nil, err
	}
	return new(jsontree.Object), nil
}

// bodiless reads on to the end of a body that the handler has no use for, so that a request which did not arrive whole does nothing.
func bodiless(h handler) handler {
	return func(ctx context.Context, r *request) (response, error) {
		if _, err := io.Copy(io.Discard, http.MaxBytesReader(nil, r.Body, r.api.BodyLimit)); err != nil {
			return response{}, err
		}
		return h(ctx, r)
	}
}

// pageURL is the address of the request without its query.
func (r *request) pageURL() string {
	return httpd.InfoOf(r.Context()).BaseURL + strings.TrimSuffix(r.URL.EscapedPath(), "/")
}
