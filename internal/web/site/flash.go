package site

import (
	"encoding/json"
	"slices"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/ui"
)

// secrets are never kept: passwords, and what guards or steers a form.
var secrets = []string{"password", "password_confirmation", "current_password", "_token", "_method"}

// Flash takes what the request before left, once.
func (r *Request) Flash() *Flash {
	if r.flashed != nil {
		return r.flashed
	}
	r.flashed = new(Flash)
	if text := r.Site.sessions.PopBytes(r.Context(), keyFlash); text != nil {
		// A flash that another version of the program wrote may not fit; then there is none.
		_ = json.Unmarshal(text, r.flashed)
	}
	return r.flashed
}

// Leave keeps f for the next page.
func (r *Request) Leave(f Flash) {
	if text, err := json.Marshal(f); err == nil {
		r.Site.sessions.Put(r.Context(), keyFlash, text)
	}
}

// Done leads to path, where a notice says what was done.
func (r *Request) Done(path, notice string) Response {
	return r.Tell(path, ui.Notice{Tone: ui.Good, Text: notice})
}

// Tell leads to path, where the notices are shown.
func (r *Request) Tell(path string, notices ...ui.Notice) Response {
	r.Leave(Flash{Notices: notices})
	return Redirect(path)
}

// KeepInput leaves what was entered into a form, and its errors, for the page that shows the form again.
func (r *Request) KeepInput(form string, problems validate.Errors) {
	r.Leave(r.Entered(form, problems))
}

// Entered returns the input of a form, and its errors.
func (r *Request) Entered(form string, problems validate.Errors) Flash {
	kept := new(jsontree.Object)
	for key, value := range r.Input.All() {
		if !slices.Contains(secrets, key) {
			kept.Set(key, value)
		}
	}
	return Flash{Form: form, Problems: problems, Input: jsontree.AppendValue(nil, kept)}
}

// ShowEntered has the page that answers this request show a form with what was entered, and its errors.
func (r *Request) ShowEntered(form string, problems validate.Errors) {
	entered := r.Entered(form, problems)
	r.flashed = &entered
}

// Restore gives a form the errors and the input of the request before, where they are its own.
func (r *Request) Restore(form ui.Form) ui.Form {
	left := r.Flash()
	if left.Form != form.ID {
		return form
	}
	form.Fill(jsontree.ParseBody(left.Input), left.Problems...)
	return form
}
