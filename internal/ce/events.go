package ce

import (
	"io"
	"strings"

	"quartermaster/internal/textfile"
)

// Event is a dynamic event: what the game spawns, how many and where. A nil field is not given in the
// file. Source: db/events.xml and every ce file of type "events".
type Event struct {
	Name           string // the prefix (Loot, Vehicle, ...) selects the game's handler
	Nominal        *int64 // wanted count
	Min            *int64
	Max            *int64
	Lifetime       *int64 // seconds
	Restock        *int64 // seconds
	SafeRadius     *int64 // metres without a player at the spawn
	DistanceRadius *int64 // metres to others of its kind
	CleanupRadius  *int64 // metres without a player at the removal
	Secondary      *string

	Deletable, InitRandom, RemoveDamaged *bool

	Position *string // fixed, player or uniform
	Limit    *string // child, parent, mixed or custom
	Active   *bool
	Children []Child
}

// Child is one of the classes that an event spawns.
type Child struct {
	Type                       string // class name
	Min, Max, LootMin, LootMax *int64
}

// EventPrefixes returns the prefixes of names by which the game chooses what handles an event. It ignores events with another name.
func EventPrefixes() []string {
	return []string{"Ambient", "Animal", "Infected", "Item", "Loot", "Static", "Trajectory", "Vehicle"}
}

// ParseEvents parses an events file. The error is a *SyntaxError.
func ParseEvents(data []byte) (*textfile.File[Event], error) {
	return eventsFormat().parse(data)
}

// WriteEvents writes an events file as WriteTypes writes a types file, with the same errors.
func WriteEvents(w io.Writer, s textfile.Skeleton, parts []textfile.Part[Event]) error {
	return eventsFormat().write(w, s, parts)
}

func eventsFormat() format[Event] {
	return format[Event]{
		root: "events", elements: []string{"event"}, usual: canonical(),
		order: []string{
			"nominal", "min", "max", "lifetime", "restock",
			"saferadius", "distanceradius", "cleanupradius",
			"secondary", "flags", "position", "limit", "active", "children",
		},
		blank: blankEvent,
		lacks: lacksName,
		read:  readEvent,
		patch: patchEvent,
	}
}

// blankEvent includes a list of children: every event of the game has one, even if it is empty.
func blankEvent(l layout, _ *Event) string {
	return `<event name="">` + l.newline + l.indent + l.unit + "<children" + l.closing +
		l.newline + l.indent + "</event>"
}

func (e *Event) numbers() []numberField {
	return []numberField{
		{"nominal", &e.Nominal},
		{"min", &e.Min},
		{"max", &e.Max},
		{"lifetime", &e.Lifetime},
		{"restock", &e.Restock},
		{"saferadius", &e.SafeRadius},
		{"distanceradius", &e.DistanceRadius},
		{"cleanupradius", &e.CleanupRadius},
	}
}

func (e *Event) flags() []flagField {
	return []flagField{
		{"deletable", &e.Deletable}, {"init_random", &e.InitRandom}, {"remove_damaged", &e.RemoveDamaged},
	}
}

func (c *Child) numbers() []numberField {
	return []numberField{
		{"lootmax", &c.LootMax}, {"lootmin", &c.LootMin}, {"max", &c.Max}, {"min", &c.Min},
	}
}

func (c Child) node() node {
	n := node{name: "child", key: strings.TrimSpace(c.Type)}
	for _, field := range c.numbers() {
		n.attrs = append(n.attrs, attrText{field.name, numberText(*field.value)})
	}
	n.attrs = append(n.attrs, attrText{"type", &n.key})
	return n
}

func readEvent(r *reader) Event {
	e := Event{Name: r.attrValue(0, "name")}
	r.numbers(e.numbers())
	r.flags(e.flags())
	e.Secondary, e.Position, e.Limit = r.string("secondary"), r.string("position"), r.string("limit")
	e.Active = r.truth("active")
	for _, i := range r.childElements() {
		e.Children = append(e.Children, r.child(i))
	}
	return e
}

// childElements returns the children with a type, from all lists of children of the event.
func (t *tree) childElements() []int {
	var found []int
	for list := range t.named(0, "children") {
		found = append(found, t.withAttr(list, "child", "type")...)
	}
	return found
}

func (r *reader) child(i int) Child {
	c := Child{Type: r.attrValue(i, "type")}
	for _, field := range c.numbers() {
		*field.value = r.attrNumber(i, field.name)
	}
	return c
}

func patchEvent(p *patch, old, new *Event) {
	p.name(old.Name, new.Name)
	p.numbers(old.numbers(), new.numbers())
	p.string("secondary", old.Secondary, new.Secondary)
	p.flags(old.flags(), new.flags())
	p.string("position", old.Position, new.Position)
	p.string("limit", old.Limit, new.Limit)
	p.truth("active", old.Active, new.Active)
	p.children(old.Children, new.Children)
}

// children changes the list of children. A child with the same type stays, with its new numbers.
func (p *patch) children(old, new []Child) {
	had, wanted := nodesOf(old), nodesOf(new)
	list := p.first("children")
	if list == none && len(wanted) > 0 {
		indent := p.inside(0).indent
		p.insert(0, "children", p.block("<children>", "children", indent, p.nodeTexts(wanted, indent+p.unit)))
		return
	}
	p.nodes(p.childElements(), had, wanted, gap{list, none})
}
