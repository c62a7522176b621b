package web

import (
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/ui"
)

// settingDrawer turns values of a document into the parts of the editor.
type settingDrawer struct {
	url    string            // of the editor
	errors map[string]string // by the paths of the form; those that a field shows are taken out
	found  []ui.Problem      // what fields show
	stale  bool              // what was entered is for another state of the document
}

func newSettingDrawer(url string, problems validate.Errors) *settingDrawer {
	d := &settingDrawer{url: url, errors: map[string]string{}}
	for _, problem := range problems {
		d.errors[problem.Field] = strings.Join(problem.Messages, " ")
		d.stale = d.stale || problem.Field == documentBase
	}
	return d
}

// settingPlace is an object whose fields are drawn.
type settingPlace struct {
	object *jsontree.Object
	path   string           // in the document
	name   string           // in the form; empty for the object of the page
	way    string           // the name as steps, by which errors call it
	sent   *jsontree.Object // what was entered, where the form is shown again
}

func (p settingPlace) nameOf(key string) string {
	if p.name == "" {
		return key
	}
	return p.name + "[" + key + "]"
}

func (p settingPlace) wayOf(key string) string { return strings.TrimPrefix(p.way+"."+key, ".") }

var idPattern = strings.NewReplacer("[", "-", "]", "")

func settingID(name string) string { return "setting-" + idPattern.Replace(name) }

// fields draws the fields of an object.
func (d *settingDrawer) fields(fields []*expansion.Field, at settingPlace) []settingPart {
	parts := make([]settingPart, 0, len(fields))
	for _, f := range fields {
		if f.Format != expansion.VersionFormat {
			parts = append(parts, d.field(f, at))
		}
	}
	return parts
}

func (d *settingDrawer) field(f *expansion.Field, at settingPlace) settingPart {
	value, isThere := f.In(at.object)
	part := settingPart{
		Control: boxOf(f, value, at.nameOf(f.Name)), Path: expansion.PathOf(at.path, f.Name), Code: f.Name, Absent: !isThere,
	}
	input, wasSent := at.sent.Get(f.Name)
	switch f.Control(value) {
	case expansion.Nested:
		object, _ := value.(*jsontree.Object)
		sent, _ := input.(*jsontree.Object)
		part.Inner = d.fields(f.Fields, settingPlace{object, part.Path, part.Key, at.wayOf(f.Name), sent})
	case expansion.Table:
		d.table(&part, f, jsontree.Members(value), at, input)
	case expansion.Entries:
		d.entries(&part, f, value, at, input)
	case expansion.Keyed:
		part.List = d.list(f, value, part.Path, firstOf(value, entriesInline))
	case expansion.Triple:
		if wasSent {
			ui.EnterParts(part.Parts, jsontree.Members(input))
		}
	default:
		if wasSent {
			part.enter(input)
		}
	}
	part.compare(f, value)
	d.report(&part, at.wayOf(f.Name))
	return part
}

// enter shows what was entered.
func (p *settingPart) enter(input any) {
	p.Value = ui.TextOf(input)
	if p.Kind == ui.Select {
		p.Choose(p.Value)
	}
}

// report puts the errors of a field beside it, with those of what is inside and has no control of its own.
func (d *settingDrawer) report(part *settingPart, way string) {
	if len(d.errors) == 0 {
		return
	}
	var texts []string
	for _, path := range sortedKeys(d.errors) {
		rest, inside := strings.CutPrefix(path, way)
		if !inside || rest != "" && !strings.HasPrefix(rest, ".") {
			continue
		}
		texts = append(texts, strings.ReplaceAll(d.errors[path], path, part.Label+strings.ReplaceAll(rest, ".", " ")))
		delete(d.errors, path)
	}
	if part.Error = strings.Join(texts, " "); part.Error != "" {
		d.found = append(d.found, ui.Problem{ID: part.target(), Label: part.Label, Text: part.Error})
	}
}

// target is the id of what to move to when the field has an error.
func (p *settingPart) target() string {
	if p.Inner != nil || p.Rows != nil || p.List != nil {
		return p.ID + "-group"
	}
	return p.Target()
}

// compare tells the default where the value is another.
func (p *settingPart) compare(f *expansion.Field, value any) {
	if f.IsDefault(value) {
		return
	}
	p.Differs, p.Default = true, inWords(f, f.New())
	if f.Control(value) == expansion.Box {
		text := f.Shown(f.New())
		p.Reset = &text
	}
}

// inWords tells a value in a few words.
func inWords(f *expansion.Field, value any) string {
	switch f.Control(value) {
	case expansion.Box:
		return wordOfBox(f, value)
	case expansion.Triple:
		return strings.Join(expansion.Parts(value), ", ")
	case expansion.Source, expansion.Nested:
		return ""
	}
	if n := len(jsontree.Members(value)); n > 0 {
		return ui.Plural(n, "entry", "entries")
	}
	return "empty"
}

func wordOfBox(f *expansion.Field, value any) string { return valueWord(f, f.Shown(value)) }

// valueWord tells a single value, given as text, as people read it.
func valueWord(f *expansion.Field, text string) string {
	for _, c := range f.Choices {
		if choiceText(c) == text {
			return c.Label
		}
	}
	switch {
	case f.Type == expansion.Bool && (text == "" || text == "0" || text == "false"):
		return "off"
	case f.Type == expansion.Bool:
		return "on"
	case text == "":
		return "empty"
	}
	return strings.TrimSpace(text + " " + f.Unit)
}

func choiceText(c expansion.Choice) string { return ui.TextOf(c.Value) }
