package document

import (
	"math"
	"slices"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/notation"
)

// Preset is a change of a document that people ask for in plain words.
type Preset struct {
	Name  string // in addresses
	Title string
	About string

	steps []step
	usual bool // it also sets all numbers and switches to the game's own
}

// step changes one value.
type step struct {
	path   string
	value  any     // that is set; nil for a factor
	factor float64 // by which the value is multiplied
}

// presetOf reads a preset: values and factors by the paths of what they change.
func presetOf(n notation.Node) Preset {
	object := n.Object("name", "title", "about", "set", "multiply", "usual")
	p := Preset{
		Name: n.Of(object, "name").Needed(), Title: n.Of(object, "title").Needed(), About: n.Of(object, "about").Text(),
		usual: n.Of(object, "usual").Truth(),
	}
	for path, value := range object.Object("set").All() {
		p.steps = append(p.steps, step{path: path, value: value})
	}
	factors := n.Of(object, "multiply")
	for path := range object.Object("multiply").All() {
		if factor := factors.Of(object.Object("multiply"), path).Number(); factor != nil {
			p.steps = append(p.steps, step{path: path, factor: *factor})
		}
	}
	slices.SortFunc(p.steps, func(a, b step) int { return strings.Compare(a.path, b.path) })
	return p
}

// Difference is a value that a change of a document makes another one. Old is nil where the file does not have it.
type Difference struct {
	Path     string
	Field    *expansion.Field
	Old, New any
}

// Preset returns the preset of that name, or nil.
func (d *Document) Preset(name string) *Preset {
	for i := range d.Presets {
		if d.Presets[i].Name == name {
			return &d.Presets[i]
		}
	}
	return nil
}

// Apply returns the values that a preset makes of those of the document, which stay as they are, and what differs.
func (d *Document) Apply(p *Preset, tree *jsontree.Object) (next *jsontree.Object, differences []Difference) {
	next = tree.Clone()
	if p.usual {
		setUsual(d.Fields(), next)
	}
	for _, s := range p.steps {
		s.apply(d.Fields(), next, strings.Split(s.path, "."))
	}
	for _, found := range leavesOf(d.Fields(), "") {
		was, is := at(tree, found.Path), at(next, found.Path)
		if is != nil && !found.Field.Equal(was, is) {
			found.Old, found.New = was, is
			differences = append(differences, found)
		}
	}
	return next, differences
}

// apply changes a value below fields. Objects around it that the file does not have get their defaults, since the game may read what is
// left out of one as 0.
func (s step) apply(fields []*expansion.Field, object *jsontree.Object, keys []string) {
	f := fieldNamed(fields, keys[0])
	was, there := object.Get(f.Name)
	if len(keys) > 1 {
		inner, isObject := was.(*jsontree.Object)
		if !isObject {
			inner = expansion.New(f.Fields)
			object.Set(f.Name, inner)
		}
		s.apply(f.Fields, inner, keys[1:])
		return
	}
	if !there {
		was = f.New()
	}
	next := s.value
	if next == nil {
		next = multiplied(f, was, s.factor)
	}
	if !f.Equal(was, next) || !there {
		object.Set(f.Name, next)
	}
}

// multiplied returns a number by a factor: whole, half up, where the field is, and within its bounds.
func multiplied(f *expansion.Field, value any, factor float64) any {
	n, isNumber := expansion.NumberOf(value)
	if !isNumber {
		return value
	}
	n *= factor
	if f.Type == expansion.Int {
		n = math.Floor(n + 0.5)
	}
	if f.Min != nil {
		n = max(n, *f.Min)
	}
	if f.Max != nil {
		n = min(n, *f.Max)
	}
	return jsontree.Decimal(n)
}

// setUsual sets the numbers and switches that an object has to the defaults.
func setUsual(fields []*expansion.Field, object *jsontree.Object) {
	for _, f := range fields {
		value, there := object.Get(f.Name)
		inner, isObject := value.(*jsontree.Object)
		switch {
		case !there || f.Format == expansion.VersionFormat:
		case isObject && f.Shape == expansion.Single:
			setUsual(f.Fields, inner)
		case f.Default != nil && f.Type != expansion.String && f.Type != expansion.Object && !f.Equal(value, f.New()):
			object.Set(f.Name, f.New())
		}
	}
}

// leavesOf returns the fields below others that are no objects, with their paths.
func leavesOf(fields []*expansion.Field, path string) (leaves []Difference) {
	for _, f := range fields {
		name := jsontree.Join(path, f.Name)
		switch {
		case f.Type != expansion.Object:
			leaves = append(leaves, Difference{Path: name, Field: f})
		case f.Shape == expansion.Single:
			leaves = append(leaves, leavesOf(f.Fields, name)...)
		}
	}
	return leaves
}

// at returns the value at a path of objects, or nil.
func at(tree *jsontree.Object, path string) (value any) {
	value = tree
	for key := range strings.SplitSeq(path, ".") {
		object, _ := value.(*jsontree.Object)
		value, _ = object.Get(key)
	}
	return value
}
