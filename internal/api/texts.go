package api

import (
	"context"
	"errors"
	"strings"

	"quartermaster/internal/charset"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// textBodyLimit is how many bytes a body with a text may have.
const textBodyLimit = 16 << 20

var textRules = validate.Compile(validate.Rules{
	{Name: "dry_run", Rules: []validate.Rule{validate.Nullable(), validate.Boolean()}},
	{Name: "encoding", Rules: []validate.Rule{validate.Nullable(), validate.String()}},
})

// getText answers a file as text.
func (a *API) getText(ctx context.Context, r *request, scope store.Scope) (response, error) {
	t, err := a.Missions.Text(ctx, scope, r.sid("*"))
	if errors.Is(err, mission.ErrNotText) {
		return response{}, notText("path")
	}
	return textAnswer(t), err
}

// saveText stores a text as a file, or checks it.
func (a *API) saveText(ctx context.Context, r *request, scope store.Scope) (response, error) {
	edit, dry, err := r.textEdit()
	if err != nil {
		return response{}, err
	}
	if dry {
		t, err := a.Missions.CheckText(ctx, scope, edit)
		return textAnswer(t), textError(err)
	}
	edit.Check = r.textCondition()
	report, err := a.Missions.SaveText(ctx, scope, edit)
	switch {
	case err != nil:
		return response{}, textError(err)
	case report.Status == mission.Failed && !report.Kept:
		return response{}, unstorable(report)
	}
	return a.getText(ctx, r, scope)
}

// renameText moves a file to the path in the body.
func (a *API) renameText(ctx context.Context, r *request, scope store.Scope) (response, error) {
	in, err := r.input()
	if err != nil {
		return response{}, err
	}
	to, _ := in.Get("path")
	name, isText := to.(string)
	if !isText || name == "" {
		return response{}, validate.Wrong("path", validate.IsRequired)
	}
	if err := checkFilePath(name); err != nil {
		return response{}, err
	}
	report, err := a.Missions.RenameFile(ctx, scope, r.sid("*"), name, r.fileCondition())
	switch {
	case err != nil:
		return response{}, textError(err)
	case report.Status == mission.Failed && !report.Kept:
		return response{}, unstorable(report)
	}
	t, err := a.Missions.Text(ctx, scope, name)
	return textAnswer(t), textError(err)
}

// deleteText deletes a file with its records.
func (a *API) deleteText(ctx context.Context, r *request, scope store.Scope) (response, error) {
	err := a.Missions.DeleteFile(ctx, scope, r.sid("*"), r.fileCondition())
	return ok(deleted(nil)), textError(err)
}

// textEdit reads a body with a text, which may begin and end with anything.
func (r *request) textEdit() (edit mission.TextEdit, dry bool, err error) {
	edit.Path = r.sid("*")
	body, err := r.bodyWithin(textBodyLimit)
	if err != nil {
		return edit, false, err
	}
	if query := r.URL.Query(); query.Has("dry_run") && !body.Has("dry_run") {
		body.Set("dry_run", query.Get("dry_run"))
	}
	if err := textRules.Check(r.Context(), body); err != nil {
		return edit, false, err
	}
	text, _ := body.Get("text")
	content, isText := text.(string)
	if !isText {
		return edit, false, validate.Wrong("text", validate.IsRequired)
	}
	edit.Text = content
	if name := body.Text("encoding"); name != "" {
		e, known := charset.Named(name)
		if !known {
			return edit, false, validate.Wrong("encoding", validate.SelectionIsInvalid)
		}
		edit.Encoding = &e
	}
	return edit, isTrue(body, "dry_run"), checkFilePath(edit.Path)
}

// checkFilePath returns why no file can be at a path below the server's root.
func checkFilePath(name string) error {
	if err := record.CheckPath(name); err != nil {
		return validate.Refusal("path", "The file cannot be stored: "+err.Error()+".")
	}
	return nil
}

// textCondition is what If-Match and If-None-Match ask of the text that is stored, or nil.
func (r *request) textCondition() func(*mission.Text) error {
	match, none := r.Header.Values("If-Match"), r.Header.Values("If-None-Match")
	if len(match) == 0 && len(none) == 0 {
		return nil
	}
	return func(now *mission.Text) error {
		tag := "" // which no list names, but for one that names all
		if now != nil {
			tag = textAnswer(*now).ETag
		}
		if len(match) > 0 && (now == nil || !lists(match, tag, strongly)) || len(none) > 0 && now != nil && lists(none, tag, weakly) {
			return preconditionFailed
		}
		return nil
	}
}

// fileCondition is textCondition for a file that need not be text.
func (r *request) fileCondition() func(context.Context, *mission.File) error {
	holds := r.textCondition()
	return func(ctx context.Context, f *mission.File) error {
		if holds == nil {
			return nil
		}
		t, err := f.Text(ctx)
		if errors.Is(err, mission.ErrNotText) {
			return preconditionFailed
		}
		if err == nil {
			err = holds(&t)
		}
		return err
	}
}

func textAnswer(t mission.Text) response {
	o := new(jsontree.Object)
	o.Set("path", t.Path)
	o.Set("text", t.Text)
	o.Set("encoding", t.Encoding.Name())
	o.Set("kind", string(t.Kind))
	o.Set("broken", t.Broken)
	o.Set("copy_of", orNil(t.CopyOf))
	problems := make([]any, len(t.Problems))
	for i, p := range t.Problems {
		problems[i] = problemObject(p)
	}
	o.Set("problems", problems)
	data := new(jsontree.Object)
	data.Set("data", o)
	body := jsontree.AppendValue(nil, data)
	answer := ok(body)
	answer.ETag = tagOf(body)
	return answer
}

func problemObject(p mission.Problem) *jsontree.Object {
	o := new(jsontree.Object)
	o.Set("line", numberOrNil(p.Line))
	o.Set("column", numberOrNil(p.Column))
	o.Set("message", p.Message)
	severity := "warning"
	if p.IsError {
		severity = "error"
	}
	o.Set("severity", severity)
	return o
}

// numberOrNil is null for 0.
func numberOrNil(n int) any {
	if n == 0 {
		return nil
	}
	return n
}

func notText(field string) error {
	return validate.Refusal(field, "The file is not text.")
}

// unstorable says why a file is not stored.
func unstorable(report mission.Report) error {
	return validate.Refusal("path", strings.Join(append([]string{"The file cannot be stored: " + report.Error}, report.Warnings...), "; ")+".")
}

// textError turns what may be wrong with a text into the errors of a request.
func textError(err error) error {
	var lacking *charset.Missing
	switch {
	case errors.As(err, &lacking):
		return validate.Refusal("text", "The text cannot be written in its encoding: "+lacking.Error()+".")
	case errors.Is(err, mission.ErrNotText):
		return notText("text")
	case errors.Is(err, mission.ErrPathTaken):
		return validate.Wrong("path", validate.IsTaken)
	case errors.Is(err, mission.ErrAlwaysWritten):
		return validate.Refusal("path", "The file belongs to every instance, and cannot be deleted or renamed.")
	}
	return err
}
