package instances

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"quartermaster/internal/imports"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// conflictsShown is the most conflicts of an update between which its page lets choose.
const conflictsShown = 500

// showUpdate shows what an update that waits would change, and lets its user decide the conflicts.
func showUpdate(ctx context.Context, r *site.Request, h imports.Held) (site.Response, error) {
	in, err := serverOf(ctx, r, h)
	if err != nil {
		return site.Response{}, err
	}
	result, err := r.Site.Imports.Preview(ctx, store.Scope{UserID: r.User.ID, InstanceID: h.InstanceID}, h)
	if err != nil {
		return site.Response{}, err
	}
	report, err := reportView(ctx, r, result, mission.Update)
	if err != nil {
		return site.Response{}, err
	}
	view := pages.Update{
		Report: report, Action: heldURL(h.SID) + "/import", Conflicts: report.Conflicts,
		Cancel: ui.PlainForm("cancel", heldURL(h.SID), "Cancel the update"),
	}
	view.Cancel.Method = http.MethodDelete
	view.More = max(0, len(view.Conflicts)-conflictsShown) + report.OmittedConflicts
	view.Conflicts = view.Conflicts[:min(len(view.Conflicts), conflictsShown)]
	report.Conflicts = nil // they are in the form
	view.Kinds = kindsOf(r, result.Files)
	page := &ui.Page{Title: "Take in an update", Crumbs: []ui.Link{{Label: "Instances", URL: "/instances"}, {Label: record.Instances.TitleOf(in), URL: instanceURL(in)}}}
	return site.Response{Page: page, View: view}, nil
}

// decided reads which side counts in the conflicts. What is no side is left out.
func decided(r *site.Request) (prefer mission.Side, choices mission.Choices) {
	choices = mission.Choices{}
	sent, _ := r.Input.Get("choices")
	if object, ok := sent.(*jsontree.Object); ok {
		for key, value := range object.All() {
			if side := sideOf(value); side != "" {
				choices[key] = side
			}
		}
	}
	return cmp.Or(sideOf(r.Text("prefer")), mission.Mine), choices
}

func sideOf(value any) mission.Side {
	text, _ := value.(string)
	if side := mission.Side(text); side == mission.Mine || side == mission.Theirs {
		return side
	}
	return ""
}

// kindsOf returns the resources that have conflicts, if there are several.
func kindsOf(r *site.Request, files []mission.Report) (list []pages.ConflictKind) {
	seen := map[string]bool{}
	for _, file := range files {
		for _, c := range file.Conflicts {
			if res := record.InInstanceAt(c.Resource); res != nil && !seen[c.Resource] {
				seen[c.Resource] = true
				_, many := r.NounsOf(res)
				list = append(list, pages.ConflictKind{Label: many, Key: c.Resource})
			}
		}
	}
	if len(list) == 1 {
		return nil
	}
	return list
}

// conflictsOf draws the conflicts of the files of an update.
func conflictsOf(r *site.Request, files []mission.Report) (list []pages.Conflict, omitted int) {
	for _, file := range files {
		omitted += file.Omitted
		for _, c := range file.Conflicts {
			list = append(list, drawConflict(r, c))
		}
	}
	return list, omitted
}

func drawConflict(r *site.Request, c mission.Conflict) pages.Conflict {
	drawn := pages.Conflict{Name: c.Name, Key: cmp.Or(c.SID, c.Resource+"/"+c.Name), Theirs: c.Taken == mission.Theirs}
	res := record.InInstanceAt(c.Resource)
	if res != nil {
		drawn.Resource = r.NounOf(res.Name)
	}
	if c.Field == "" {
		drawn.Field = "The whole record"
		drawn.Base, drawn.Mine, drawn.New = wholeRecord(c.Base), wholeRecord(c.Mine), wholeRecord(c.Theirs)
		return drawn
	}
	drawn.Key += "." + c.Field
	name, path, inside := strings.Cut(c.Field, ".")
	f := fieldOf(res, name)
	switch {
	case inside:
		drawn.Field = path
	case f != nil:
		drawn.Field = f.Label
	}
	if inside {
		f = nil
	}
	drawn.Base, drawn.Mine, drawn.New = conflictText(f, c.Base), conflictText(f, c.Mine), conflictText(f, c.Theirs)
	return drawn
}

// fieldOf returns the field of that name, nil for none.
func fieldOf(res *record.Resource, name string) *record.Field {
	if res == nil || !res.Has(name) {
		return nil
	}
	return res.Field(name)
}

func wholeRecord(value json.RawMessage) string {
	if len(value) == 0 || string(value) == "null" {
		return "deleted"
	}
	return "there"
}

// conflictText returns a value in words; f is nil for a value inside of a field.
func conflictText(f *record.Field, value json.RawMessage) string {
	parsed, _ := jsontree.Parse(value)
	list, isList := parsed.([]any)
	switch {
	case parsed == nil:
		return ""
	case f != nil && f.Type == record.Flag:
		return map[bool]string{true: "yes", false: "no"}[string(value) == "1" || string(value) == "true"]
	case isList:
		return listText(list)
	case f != nil && f.Unit != "":
		return ui.TextOf(parsed) + " " + f.Unit
	}
	return cmp.Or(ui.TextOf(parsed), string(value))
}

// listText returns the texts of a list, or the list as JSON where it holds anything else.
func listText(list []any) string {
	texts := make([]string, len(list))
	for i, value := range list {
		text, isText := value.(string)
		if !isText {
			return string(jsontree.AppendValue(nil, list))
		}
		texts[i] = text
	}
	return cmp.Or(strings.Join(texts, ", "), "none")
}
