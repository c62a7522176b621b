package site

import (
	"net/http"
	"net/url"

	"quartermaster/internal/httpd"
	"quartermaster/internal/validate"
)

// Back leads to the page that the form was sent from, if the browser names it and it is one of this site, else to path.
func (r *Request) Back(path string) Response {
	from, err := url.Parse(r.sentFrom())
	if err != nil || from.Host == "" || from.Scheme+"://"+from.Host != httpd.InfoOf(r.Context()).BaseURL {
		return Redirect(path)
	}
	return Redirect((&url.URL{Path: from.Path, RawPath: from.RawPath, RawQuery: from.RawQuery}).RequestURI())
}

// Invalid answers a form with errors: it is shown again, at path unless the browser says where it came from, with the
// errors and what was entered.
func (r *Request) Invalid(form, path string, problems validate.Errors) Response {
	if r.ExpectsJSON() {
		return Response{Status: http.StatusUnprocessableEntity, JSON: problems.AppendJSON(nil)}
	}
	r.KeepInput(form, problems)
	return r.Back(path)
}
