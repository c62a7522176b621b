package site

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/queue"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/ui"
)

// CodeField is the input with the code of a second factor.
const CodeField = "one_time_code"

// secrets are inputs that a flash never keeps: passwords, codes, keys, tokens and the method.
var secrets = []string{
	CodeField, "password", "password_confirmation", "current_password", "private_key", "passphrase", "_token", "_method", ui.AnywayName,
}

// Flash returns what the request before has left, and removes it from the session.
func (r *Request) Flash() *Flash {
	if r.flashed != nil {
		return r.flashed
	}
	r.flashed = new(Flash)
	if text := r.Site.sessions.PopBytes(r.Context(), keyFlash); text != nil {
		// Another version of the program may have written it; one that does not fit is dropped.
		_ = json.Unmarshal(text, r.flashed)
	}
	return r.flashed
}

// Leave keeps f in the session for the next page.
func (r *Request) Leave(f Flash) {
	if text, err := json.Marshal(f); err == nil {
		r.Site.sessions.Put(r.Context(), keyFlash, text)
	}
}

// Done redirects to path, with a notice of success.
func (r *Request) Done(path, notice string) Response {
	return r.Tell(path, ui.Notice{Tone: ui.Good, Text: notice})
}

// Tell redirects to path, with notices. The first one offers to undo the revision that the request has made, if it reports a success.
func (r *Request) Tell(path string, notices ...ui.Notice) Response {
	if len(notices) > 0 && notices[0].Tone == ui.Good && notices[0].Undo == "" {
		notices[0].Undo = r.UndoURL()
	}
	r.Leave(Flash{Notices: notices})
	return Redirect(path)
}

// TooManyJobs tells a user who has as many jobs as may wait.
var TooManyJobs = ui.Notice{
	Tone: ui.Bad, Text: "You have " + strconv.Itoa(queue.MaxWaiting) + " jobs waiting. Try again when one of them has finished.",
}

// UndoURL returns where a form undoes what the request has changed in its instance, or "" where it has changed nothing, or somebody else
// has made a revision in between.
func (r *Request) UndoURL() string {
	if r.made == nil || r.Instance.Row == nil {
		return ""
	}
	first, last, alone := r.made.Of(r.Instance.Scope.InstanceID)
	if !alone {
		return ""
	}
	return r.Instance.UndoURL(first, last, last)
}

// KeepInput leaves the input of a form and its errors for the page that shows the form again.
func (r *Request) KeepInput(form string, problems validate.Errors) {
	r.Leave(r.Entered(form, problems))
}

// Entered returns the input of a form, without secrets, and its errors.
func (r *Request) Entered(form string, problems validate.Errors) Flash {
	kept := new(jsontree.Object)
	for key, value := range r.Input.All() {
		if !slices.Contains(secrets, key) {
			kept.Set(key, value)
		}
	}
	return Flash{Form: form, Problems: problems, Input: jsontree.AppendValue(nil, kept)}
}

// ShowEntered has Restore fill the form with the input of this request and its errors.
func (r *Request) ShowEntered(form string, problems validate.Errors) {
	entered := r.Entered(form, problems)
	r.flashed = &entered
}

// Restore gives a form that changes something its base, and fills it with the input and the errors that the request before has left
// for it, as far as nobody else has changed the same meanwhile.
func (r *Request) Restore(form ui.Form) ui.Form {
	guard := form.Guard()
	if form.Method == http.MethodPut {
		form.Base = guard.Base()
	}
	left := r.Flash()
	if left.Form != form.ID {
		return form
	}
	input := jsontree.ParseBody(left.Input)
	form.Merged = guard.Merge(input)
	form.Fill(input, left.Problems...)
	form.Warn(left.Doubts)
	return form
}
