package site

import (
	"cmp"
	"net/http"
	"net/url"
	"strings"

	"quartermaster/internal/httpd"
	"quartermaster/internal/web/pages"
)

// resentFrom is the input with the page that a form stood on, when it is sent a second time.
const resentFrom = "_from"

// resend returns the form that was sent, or nil: forms of other sites must not act for the visitor, and passwords and codes are not
// written into pages.
func (r *Request) resend() *pages.ResentForm {
	if r.Method != http.MethodPost || r.form == "" || r.Header.Get("Origin") != httpd.InfoOf(r.Context()).BaseURL {
		return nil
	}
	form := &pages.ResentForm{Action: (&url.URL{Path: r.URL.Path, RawQuery: r.URL.RawQuery}).RequestURI()}
	for pair := range strings.SplitSeq(r.form, "&") {
		field, err := sentField(pair)
		if err != nil || strings.Contains(field.Name, "password") || field.Name == CodeField {
			return nil
		}
		if field.Name != "_token" && field.Name != resentFrom {
			form.Fields = append(form.Fields, field)
		}
	}
	form.Fields = append(form.Fields, pages.FormValue{Name: resentFrom, Value: r.sentFrom()})
	return form
}

// sentFrom returns the address of the page that the form stood on, as the browser sends it.
func (r *Request) sentFrom() string { return cmp.Or(r.Text(resentFrom), r.Referer()) }

func sentField(pair string) (pages.FormValue, error) {
	name, value, _ := strings.Cut(pair, "=")
	name, err := url.QueryUnescape(name)
	if err != nil {
		return pages.FormValue{}, err
	}
	value, err = url.QueryUnescape(value)
	return pages.FormValue{Name: name, Value: value}, err
}
