package instances

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// conflictsShown is the most conflicts between which a page lets choose.
const conflictsShown = 500

// choicesOf draws the conflicts of files with what was chosen so far; other names the other side.
func choicesOf(r *site.Request, files []mission.Report, other string, prefer mission.Side, chosen mission.Choices) pages.ConflictChoices {
	view := pages.ConflictChoices{Other: other, Theirs: prefer == mission.Theirs, Kinds: kindsOf(r, files, chosen)}
	for i := range view.Kinds {
		view.Kinds[i].Other = other
	}
	for _, file := range files {
		view.Total, view.More = view.Total+len(file.Conflicts)+file.Omitted, view.More+file.Omitted
		shown := file.Conflicts[:min(len(file.Conflicts), conflictsShown)]
		if view.More += len(file.Conflicts) - len(shown); len(shown) > 0 {
			choice := pages.ConflictChoice{Label: file.Path, Key: file.Path, Chosen: string(chosen[file.Path]), Other: other}
			view.Files = append(view.Files, pages.ConflictFile{ConflictChoice: choice, Records: recordsIn(r, shown, chosen, other)})
		}
	}
	for i := range view.Files {
		view.Files[i].Alone = len(view.Files) == 1 || len(view.Kinds) > 0 && isAlone(files, view.Files[i].Label)
	}
	return view
}

// isAlone reports whether the conflicts of a file are all of one resource, and those of no other file are.
func isAlone(files []mission.Report, path string) bool {
	holders := map[string]map[string]bool{} // paths of files, by resource
	for _, file := range files {
		for _, c := range file.Conflicts {
			if holders[c.Resource] == nil {
				holders[c.Resource] = map[string]bool{}
			}
			holders[c.Resource][file.Path] = true
		}
	}
	mine := 0
	for _, paths := range holders {
		if !paths[path] {
			continue
		}
		if mine++; mine > 1 || len(paths) > 1 {
			return false
		}
	}
	return true
}

// recordsIn draws the conflicts of a file by their records.
func recordsIn(r *site.Request, conflicts []mission.Conflict, chosen mission.Choices, other string) (list []pages.ConflictRecord) {
	for _, c := range conflicts {
		drawn := drawConflict(r, c)
		drawn.Chosen, drawn.Other = string(chosen[drawn.Key]), other
		key := recordKey(c)
		i := slices.IndexFunc(list, func(known pages.ConflictRecord) bool { return known.Key == key })
		if i < 0 {
			i = len(list)
			list = append(list, pages.ConflictRecord{ConflictChoice: pages.ConflictChoice{
				Label: c.Name, Key: key, Chosen: string(chosen[key]), Other: other,
			}})
		}
		list[i].Conflicts = append(list[i].Conflicts, drawn)
	}
	return list
}

// recordKey is the key of the choice for all conflicts of a record.
func recordKey(c mission.Conflict) string { return cmp.Or(c.SID, c.Resource+"/"+c.Name) }

// kindsOf returns the resources that have conflicts, if there are several.
func kindsOf(r *site.Request, files []mission.Report, chosen mission.Choices) (list []pages.ConflictChoice) {
	seen := map[string]bool{}
	for _, file := range files {
		for _, c := range file.Conflicts {
			if res := record.InInstanceAt(c.Resource); res != nil && !seen[c.Resource] {
				seen[c.Resource] = true
				_, many := r.NounsOf(res)
				list = append(list, pages.ConflictChoice{Label: many, Key: c.Resource, Chosen: string(chosen[c.Resource])})
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
	drawn := pages.Conflict{Name: c.Name, ConflictChoice: pages.ConflictChoice{Key: recordKey(c)}, Theirs: c.Taken == mission.Theirs}
	res := record.InInstanceAt(c.Resource)
	if res != nil {
		drawn.Resource = r.NounOf(res.Name)
	}
	switch {
	case c.Field == "" && c.Resource == record.Files.Path:
		drawn.Field = "The whole file"
		return drawn
	case c.Field == "":
		drawn.Field = "The whole record"
		drawn.Base, drawn.Mine, drawn.New = wholeRecord(c.Base), wholeRecord(c.Mine), wholeRecord(c.Theirs)
		return drawn
	}
	drawn.Key += "." + c.Field
	name, path, inside := strings.Cut(c.Field, ".")
	f := fieldOf(res, name)
	switch {
	case c.Resource == record.Files.Path:
		drawn.Field = c.Field
		if line, isText := c.Line(); isText {
			drawn.Field = "Line " + line
		}
	case inside:
		drawn.Field = path
	case f != nil:
		drawn.Field = f.Label
	}
	if inside {
		f = nil
	}
	texts := conflictTexts(f, c.Base, c.Mine, c.Theirs)
	drawn.Base, drawn.Mine, drawn.New = texts[0], texts[1], texts[2]
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

// conflictTexts returns values that stand beside each other in words; f is nil for values inside of a field.
func conflictTexts(f *record.Field, values ...json.RawMessage) []string {
	parsed := make([]any, len(values))
	for i, value := range values {
		parsed[i], _ = jsontree.Parse(value)
	}
	texts := ui.Apart(parsed...)
	for i, text := range texts {
		switch list, isList := parsed[i].([]any); {
		case parsed[i] == nil:
		case f != nil && f.Type == record.Flag:
			texts[i] = map[string]string{"1": "yes", "0": "no"}[text]
		case isList && len(list) == 0:
			texts[i] = "none"
		case text == "":
			texts[i] = string(values[i])
		case f != nil && f.Unit != "" && !isList:
			texts[i] = text + " " + f.Unit
		}
	}
	return texts
}
