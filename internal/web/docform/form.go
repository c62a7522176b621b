package docform

import (
	"net/url"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/ui"
)

// Names in the forms beside those of the fields.
const (
	BaseName       = ui.BaseName       // the input that says what the form was drawn with
	ClassNamesList = ui.ClassNamesList // the id of the suggestions for class names
)

// membersOnPage is the number of members on one page of a list or map.
const membersOnPage = 50

// Form is the form of a document, or of the value at a path in it.
type Form struct {
	Schema *expansion.Schema
	Tree   *jsontree.Object
	At     string // the path of the value; empty for the whole document
	URL    string // of the form of the whole document
	Search string // a text that fields and members have to contain; empty for all
	Page   int    // of the members of a list or map, or of the fields of a large object, from 1

	References References // what fields may refer to; nil where that is not known

	Version string // stands for the text of the whole document
	draft   bool   // the value is not stored yet

	only *jsontree.Object // whose fields alone are drawn; nil for all of the page

	Input     *jsontree.Object // of a form that is shown again, else nil
	Problems  validate.Errors  // of the input
	Conflicts []ui.Conflict    // of the input with what is stored
}

// Cursor returns the cursor of the value at the form's path, or nil where the document has none.
func (f Form) Cursor() *Cursor { return root(f.Schema, f.Tree).find(f.At) }

// Draw returns the parts of the form. It reports false where the document has no object, list or map at the form's path.
func (f Form) Draw() (view View, ok bool) {
	cursor := f.Cursor()
	if cursor == nil {
		return View{}, false
	}
	d := newDrawer(f.URL, f.Problems)
	d.draft, d.references = f.draft, f.References
	for _, c := range f.Conflicts {
		d.loose[c.Name] = true
	}
	switch controlOf(cursor.Field, cursor.Value) {
	case nestedControl:
		view.Sections, view.Pager = d.sections(f, cursor)
	case tableControl, keyedControl, entriesControl:
		d.members(f, cursor, &view)
	default:
		return View{}, false
	}
	view.Remove = cursor.up != nil && usualControl(cursor.up.Field) != nestedControl
	view.Problems = d.problems()
	return view, true
}

// problems returns the errors that are shown beside fields, followed by the others.
func (d *drawer) problems() []ui.Problem {
	for _, path := range sortedKeys(d.errors) {
		d.found = append(d.found, ui.Problem{Text: strings.Join(d.errors[path].Texts(), " ")})
	}
	return d.found
}

// sections draws the fields of an object that the search finds, or a page of them; those of the whole document are divided into its
// sections.
func (d *drawer) sections(f Form, cursor *Cursor) (sections []sectionView, pager ui.Pager) {
	tree, _ := cursor.Value.(*jsontree.Object)
	object := formObject{object: tree, path: cursor.Path, sent: f.Input}
	shown, page, total := f.fieldsOn(cursor, f.inOrder(cursor))
	d.paged = isPaged(cursor)
	if cursor.up != nil {
		sections = []sectionView{{ID: "fields", Parts: d.fields(shown, object)}}
	} else {
		sections = d.inSections(f.Schema, shown, object)
	}
	if d.paged {
		return sections, ui.Pager{Page: page, PerPage: fieldsOnPage, Total: total}
	}
	return found(sections, f.Search), ui.Pager{}
}

func (d *drawer) inSections(schema *expansion.Schema, shown []*expansion.Field, object formObject) (sections []sectionView) {
	for _, about := range append(schema.Sections, expansion.Section{}) {
		fields := kept(shown, func(f *expansion.Field) bool { return f.Section == about.Name })
		if parts := d.fields(fields, object); len(parts) > 0 {
			sections = append(sections, sectionView{
				ID: strings.TrimSuffix("section-"+about.Name, "-"), Title: about.Title, About: about.About, Parts: opened(parts, about.Title),
			})
		}
	}
	return sections
}

// inOrder returns the fields of an object in the order in which its pages have them.
func (f Form) inOrder(cursor *Cursor) (fields []*expansion.Field) {
	if cursor.up != nil {
		return cursor.Field.Fields
	}
	for _, about := range append(f.Schema.Sections, expansion.Section{}) {
		fields = append(fields, f.Schema.In(about.Name)...)
	}
	return fields
}

// opened returns what is in a group that is alone in a section of the same title, so that the title does not stand there twice.
func opened(parts []partView, title string) []partView {
	if len(parts) == 1 && parts[0].Inner != nil && parts[0].Label == title && parts[0].Error == "" {
		return parts[0].Inner
	}
	return parts
}

// members draws one page of the members of a list or map.
func (d *drawer) members(f Form, cursor *Cursor, view *View) {
	sent, _ := f.Input.Get(entriesName)
	kept := cursor.membersWith(f.Search)
	pages := max(1, (len(kept)+membersOnPage-1)/membersOnPage)
	view.Pager = ui.Pager{Page: min(f.Page, pages), PerPage: membersOnPage, Total: len(kept)}
	first := (view.Pager.Page - 1) * membersOnPage
	kept = kept[first:min(first+membersOnPage, len(kept))]
	rows := formObject{path: cursor.Path, name: entriesName}
	switch list, isList := cursor.Value.([]any); {
	case controlOf(cursor.Field, cursor.Value) == entriesControl:
		object, _ := cursor.Value.(*jsontree.Object)
		view.Rows = d.entryRows(cursor.Field, keysAt(object, kept), object, rows, sent)
		view.Rows.Part = true
	case isList && isFlat(cursor.Field, list):
		view.Rows = d.partRows(cursor.Field, list, kept, rows, sent)
	default:
		view.List = d.list(cursor.Field, cursor.Value, cursor.Path, kept)
	}
}

func keysAt(object *jsontree.Object, indexes []int) []string {
	all := object.Keys()
	keys := make([]string, len(indexes))
	for i, index := range indexes {
		keys[i] = all[index]
	}
	return keys
}

// membersWith returns the indexes of the members of a list or map that contain a text.
func (s *Cursor) membersWith(text string) (indexes []int) {
	for i, words := range s.memberWords() {
		if strings.Contains(strings.ToLower(words), strings.ToLower(text)) {
			indexes = append(indexes, i)
		}
	}
	return indexes
}

// memberWords returns the texts in which members are searched: their keys, or what a list shows of its elements.
func (s *Cursor) memberWords() []string {
	if object, isMap := s.Value.(*jsontree.Object); isMap {
		return object.Keys()
	}
	list := jsontree.Members(s.Value)
	words := make([]string, len(list))
	for i, entry := range elementEntries(s.Field.Member(), list, "") {
		words[i] = entry.Title + " " + entry.About
	}
	return words
}

// Save lays what was sent over the tree and carries out the action of the button that sent it. It returns the path of the value to
// show next. If it returns problems, which go by the names of the form, the tree must not be stored.
func (f Form) Save(sent *jsontree.Object) (next string, problems validate.Errors) {
	root := root(f.Schema, f.Tree)
	action, _ := sent.Get("do")
	verb, path, _ := strings.Cut(ui.TextOf(action), ":")
	if verb != "remove" || path != f.At {
		for _, p := range root.find(f.At).enter(sent) {
			problems.AddNamed(p.Path, "", p.Message)
		}
	}
	if len(problems) > 0 || verb == "" {
		return f.At, problems
	}
	next, done := f.act(root.find(path), verb, sent)
	if !done {
		problems.AddSentence("do", "This is not possible: the entry no longer exists, or the new entry needs a unique key.")
	}
	return next, problems
}

// act carries out the action of a button beside a field or an element.
func (f Form) act(cursor *Cursor, verb string, sent *jsontree.Object) (next string, done bool) {
	if cursor == nil || cursor.up == nil {
		return f.At, false
	}
	switch verb {
	case "add":
		return f.add(cursor, sent)
	case "remove":
		next = f.At
		if cursor.Path == f.At {
			next = cursor.up.Path
		}
		return next, cursor.remove()
	case "copy":
		return f.At, cursor.duplicate() != nil
	case "up":
		return f.At, cursor.move(-1)
	case "down":
		return f.At, cursor.move(1)
	case "reset":
		cursor.set(cursor.Field.New())
		return f.At, true
	}
	return f.At, false
}

// WithNew adds a member to the list or map at the form's path, under a key for a map, and returns the form of it. It reports false
// where that is not possible.
func (f Form) WithNew(key string) (Form, bool) {
	cursor := f.Cursor()
	if cursor == nil {
		return f, false
	}
	added := cursor.add(key)
	if added == nil {
		return f, false
	}
	f.At, f.draft = added.Path, true
	return f, true
}

// TakesKey reports whether the value at the form's path is a map, whose members have keys.
func (f Form) TakesKey() bool {
	cursor := f.Cursor()
	return cursor != nil && controlOf(cursor.Field, cursor.Value) == keyedControl
}

// newAt returns the address of the page of a member that is not stored yet; none below one that is not stored itself.
func (d *drawer) newAt(path string) string {
	if d.draft {
		return ""
	}
	return d.at(path) + "&new=1"
}

// add makes a new member, and shows its page next if it has one.
func (f Form) add(cursor *Cursor, sent *jsontree.Object) (next string, done bool) {
	value, _ := sent.Get("_new")
	named, _ := value.(*jsontree.Object)
	key, _ := named.Get(cursor.Path)
	added := cursor.add(ui.TextOf(key))
	if added == nil || isFlat(cursor.Field, nil) {
		return f.At, added != nil
	}
	return added.Path, true
}

// at returns the address of the page for a path in the document.
func (d *drawer) at(path string) string {
	if path == "" {
		return d.url
	}
	if strings.Contains(d.url, "?") {
		return d.url + "&at=" + url.QueryEscape(path)
	}
	return d.url + "?at=" + url.QueryEscape(path)
}
