package web

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/validate"
)

// flash is what one request leaves for the page after it.
type flash struct {
	Notices  []Notice
	Form     string // the id of the form that had errors
	Problems validate.Errors
	Input    json.RawMessage // what was entered into it
}

// secrets are never kept: passwords, and what guards or steers a form.
var secrets = []string{"password", "password_confirmation", "current_password", "_token", "_method"}

// flash takes what the request before left, once.
func (r *Request) flash() *flash {
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
func (r *Request) leave(f flash) {
	if text, err := json.Marshal(f); err == nil {
		r.web.sessions.Put(r.Context(), keyFlash, text)
	}
}

// done leads to path, where a notice says what was done.
func (r *Request) done(path, notice string) Response {
	r.leave(flash{Notices: []Notice{{Good, notice}}})
	return redirect(path)
}

// keepInput leaves what was entered into a form, and its errors, for the page that shows the form again.
func (r *Request) keepInput(form string, problems validate.Errors) {
	kept := new(jsontree.Object)
	for key, value := range r.input.All() {
		if !slices.Contains(secrets, key) {
			kept.Set(key, value)
		}
	}
	r.leave(flash{Form: form, Problems: problems, Input: jsontree.AppendValue(nil, kept)})
}

// restore gives a form the errors and the input of the request before, where they are its own.
func (r *Request) restore(form Form) Form {
	left := r.flash()
	if left.Form != form.ID {
		return form
	}
	input := jsontree.ParseBody(left.Input)
	for _, set := range form.Sets {
		for i := range set.Fields {
			set.Fields[i].restore(input, left.Problems)
		}
	}
	return form
}

func (f *Field) restore(input *jsontree.Object, problems validate.Errors) {
	if value, sent := input.Get(f.Name); sent && f.Kind != Password && f.Kind != Fixed {
		f.enter(value)
	}
	for _, problem := range problems {
		name, rest, nested := strings.Cut(problem.Field, ".")
		if name == f.Name {
			f.report(problem, rest, nested && f.Kind == RowList)
		}
	}
}

// enter puts what was sent into the control.
func (f *Field) enter(value any) {
	switch f.Kind {
	case RowList:
		f.Rows.Values = nil
		for _, row := range members(value) {
			f.Rows.Values = append(f.Rows.Values, RowValues{Values: cells(row), Errors: map[string]string{}})
		}
	case Checks:
		var chosen []string
		for _, member := range members(value) {
			chosen = append(chosen, textOf(member))
		}
		f.choose(chosen...)
	case Select, Radios:
		f.choose(textOf(value))
	}
	f.Value = textOf(value)
}

// choose marks the options of the values. A select gets an option for a value that it does not offer: else the browser
// would send the first one in its place.
func (f *Field) choose(values ...string) {
	f.Options = slices.Clone(f.Options)
	found := false
	for i := range f.Options {
		f.Options[i].Selected = slices.Contains(values, f.Options[i].Value)
		found = found || f.Options[i].Selected
	}
	if f.Kind == Select && !found && values[0] != "" {
		f.Options = append(f.Options, Option{Value: values[0], Label: values[0], Selected: true})
	}
}

// report shows an error at the control, or at the cell of a row that it is about.
func (f *Field) report(problem validate.FieldError, rest string, nested bool) {
	text := strings.Join(problem.Messages, " ")
	if !nested {
		f.Error = strings.TrimSpace(f.Error + " " + text)
		return
	}
	index, column, _ := strings.Cut(rest, ".")
	n, err := strconv.Atoi(index)
	if err != nil || n < 0 || n >= len(f.Rows.Values) || column == "" {
		f.Error = strings.TrimSpace(f.Error + " " + text)
		return
	}
	f.Rows.Values[n].Errors[column] = strings.ReplaceAll(text, problem.Field, column)
}
