package ce

import (
	"io"

	"quartermaster/internal/textfile"
)

// EventSpawn lists the positions of an event. Source: cfgeventspawns.xml.
type EventSpawn struct {
	Name      string // of the event
	Zone      Zone
	Positions []EventPosition
}

// Zone describes the infected around a position of an event. A nil field is not given in the file.
type Zone struct {
	SMin, SMax *float64 // number at the start
	DMin, DMax *float64 // number that follow later
	R          *float64 // metres around the position
}

// EventPosition is a position of an event.
type EventPosition struct {
	Point
	Group *string // of cfgeventgroups.xml
}

// ParseEventSpawns parses an event spawns file. The error is a *SyntaxError. Positions without numbers
// for x and z are left as they are, with a warning.
func ParseEventSpawns(data []byte) (*textfile.File[EventSpawn], error) {
	return eventSpawnsFormat().parse(data)
}

// WriteEventSpawns writes an event spawns file as WriteTypes writes a types file, with the same errors.
func WriteEventSpawns(w io.Writer, s textfile.Skeleton, parts []textfile.Part[EventSpawn]) error {
	return eventSpawnsFormat().write(w, s, parts)
}

func eventSpawnsFormat() format[EventSpawn] {
	return format[EventSpawn]{
		root: "eventposdef", elements: []string{"event"}, usual: tabbed(),
		order: []string{"zone", "pos"},
		blank: func(l layout, _ *EventSpawn) string { return `<event name=""` + l.closing },
		lacks: lacksName,
		read:  readEventSpawn,
		patch: patchEventSpawn,
	}
}

func readEventSpawn(r *reader) EventSpawn {
	e := EventSpawn{Name: r.attrValue(0, "name")}
	for _, field := range e.Zone.numbers() {
		if i := r.filledAttr("zone", field.name); i != none {
			*field.value = r.attrDecimal(i, field.name)
		}
	}
	for i := range r.named(0, "pos") {
		if lacking := r.lacksPosition(i); lacking != "" {
			r.warnOfLack(i, lacking)
			continue
		}
		e.Positions = append(e.Positions, r.eventPosition(i))
	}
	return e
}

func (r *reader) eventPosition(i int) EventPosition {
	return EventPosition{Point: r.point(i), Group: notBlank(new(r.attrValue(i, "group")))}
}

type decimalField struct {
	name  string
	value **float64
}

func (z *Zone) numbers() []decimalField {
	return []decimalField{{"smin", &z.SMin}, {"smax", &z.SMax}, {"dmin", &z.DMin}, {"dmax", &z.DMax}, {"r", &z.R}}
}

func (z *Zone) attrs() []attrText {
	var attrs []attrText
	for _, field := range z.numbers() {
		attrs = append(attrs, attrText{field.name, decimalText(*field.value)})
	}
	return attrs
}

func (position EventPosition) node() node {
	attrs := append(position.attrs(), attrText{"group", notBlank(position.Group)})
	return node{name: "pos", key: attrsText(attrs[:2]), attrs: attrs}
}

func patchEventSpawn(p *patch, old, new *EventSpawn) {
	p.name(old.Name, new.Name)
	p.attributes("zone", old.Zone.attrs(), new.Zone.attrs())
	p.nodes(p.positionElements(), nodesOf(old.Positions), nodesOf(new.Positions), gap{0, p.predecessor(0, "pos")})
}

func (t *tree) positionElements() []int {
	return collect(t.named(0, "pos"), func(i int) bool { return t.lacksPosition(i) == "" })
}
