package trader

import (
	"quartermaster/internal/say"
	"quartermaster/internal/textfile"
)

// Vector is x, y and z in metres, or yaw, pitch and roll in degrees.
type Vector [3]float64

// Place is a marker or an object of TraderObjects.txt. A nil field is not given in the file.
type Place struct {
	IsMarker bool
	Position *Vector

	// Of a marker: where players trade, and with whom.
	Trader             int64  // the number of the trader in TraderConfig.txt, counted from 0
	Safezone           *int64 // radius in metres, 0 for none; the game wants it of every marker
	VehicleSpawn       *Vector
	VehicleOrientation *Vector

	// Of an object: what stands there.
	Class       string
	Orientation *Vector
	Attachments []string // class names
}

// property is the value of a line of a place.
type property struct {
	tag  string
	into any // *int64, **int64, *string, **Vector or *[]string
}

// properties lists the properties of a place in the usual order, starting with its first line.
func (p *Place) properties() []property {
	if p.IsMarker {
		return []property{
			{tagMarker, &p.Trader},
			{"TraderMarkerPosition", &p.Position},
			{"TraderMarkerSafezone", &p.Safezone},
			{"VehicleSpawn", &p.VehicleSpawn},
			{"VehicleSpawnOri", &p.VehicleOrientation},
		}
	}
	return []property{
		{tagObject, &p.Class},
		{"ObjectPosition", &p.Position},
		{"ObjectOrientation", &p.Orientation},
		{"ObjectAttachment", &p.Attachments},
	}
}

// The tags that a place starts with.
const (
	tagMarker = "TraderMarker"
	tagObject = "Object"
)

// propertyOf returns the property of a tag.
func (p *Place) propertyOf(tag string) (property, bool) {
	for _, known := range p.properties() {
		if known.tag == tag {
			return known, true
		}
	}
	return property{}, false
}

// ParseObjects parses TraderObjects.txt. An entry reaches from the line that names the marker or object to the last
// line before the next that is no comment. What the game does not read stays as it is, with a warning. The error names the line.
func ParseObjects(data []byte) (*textfile.File[Place], error) {
	src := string(data)
	if err := textfile.Check(src); err != nil {
		return nil, err
	}
	r := objectsReader{Cutter: textfile.Cut[Place](src)}
	for at := range textfile.Lines(src) {
		if l := scanLine(at.Text); !l.isEmpty() {
			r.read(at, l)
		}
	}
	r.finish()
	return r.File(), nil
}

// objectsReader reads a file line by line.
type objectsReader struct {
	*textfile.Cutter[Place]
	place  *Place // the one that is being read
	extent textfile.Line
	end    string // the tag that ended the file
}

func (r *objectsReader) read(at textfile.Line, l line) {
	switch {
	case r.end != "":
		r.Warn(at.Number, say.New("behind-end", "tag", r.end))
	case l.tag == tagFileEnd || l.tag == tagOpenFile:
		r.end = l.tag
	case l.tag == tagMarker || l.tag == tagObject:
		r.finish()
		r.place, r.extent = &Place{IsMarker: l.tag == tagMarker}, at
		r.property(at, l)
	default:
		r.property(at, l)
	}
}

// finish adds the place that was read last as an entry.
func (r *objectsReader) finish() {
	if r.place != nil {
		r.Take(r.extent.Start, r.extent.End, r.extent.Number, *r.place)
	}
	r.place = nil
}

func (r *objectsReader) property(at textfile.Line, l line) {
	if r.place == nil {
		r.warn(at, say.New("before-first"))
		return
	}
	r.extent.End = at.End
	p, ok := r.place.propertyOf(l.tag)
	switch {
	case !ok:
		r.warn(at, say.New("no-property", "tag", r.place.properties()[0].tag))
	case !p.isFree():
		r.warn(at, say.New("second", "tag", l.tag))
	case !p.read(l):
		r.warn(at, say.New("not-taken", "value", l.read(), "tag", l.tag))
	}
}

// warn adds a warning about a line of a place that stays as it is.
func (r *objectsReader) warn(at textfile.Line, problem say.Message) {
	r.Warn(at.Number, say.New("kept", "problem", problem))
}

// isFree reports whether the property can take a value: attachments can take any number of them.
func (p property) isFree() bool {
	switch into := p.into.(type) {
	case **int64:
		return *into == nil
	case **Vector:
		return *into == nil
	}
	return true
}

// read sets a property from a line.
func (p property) read(l line) (ok bool) {
	text := l.read()
	switch into := p.into.(type) {
	case *int64:
		*into, ok = leadingInt(text)
	case **int64:
		*into = new(int64)
		**into, ok = leadingInt(text)
	case **Vector:
		*into, ok = readVector(l)
	case *string:
		*into, ok = text, isClassName(text)
	case *[]string:
		*into, ok = append(*into, text), isClassName(text)
	}
	return ok
}

// readVector reads three numbers; it returns nil for anything else.
func readVector(l line) (v *Vector, ok bool) {
	pieces, ok := l.fields(len(Vector{}))
	if len(pieces) != len(Vector{}) {
		return nil, false
	}
	v = new(Vector)
	for i, piece := range pieces {
		number, isNumber := parseFloat(l.at(piece))
		if !isNumber {
			return nil, false
		}
		v[i] = number
	}
	return v, ok
}

// texts returns the lines of the property, each as its pieces.
func (p property) texts() [][]string {
	switch from := p.into.(type) {
	case *int64:
		return [][]string{{intText(*from)}}
	case **int64:
		if *from != nil {
			return [][]string{{intText(**from)}}
		}
	case **Vector:
		if *from != nil {
			return [][]string{(*from).texts()}
		}
	case *string:
		return [][]string{{*from}}
	case *[]string:
		return singles(*from)
	}
	return nil
}

func (v *Vector) texts() []string {
	texts := make([]string, len(v))
	for i, number := range v {
		texts[i] = floatText(number)
	}
	return texts
}

func singles(texts []string) [][]string {
	lists := make([][]string, len(texts))
	for i, text := range texts {
		lists[i] = []string{text}
	}
	return lists
}

// ObjectsAt returns for each place that is a marker the index of the object there, else -1: the one that follows it with
// its position, else another one with its position, one that no other marker has before the rest, else the one that follows it.
func ObjectsAt(places []Place) []int {
	at, taken := make([]int, len(places)), map[int]bool{}
	for i := range places {
		at[i] = -1
		if next := i + 1; places[i].IsMarker && next < len(places) && standsAt(places[next], places[i]) {
			at[i], taken[next] = next, true
		}
	}
	for i, marker := range places {
		if marker.IsMarker && at[i] < 0 {
			at[i] = objectFor(places, i, taken)
			taken[at[i]] = true
		}
	}
	return at
}

// standsAt reports whether a place is an object at the position of a marker.
func standsAt(object, marker Place) bool {
	return !object.IsMarker && object.Position != nil && marker.Position != nil && *object.Position == *marker.Position
}

// objectFor returns the index of the object for a marker that none with its position follows, or -1.
func objectFor(places []Place, marker int, taken map[int]bool) int {
	shared := -1
	for i, place := range places {
		switch {
		case !standsAt(place, places[marker]):
		case !taken[i]:
			return i
		case shared < 0:
			shared = i
		}
	}
	if next := marker + 1; shared < 0 && next < len(places) && !places[next].IsMarker {
		return next
	}
	return shared
}
