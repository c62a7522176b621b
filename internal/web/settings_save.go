package web

import (
	"context"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/ui"
)

// updateSetting lays the values of the form over the document, and carries out the action of the button that sent it.
func updateSetting(ctx context.Context, r *Request) (Response, error) {
	s, err := r.findSetting(ctx)
	if err != nil {
		return Response{}, err
	}
	if r.text("view") == "raw" {
		return s.saveSource(ctx)
	}
	if s.sort.Root(s.document).Find(s.at) == nil {
		return Response{}, errNotFound
	}
	if s.isStale() {
		return r.invalid(s.formID(), s.pageURL(s.at), validate.Errors{{Field: documentBase, Messages: []string{staleText}}}), nil
	}
	edit := &settingEdit{setting: s, to: s.at}
	row, problems, err := s.keep(ctx, edit.accept)
	if err != nil {
		return Response{}, err
	}
	if len(problems) > 0 {
		return r.invalid(s.formID(), s.pageURL(s.at), problems), nil
	}
	return r.tell(s.pageURL(edit.to), s.outcome(row)...), nil
}

// isStale tells whether the document has changed since the form was drawn.
func (s *setting) isStale() bool { return s.r.isStale(s.text()) }

// keep stores the document with the changes that accept makes in it. Problems go by the names of the form.
func (s *setting) keep(ctx context.Context, accept acceptDocument) (record.Row, validate.Errors, error) {
	pages := settingDocuments()
	pages.accept = accept
	pages.naming = func(path string) string { return strings.TrimPrefix(strings.TrimPrefix(path, s.at), ".") }
	row, err := pages.keep(ctx, s.r, s.row)
	if problems, invalid := pages.problems(err); invalid {
		return s.row, problems, nil
	}
	return row, nil, err
}

// outcome tells what a save has done.
func (s *setting) outcome(row record.Row) []ui.Notice {
	if place := record.ExpansionSettings.Index("document"); row[place] == s.row[place] {
		return []ui.Notice{{Tone: ui.Good, Text: "Nothing was changed."}}
	}
	saved := ui.Notice{Tone: ui.Good, Text: s.sort.Title + " was saved."}
	return append([]ui.Notice{saved}, unusual(record.ExpansionSettings, s.sort, s.row, row)...)
}

// unusual tells which new values of a document the mod takes, and yet are not what files usually have there. A record that is
// new has no old row.
func unusual(res *record.Resource, d *expansion.Schema, old, row record.Row) []ui.Notice {
	was, _ := documentOf(res, old)
	is, err := documentOf(res, row)
	problems := d.CheckNew(was, is)
	if err != nil || len(problems) == 0 {
		return nil
	}
	texts := make([]string, len(problems))
	for i, p := range problems {
		texts[i] = p.Message
	}
	return []ui.Notice{{Tone: ui.Warn, Text: "Saved as entered, but please check: " + listed(texts)}}
}

func documentOf(res *record.Resource, row record.Row) (*jsontree.Object, error) {
	if row == nil {
		return nil, nil
	}
	text, _ := row[res.Index("document")].(string)
	return expansion.Parse(text)
}

// settingEdit is a change through the form.
type settingEdit struct {
	*setting
	to string // the place that the browser goes to
}

func (e *settingEdit) accept(_ context.Context, r *Request, document *jsontree.Object) (problems validate.Errors) {
	root := e.sort.Root(document)
	verb, path, _ := strings.Cut(r.text("do"), ":")
	if verb != "remove" || path != e.at {
		for _, p := range root.Find(e.at).Enter(r.input) {
			problems.Add(p.Path, p.Message)
		}
	}
	if len(problems) == 0 && verb != "" && !e.do(root, verb, path) {
		problems.Add("do", "This is not possible: the entry no longer exists, or the new entry needs a unique key.")
	}
	return problems
}

// do carries out what a button beside a field or an element asks for.
func (e *settingEdit) do(root *expansion.Spot, verb, path string) bool {
	spot := root.Find(path)
	if spot == nil || path == "" {
		return false
	}
	switch verb {
	case "add":
		return e.add(spot)
	case "remove":
		if path == e.at {
			e.to = spot.Up().Path
		}
		return spot.Remove()
	case "copy":
		return spot.Copy() != nil
	case "up":
		return spot.Move(-1)
	case "down":
		return spot.Move(1)
	case "reset":
		spot.Set(spot.Field.New())
		return true
	}
	return false
}

// add makes a new element, and leads to its page where it has one.
func (e *settingEdit) add(spot *expansion.Spot) bool {
	keys, _ := e.r.input.Get("_new")
	named, _ := keys.(*jsontree.Object)
	key, _ := named.Get(spot.Path)
	added := spot.Add(ui.TextOf(key))
	if added == nil {
		return false
	}
	if !isFlat(spot.Field, nil) {
		e.to = added.Path
	}
	return true
}
