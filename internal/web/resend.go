package web

import (
	"cmp"
	"net/http"
	"net/url"
	"strings"

	"quartermaster/internal/httpd"
)

// resentFrom is the name of the input that holds the page of a form that is sent a second time.
const resentFrom = "_from"

// resend returns the form that was sent, or nil. A form of another site is not offered: to send it would be to let that site
// act for the visitor. One with a password is not written into a page.
func (r *request) resend() *resentForm {
	if r.Method != http.MethodPost || r.form == "" || r.Header.Get("Origin") != httpd.InfoOf(r.Context()).BaseURL {
		return nil
	}
	form := &resentForm{Action: (&url.URL{Path: r.URL.Path, RawQuery: r.URL.RawQuery}).RequestURI()}
	for pair := range strings.SplitSeq(r.form, "&") {
		field, err := sentField(pair)
		if err != nil || strings.Contains(field.Name, "password") {
			return nil
		}
		if field.Name != "_token" && field.Name != resentFrom {
			form.Fields = append(form.Fields, field)
		}
	}
	form.Fields = append(form.Fields, formValue{resentFrom, r.sentFrom()})
	return form
}

// sentFrom is the address of the page that the form stood on, as the browser sends it.
func (r *request) sentFrom() string { return cmp.Or(r.text(resentFrom), r.Referer()) }

func sentField(pair string) (formValue, error) {
	name, value, _ := strings.Cut(pair, "=")
	name, err := url.QueryUnescape(name)
	if err != nil {
		return formValue{}, err
	}
	value, err = url.QueryUnescape(value)
	return formValue{name, value}, err
}
