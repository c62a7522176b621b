package site

import (
	"net/http"
	"net/url"

	"quartermaster/internal/httpd"
	"quartermaster/internal/validate"
)

// Back redirects to the page that the form was sent from, or to path if the browser names none of this site.
func (r *Request) Back(path string) Response {
	from, err := url.Parse(r.sentFrom())
	if err != nil || from.Host == "" || from.Scheme+"://"+from.Host != httpd.InfoOf(r.Context()).BaseURL {
		return Redirect(path)
	}
	return Redirect((&url.URL{Path: from.Path, RawPath: from.RawPath, RawQuery: from.RawQuery}).RequestURI())
}

// Invalid answers a form with errors: 422 for JSON clients, else a redirect to the form, or to path, which shows them with the input.
func (r *Request) Invalid(form, path string, problems validate.Errors) Response {
	if r.ExpectsJSON() {
		return Response{Status: http.StatusUnprocessableEntity, JSON: problems.AppendJSON(nil)}
	}
	r.KeepInput(form, problems)
	return r.Back(path)
}
