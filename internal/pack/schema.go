package pack

import (
	"cmp"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/notation"
)

// readSchema makes the fields of a file. Without a schema they follow from the file alone.
func (f *File) readSchema(n, shared notation.Node) {
	if n.Value == nil {
		f.list = f.Format == "lines"
		return
	}
	object, _ := n.Value.(*jsontree.Object)
	r := expansion.Reader{Defs: shared, Rules: f.addRules}
	if own := n.Of(object, "$defs"); own.Value != nil {
		r.Defs = own
	}
	if value, _ := object.Get("type"); value == "array" {
		f.list = true
		f.member = r.Field(n, listKey, listKey)
		f.member.Label = cmp.Or(f.member.Label, f.Title)
		for i, c := range f.columns {
			of := f.member.Field(c.Name)
			f.columns[i].Number = of != nil && of.Type != expansion.String && of.Type != expansion.Any
		}
		return
	}
	switch root := r.Field(n, "", ""); {
	case root.Type != expansion.Object:
		n.Of(object, "type").Wrong("must be object, or array for a file that is a list as a whole")
	case root.Shape == expansion.Single:
		f.fields = root.Fields
		expansion.CheckSections(n, f.sections, f.fields)
	default:
		f.member = root.Member()
	}
	if f.Format == "lines" {
		n.Of(object, "type").Wrong("must be array: a file of lines is a list")
	}
}

// addRules makes the rules that a schema says of a value.
func (f *File) addRules(n notation.Node, object *jsontree.Object, at string) {
	each, key := cutLast(at)
	tells := object.Has("x-key") || object.Has("x-refers") || object.Has("pattern")
	if tells && n.Of(object, "x-mark").Value == "secret" {
		n.Of(object, "x-mark").Wrong("a rule would tell the secret: it must have no x-key, x-refers or pattern")
	}
	if tells && !n.Counts(mostRules) {
		return
	}
	if n.Of(object, "x-key").Truth() {
		f.rules = append(f.rules, Rule{ID: "unique", Severity: Warning, each: each, At: key, unique: true})
	}
	if to := n.Of(object, "x-refers"); to.Text() != "" {
		f.rules = append(f.rules, Rule{
			ID: "refers", Severity: Warning, each: each, At: key, refers: to.Text(), except: n.Of(object, "x-except").Texts(), place: to,
		})
	}
	whole := expression(n.Of(object, "pattern"))
	if whole == nil {
		return
	}
	says := n.Of(object, "x-says").Text()
	f.rules = append(f.rules, Rule{
		ID: "pattern", Severity: Warning, each: each, At: key, pattern: whole, Says: says, instructions: instructions(whole.String()),
	})
}

// cutLast divides a path before its last step.
func cutLast(path string) (before, last string) {
	if i := strings.LastIndexByte(path, '.'); i >= 0 {
		return path[:i], path[i+1:]
	}
	return "", path
}
