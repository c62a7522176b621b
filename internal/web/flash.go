package web

import (
	"encoding/json"
	"slices"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/ui"
)

// flash is left by one request for the page after it.
type flash struct {
	Notices  []ui.Notice
	Form     string // the id of the form that had errors
	Problems validate.Errors
	Input    json.RawMessage // what was entered into it
}

// secrets are never kept: passwords, and what guards or steers a form.
var secrets = []string{"password", "password_confirmation", "current_password", "_token", "_method"}

// flash takes what the request before left, once.
func (r *request) flash() *flash {
	if r.flashed != nil {
		return r.flashed
	}
	r.flashed = new(flash)
	if text := r.web.sessions.PopBytes(r.Context(), keyFlash); text != nil {
		// A flash that another version of the program wrote may not fit; then there is none.
		_ = json.Unmarshal(text, r.flashed)
	}
	return r.flashed
}

// leave keeps f for the next page.
func (r *request) leave(f flash) {
	if text, err := json.Marshal(f); err == nil {
		r.web.sessions.Put(r.Context(), keyFlash, text)
	}
}

// done leads to path, where a notice says what was done.
func (r *request) done(path, notice string) response {
	return r.tell(path, ui.Notice{Tone: ui.Good, Text: notice})
}

// tell leads to path, where the notices are shown.
func (r *request) tell(path string, notices ...ui.Notice) response {
	r.leave(flash{Notices: notices})
	return redirect(path)
}

// keepInput leaves what was entered into a form, and its errors, for the page that shows the form again.
func (r *request) keepInput(form string, problems validate.Errors) {
	r.leave(r.entered(form, problems))
}

// entered returns the input of a form, and its errors.
func (r *request) entered(form string, problems validate.Errors) flash {
	kept := new(jsontree.Object)
	for key, value := range r.input.All() {
		if !slices.Contains(secrets, key) {
			kept.Set(key, value)
		}
	}
	return flash{Form: form, Problems: problems, Input: jsontree.AppendValue(nil, kept)}
}

// restore gives a form the errors and the input of the request before, where they are its own.
func (r *request) restore(form ui.Form) ui.Form {
	left := r.flash()
	if left.Form != form.ID {
		return form
	}
	form.Fill(jsontree.ParseBody(left.Input), left.Problems...)
	return form
}
