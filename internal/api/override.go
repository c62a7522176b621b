package api

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"

	"quartermaster/internal/httpd"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/operation"
	"quartermaster/internal/record"
)

const (
	// lookedAt is how many bytes of a POST are searched for the method that it stands for, whoever sends it.
	lookedAt = 64 << 10
	// maxOverridden is how many are where a caller with a token may have meant a change: the largest body that a PUT or PATCH has.
	maxOverridden = operation.TextBody
)

// overridden returns the request with the method that a POST stands for, before any route is looked for. The body can be read as before.
func (a *API) overridden(r *http.Request, path string) *http.Request {
	if r.Method != http.MethodPost {
		return r
	}
	verbs := a.allowed(path)
	if verbs == nil {
		return r
	}
	there, address := *r, *r.URL
	there.URL = &address
	var inQuery, inBody string
	there.URL.RawQuery, inQuery = withoutMethod(r.URL.RawQuery)
	if r.Header.Get(httpd.MethodHeader) == "" && namesMethod(r) {
		inBody = methodIn(r, a.beginning(&there, verbs))
	}
	there.Method = httpd.Overridden(r, cmp.Or(inBody, inQuery))
	return &there
}

// withoutMethod takes the member that names a method out of a query.
func withoutMethod(query string) (rest, named string) {
	if !strings.Contains(query, httpd.MethodMember) {
		return query, ""
	}
	pairs := slices.DeleteFunc(strings.Split(query, "&"), func(pair string) bool {
		name, _, _ := strings.Cut(pair, "=")
		return name == httpd.MethodMember
	})
	return strings.Join(pairs, "&"), record.TextParam(jsontree.ParseForm(query), httpd.MethodMember)
}

// namesMethod reports whether a body may name a method: JSON and forms do.
func namesMethod(r *http.Request) bool {
	kind := contentType(r)
	return r.ContentLength != 0 && (isJSON(kind) || isForm(kind) || strings.HasPrefix(kind, "multipart/"))
}

// brokenOff is the rest of a body that breaks off.
type brokenOff struct{ cause error }

// Read implements io.Reader.
func (b brokenOff) Read([]byte) (int, error) { return 0, b.cause }

// beginning returns what of a body is searched, and puts it back. A body that breaks off does so again when the handler reads it, which
// answers it; until then nothing minds that the client has gone.
func (a *API) beginning(r *http.Request, verbs []string) []byte {
	body, rest := r.Body, io.Reader(r.Body)
	data, err := io.ReadAll(io.LimitReader(body, lookedAt))
	if err == nil && len(data) == lookedAt && a.mayChange(r, verbs) {
		var more []byte
		more, err = io.ReadAll(io.LimitReader(body, maxOverridden-lookedAt))
		data = append(data, more...)
	}
	if err != nil {
		rest = brokenOff{err}
		*r = *r.WithContext(context.WithoutCancel(r.Context()))
	}
	r.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(data), rest), body}
	return data
}

// mayChange reports whether a path with these verbs has something to change, and the request has a valid token. Bodies of nobody are not
// kept.
func (a *API) mayChange(r *http.Request, verbs []string) bool {
	changes := slices.ContainsFunc(verbs, func(verb string) bool {
		return verb == http.MethodPut || verb == http.MethodPatch || verb == http.MethodDelete
	})
	if !changes || bearer(r) == "" {
		return false
	}
	_, err := a.Accounts.ByToken(r.Context(), bearer(r), "", byClient(r))
	return err == nil
}

// methodIn returns the method that a body names whose beginning is data.
func methodIn(r *http.Request, data []byte) string {
	if !bytes.Contains(data, []byte(httpd.MethodMember)) {
		return ""
	}
	beginning := *r
	beginning.Body = io.NopCloser(bytes.NewReader(data))
	if parts := httpd.Parts(&beginning, int64(len(data))); parts != nil {
		return methodInParts(parts)
	}
	return record.TextParam(parseBody(contentType(r), data), httpd.MethodMember)
}

// methodInParts reads a multipart form as far as it goes.
func methodInParts(next func() (*multipart.Part, error)) (named string) {
	for {
		part, err := next()
		if err != nil {
			return named
		}
		if part.FormName() == httpd.MethodMember && part.FileName() == "" {
			text, _ := io.ReadAll(part)
			named = string(text)
		}
	}
}
