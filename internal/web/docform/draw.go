package docform

import (
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/ui"
)

// drawer draws the values of a document.
type drawer struct {
	url    string                         // of the form of the whole document
	errors map[string]validate.FieldError // by the paths of the form; once shown beside a field they are removed
	found  []ui.Problem                   // the errors that are shown beside fields
	stale  bool                           // the input belongs to an older state of the document
	draft  bool                           // the value is not stored yet
	loose  map[string]bool                // names of lists whose rows belong to an older state
	paged  bool                           // the object of the page is divided into pages
	long   int                            // bytes of the long texts that the page shows

	references References
}

func newDrawer(url string, problems validate.Errors) *drawer {
	d := &drawer{url: url, errors: map[string]validate.FieldError{}, loose: map[string]bool{}}
	for _, problem := range problems {
		d.errors[problem.Field] = problem
		d.stale = d.stale || problem.Field == BaseName
	}
	return d
}

// formObject is an object whose fields are drawn.
type formObject struct {
	object    *jsontree.Object
	path      string           // in the document
	name      string           // in the form; empty for the object of the page
	errorPath string           // by which errors call it: the name with dots
	sent      *jsontree.Object // the input, where the form is shown again
}

func (p formObject) nameOf(key string) string {
	if p.name == "" {
		return sentName(key)
	}
	return p.name + "[" + sentName(key) + "]"
}

func (p formObject) errorPathOf(key string) string {
	return strings.TrimPrefix(p.errorPath+"."+key, ".")
}

var idPattern = strings.NewReplacer("[", "-", "]", "")

func elementID(name string) string { return "setting-" + idPattern.Replace(name) }

// fields draws the fields of an object.
func (d *drawer) fields(fields []*expansion.Field, at formObject) []partView {
	parts := make([]partView, 0, len(fields))
	for _, f := range fields {
		isThere := f.Removed == 0 || at.object.Has(f.Name)
		if isThere && f.Format != expansion.VersionFormat && !d.isInPair(fields, f) {
			parts = append(parts, d.field(f, at))
		}
	}
	return parts
}

func (d *drawer) field(f *expansion.Field, at formObject) partView {
	value, isThere := valueIn(f, at.object)
	part := partView{
		Control: boxOf(f, value, at.nameOf(f.Name)), Path: pathOf(at.path, f.Name),
	}
	part.Code, part.Marks = true, &ui.Marks{Key: f.Name, Path: part.Path, Absent: !isThere}
	d.refer(&part.Control, f, value, at.object)
	input, wasSent := at.sent.Get(sentName(f.Name))
	if d.paged && hasOwnPage(f, value) {
		part.List = &listView{ID: part.ID, Total: len(jsontree.Members(value)), More: d.at(part.Path)}
		return part
	}
	switch controlOf(f, value) {
	case nestedControl:
		object, _ := value.(*jsontree.Object)
		sent, _ := input.(*jsontree.Object)
		part.Inner = d.fields(f.Fields, formObject{object, part.Path, part.Key, at.errorPathOf(f.Name), sent})
	case tableControl:
		d.table(&part, f, jsontree.Members(value), at, input)
	case entriesControl:
		d.entries(&part, f, value, at, input)
	case keyedControl:
		part.List = d.list(f, value, part.Path, firstOf(value, entriesInline))
	case tripleControl:
		if wasSent {
			ui.EnterParts(part.Parts, jsontree.Members(input))
		}
	default:
		if d.isTooLong(part.Value) {
			part.Value, part.TooLong = "", true
			return part
		}
		if wasSent {
			part.enter(input)
		}
	}
	part.compare(f, value)
	d.report(&part, at.errorPathOf(f.Name))
	return part
}

// isTooLong reports whether a page has no room for the text of a value beside those that it shows already.
func (d *drawer) isTooLong(text string) bool {
	if len(text) < longText {
		return false
	}
	if d.long+len(text) > mostLongText {
		return true
	}
	d.long += len(text)
	return false
}

// enter shows the input in place of the stored value.
func (p *partView) enter(input any) {
	p.Value = ui.TextOf(input)
	switch p.Kind {
	case ui.Select:
		p.Choose(p.Value)
	case ui.Checks:
		p.Choose(textsOf(input)...)
	}
}

// report shows the errors of a field beside it, together with those of values inside that have no control of their own.
func (d *drawer) report(part *partView, at string) {
	if len(d.errors) == 0 {
		return
	}
	var texts []string
	for _, path := range sortedKeys(d.errors) {
		rest, inside := strings.CutPrefix(path, at)
		if !inside || rest != "" && !strings.HasPrefix(rest, ".") {
			continue
		}
		texts = append(texts, d.errors[path].TextsFor(part.Label+strings.ReplaceAll(rest, ".", " "))...)
		delete(d.errors, path)
	}
	if part.Error = strings.Join(texts, " "); part.Error != "" {
		d.found = append(d.found, ui.Problem{ID: part.target(), Label: part.Label, Text: part.Error})
	}
}

// target returns the id of the element to move to when the field has an error.
func (p *partView) target() string {
	if p.Inner != nil || p.Rows != nil || p.List != nil || p.TooLong {
		return p.ID + "-group"
	}
	return p.Target()
}

// compare marks a value that differs from the default.
func (p *partView) compare(f *expansion.Field, value any) {
	if f.IsDefault(value) {
		return
	}
	p.Marks.Differs, p.Marks.Default = true, inWords(f, f.New())
	if controlOf(f, value) == boxControl {
		text := shown(f, f.New())
		p.Marks.Reset = &text
	}
}

// Words describes a value of a field: as [Word] does, or the members of a list or the like with commas between them.
func Words(f *expansion.Field, value any) string {
	list, isList := value.([]any)
	if !isList {
		return Word(f, shown(f, value))
	}
	texts := make([]string, len(list))
	for i, member := range list {
		texts[i] = ui.TextOf(member)
	}
	return strings.TrimSpace(strings.Join(texts, ", ") + " " + f.Unit)
}

// inWords describes a value in a few words, with no words for objects.
func inWords(f *expansion.Field, value any) string {
	switch controlOf(f, value) {
	case boxControl:
		return Word(f, shown(f, value))
	case tripleControl:
		return strings.Join(vectorTexts(value), ", ")
	case sourceControl, nestedControl:
		return ""
	}
	if n := len(jsontree.Members(value)); n > 0 {
		return ui.Plural(n, "entry", "entries")
	}
	return "empty"
}

// Word returns the text of a control in words: the label of a choice, on or off, or the number with its unit.
func Word(f *expansion.Field, text string) string {
	for _, c := range f.Choices {
		if ui.TextOf(c.Value) == text {
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
