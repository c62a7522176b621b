package ce

import (
	"io"

	"quartermaster/internal/textfile"
)

// Type is an entry of the loot economy. A nil field is not given in the file, which is not the same as
// 0. Source: db/types.xml and every ce file of type "types".
type Type struct {
	Name     string
	Nominal  *int64 // wanted count in the world
	Lifetime *int64 // seconds until it despawns without a player near
	Restock  *int64 // seconds between respawns, 0 for at once
	Min      *int64 // respawn starts below this count
	QuantMin *int64 // percent, -1 for not used
	QuantMax *int64 // percent, -1 for not used
	Cost     *int64 // priority

	CountInCargo, CountInHoarder, CountInMap, CountInPlayer *bool
	Crafted, Deloot                                         *bool

	Category *string // the first one with a name
	Tags     []Ref
	Usages   []Ref
	Values   []Ref
}

// Ref names an entry of cfglimitsdefinition.xml or, if User is set, a group of
// cfglimitsdefinitionuser.xml.
type Ref struct {
	Name string
	User bool
}

// ParseTypes parses a types file. The error is a *SyntaxError.
func ParseTypes(data []byte) (*textfile.File[Type], error) {
	return typesFormat().parse(data)
}

// WriteTypes writes a types file: the skeleton with the parts in their slots, the comments of slots
// without a part, and new parts behind the last entry. If it returns an error about a part, it has
// written nothing.
func WriteTypes(w io.Writer, s textfile.Skeleton, parts []textfile.Part[Type]) error {
	return typesFormat().write(w, s, parts)
}

func typesFormat() format[Type] {
	return format[Type]{
		root: "types", elements: []string{"type"}, usual: canonical(),
		order: []string{
			"nominal", "lifetime", "restock", "min", "quantmin", "quantmax", "cost",
			"flags", "category", "tag", "usage", "value",
		},
		blank: func(layout, *Type) string { return `<type name=""/>` },
		lacks: lacksName,
		read:  readType,
		patch: patchType,
	}
}

type numberField struct {
	name  string
	value **int64
}

type flagField struct {
	name  string
	value **bool
}

type refField struct {
	name string
	refs *[]Ref
}

func (t *Type) numbers() []numberField {
	return []numberField{
		{"nominal", &t.Nominal},
		{"lifetime", &t.Lifetime},
		{"restock", &t.Restock},
		{"min", &t.Min},
		{"quantmin", &t.QuantMin},
		{"quantmax", &t.QuantMax},
		{"cost", &t.Cost},
	}
}

func (t *Type) flags() []flagField {
	return []flagField{
		{"count_in_cargo", &t.CountInCargo},
		{"count_in_hoarder", &t.CountInHoarder},
		{"count_in_map", &t.CountInMap},
		{"count_in_player", &t.CountInPlayer},
		{"crafted", &t.Crafted},
		{"deloot", &t.Deloot},
	}
}

func (t *Type) refs() []refField {
	return []refField{{"tag", &t.Tags}, {"usage", &t.Usages}, {"value", &t.Values}}
}

func readType(r *reader) Type {
	t := Type{Name: r.attrValue(0, "name")}
	r.numbers(t.numbers())
	r.flags(t.flags())
	if i := r.filledAttr("category", "name"); i != none {
		t.Category = new(r.attrValue(i, "name"))
	}
	for _, field := range t.refs() {
		for _, i := range r.refElements(field.name) {
			*field.refs = append(*field.refs, r.ref(i))
		}
	}
	return t
}

// refElements returns the elements of that name with a reference; a bare <usage/> has none.
func (t *tree) refElements(name string) []int {
	return collect(t.named(0, name), func(i int) bool { return t.ref(i).Name != "" })
}

func (t *tree) ref(i int) Ref {
	if name := t.attrValue(i, "name"); name != "" {
		return Ref{Name: name}
	}
	return Ref{Name: t.attrValue(i, "user"), User: true}
}

func patchType(p *patch, old, new *Type) {
	p.className(old.Name, new.Name)
	p.numbers(old.numbers(), new.numbers())
	p.flags(old.flags(), new.flags())
	p.category(old.Category, new.Category)
	had := old.refs()
	for i, field := range new.refs() {
		p.refs(field.name, *had[i].refs, *field.refs)
	}
}
