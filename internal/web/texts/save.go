package texts

import (
	"context"
	"errors"
	"net/http"
	"path"

	"quartermaster/internal/charset"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// errConflict ends a save of a text that somebody else has changed since it was shown.
var errConflict = errors.New("someone else has changed the file")

// save stores the text of the editor as the file.
func save(ctx context.Context, r *site.Request) (site.Response, error) {
	now, err := stored(ctx, r)
	if err != nil {
		return site.Response{}, refused(err)
	}
	edit := entered(r, now)
	if copied, err := source(ctx, r); err != nil {
		return site.Response{}, err
	} else if copied != nil {
		edit.Text, edit.Encoding = copied.Text, &copied.Encoding
	}
	edit.Check = func(now *mission.Text) error {
		if baseOf(now) != r.Text("_base") {
			return errConflict
		}
		return nil
	}
	report, err := r.Site.Missions.SaveText(ctx, r.Scope(), edit)
	if errors.Is(err, errConflict) {
		return conflicting(ctx, r)
	}
	if text := problemOf(report, err); text != "" {
		return again(ctx, r, now, text)
	}
	if err != nil {
		return site.Response{}, err
	}
	return r.Tell(r.TextURL(edit.Path), noticesOf(report)...), nil
}

// entered returns the text of the editor as it is to be stored.
func entered(r *site.Request, now *mission.Text) mission.TextEdit {
	was := ""
	if now != nil {
		was = now.Text
	}
	return mission.TextEdit{Path: r.Param("*"), Text: asStored(r.Untrimmed("text"), was)}
}

// problemOf says why a text is not stored, or returns "".
func problemOf(report mission.Report, err error) string {
	var lacking *charset.Missing
	switch {
	case errors.As(err, &lacking):
		return "The text cannot be written in the encoding of its file: " + lacking.Error() + "."
	case errors.Is(err, mission.ErrNotText):
		return "The text has NUL characters, so it cannot be stored as text."
	case err == nil && report.Status == mission.Failed && !report.Kept:
		return "The file cannot be stored: " + mission.Sentence(report.Error) + "."
	}
	return ""
}

// noticesOf says what became of a text.
func noticesOf(report mission.Report) []ui.Notice {
	name := path.Base(report.Path)
	switch {
	case report.Revision == 0:
		return []ui.Notice{{Tone: ui.Neutral, Text: "Nothing has changed."}}
	case report.Kept:
		text := name + " is saved, but it cannot be read: " + mission.Sentence(report.Error) + ". The game gets the text unchanged"
		if report.Kind.Resource() != nil {
			text += "; its records wait until it is fixed"
		}
		return []ui.Notice{{Tone: ui.Warn, Text: text + "."}}
	}
	notices := []ui.Notice{{Tone: ui.Good, Text: name + " is saved."}}
	for _, warning := range report.Warnings {
		notices = append(notices, ui.Notice{Tone: ui.Warn, Text: ui.Capital(mission.Sentence(warning)) + "."})
	}
	return notices
}

// again shows the editor with what was entered, and why it is not stored; programs get 422.
func again(ctx context.Context, r *site.Request, now *mission.Text, problem string) (site.Response, error) {
	if r.ExpectsJSON() {
		return site.Response{Status: http.StatusUnprocessableEntity, JSON: validate.Refusal("text", problem).AppendJSON(nil)}, nil
	}
	v := view(r, now)
	v.Text, v.Error = shown(r.Untrimmed("text")), problem
	return draw(ctx, r, v, kindOf(now))
}

// conflicting shows what was entered beside what somebody else has stored; the next save replaces that.
func conflicting(ctx context.Context, r *site.Request) (site.Response, error) {
	now, err := stored(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	problem := "Someone else has changed this file since you opened it. Your text is not stored yet. Compare it with the stored one, then " +
		"save it again to replace that."
	if now == nil {
		problem = "Someone else has deleted or moved this file since you opened it. Save again to store your text anyway."
	}
	return again(ctx, r, now, problem)
}

// check answers what is wrong with a text, which is not stored.
func check(ctx context.Context, r *site.Request) (site.Response, error) {
	now, err := stored(ctx, r)
	if err != nil {
		return site.Response{}, refused(err)
	}
	t, err := r.Site.Missions.CheckText(ctx, r.Scope(), entered(r, now))
	if text := problemOf(mission.Report{}, err); text != "" {
		return site.Response{JSON: problemsJSON([]pages.TextProblem{{Message: text, IsError: true}})}, nil
	}
	if err != nil {
		return site.Response{}, err
	}
	found, err := findingsIn(ctx, r, t)
	return site.Response{JSON: problemsJSON(append(problemViews(t.Problems), found...))}, err
}

func problemsJSON(list []pages.TextProblem) []byte {
	problems := make([]any, len(list))
	for i, p := range list {
		o := new(jsontree.Object)
		o.Set("line", p.Line)
		o.Set("column", p.Column)
		o.Set("message", p.Message)
		o.Set("error", p.IsError)
		problems[i] = o
	}
	data := new(jsontree.Object)
	data.Set("problems", problems)
	return jsontree.AppendValue(nil, data)
}

// rename moves the file to another path.
func rename(ctx context.Context, r *site.Request) (site.Response, error) {
	from, to := r.Param("*"), r.Text("path")
	if err := record.CheckPath(to); err != nil {
		return r.Invalid("rename", r.TextURL(from), validate.Refusal("path", ui.Capital(err.Error())+".")), nil
	}
	report, err := r.Site.Missions.RenameFile(ctx, r.Scope(), from, to, unguarded)
	if problem := refusalOf(report, err); problem != "" {
		return r.Invalid("rename", r.TextURL(from), validate.Refusal("path", problem)), nil
	}
	if err != nil {
		return site.Response{}, err
	}
	return r.Done(r.TextURL(to), path.Base(from)+" is "+to+" now."), nil
}

// refusalOf says why a file is not deleted or moved, or returns "".
func refusalOf(report mission.Report, err error) string {
	switch {
	case errors.Is(err, mission.ErrPathTaken):
		return "A file of that name already exists."
	case errors.Is(err, mission.ErrAlwaysWritten):
		return "Every instance needs this file: it can’t be deleted or renamed."
	case err == nil && report.Status == mission.Failed && !report.Kept:
		return "The file cannot be stored there: " + mission.Sentence(report.Error) + "."
	}
	return ""
}

// remove deletes the file with its records.
func remove(ctx context.Context, r *site.Request) (site.Response, error) {
	name := r.Param("*")
	err := r.Site.Missions.DeleteFile(ctx, r.Scope(), name, unguarded)
	if problem := refusalOf(mission.Report{}, err); problem != "" {
		return r.Tell(r.TextURL(name), ui.Notice{Tone: ui.Bad, Text: problem}), nil
	}
	if err != nil {
		return site.Response{}, err
	}
	return r.Done(r.Instance.URL, name+" is deleted."), nil
}

func unguarded(context.Context, *mission.File) error { return nil }

// refused turns a file that is no text into the errors of a form.
func refused(err error) error {
	if errors.Is(err, mission.ErrNotText) {
		return validate.Refusal("text", "The file is not text.")
	}
	return err
}
