package record

import (
	"strconv"
	"strings"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/validate"
)

// Usual are the bounds within which a number makes sense to the game. Values outside of them are stored where people insist.
type Usual struct {
	low, high float64
	bounded   bool   // by high
	atMost    string // the field that is the upper bound
	onMap     bool   // the upper bound is the size of the map
}

// mapBound stands for the size of the map in a tag.
const mapBound = "map"

// usualOf reads a tag usual:"0..100". The upper bound may be left out, be another field or the map. It returns nil without the tag.
func usualOf(tag string) *Usual {
	if tag == "" {
		return nil
	}
	low, high, _ := strings.Cut(tag, "..")
	u := &Usual{low: *bound(low)}
	switch {
	case high == "":
	case high == mapBound:
		u.onMap = true
	case strings.Trim(high, "0123456789.") == "":
		u.high, u.bounded = *bound(high), true
	default:
		u.atMost = high
	}
	return u
}

// Bounds are those of a Usual for programs outside of this one.
type Bounds struct {
	Low  float64  `json:"low"`
	High *float64 `json:"high,omitempty"`
	Of   string   `json:"of,omitempty"`  // the field that is the upper bound
	Map  bool     `json:"map,omitempty"` // High is the size of the map, in meters
}

// Bounds returns the bounds on a map of a size, in meters; 0 for one that is not known.
func (u *Usual) Bounds(mapSize float64) Bounds {
	b := Bounds{Low: u.low, Of: u.atMost}
	switch {
	case u.bounded:
		b.High = &u.high
	case u.onMap && mapSize > 0:
		b.High, b.Map = &mapSize, true
	}
	return b
}

// Unusual returns what changed values of a row, which may be a new one, make of it that hardly is what somebody wants: negative counts,
// a minimum above the maximum, a place off the map. A mapSize of 0 is not known.
func (r *Resource) Unusual(row Row, values Values, mapSize float64) (found validate.Errors) {
	number := func(f *Field) (float64, bool) {
		if value, changed := values[f.Name]; changed {
			return f.numberOf(value)
		}
		return f.numberOf(row[r.Index(f.Name)])
	}
	for _, f := range r.Fields {
		text, isList := values[f.Name].(string)
		_, changed := values[f.Name]
		if f.Usual != nil {
			_, boundChanged := values[f.Usual.atMost]
			changed = changed || boundChanged
		}
		switch {
		case f.Type == List && isList:
			found = append(found, unusualMembers(f, text, mapSize)...)
		case f.Usual != nil && changed:
			addUnusual(&found, f.Name, f, r.Fields, number, mapSize)
		}
	}
	return found
}

// unusualMembers looks at the records of a list, which is stored as text.
func unusualMembers(f *Field, text string, mapSize float64) (found validate.Errors) {
	tree, err := jsontree.Parse([]byte(text))
	if err != nil {
		return nil
	}
	for i, member := range jsontree.Members(tree) {
		object, _ := member.(*jsontree.Object)
		number := func(f *Field) (float64, bool) {
			value, _ := object.Get(f.Name)
			n, isNumber := value.(jsontree.Number)
			parsed, err := strconv.ParseFloat(string(n), 64)
			return parsed, isNumber && err == nil
		}
		for _, item := range f.Items {
			if item.Usual != nil {
				addUnusual(&found, f.Name+"."+strconv.Itoa(i)+"."+item.Name, item, f.Items, number, mapSize)
			}
		}
	}
	return found
}

// addUnusual adds what is unusual about a number, by its path.
func addUnusual(found *validate.Errors, path string, f *Field, fields []*Field, number func(*Field) (float64, bool), mapSize float64) {
	n, isNumber := number(f)
	u := f.Usual
	switch {
	case !isNumber:
	case n < u.low:
		found.AddSentence(path, f.Label+" is below "+shortNumber(u.low)+".")
	case u.onMap && mapSize > 0 && n > mapSize:
		found.AddSentence(path, f.Label+" is off the map, which is "+shortNumber(mapSize)+" m wide.")
	case u.bounded && n > u.high:
		found.AddSentence(path, f.Label+" is above "+shortNumber(u.high)+".")
	case u.atMost != "":
		other := fieldNamed(fields, u.atMost)
		if most, known := number(other); known && n > most {
			found.AddSentence(path, f.Label+" is above “"+other.Label+"”, which is "+shortNumber(most)+".")
		}
	}
}

func fieldNamed(fields []*Field, name string) *Field {
	for _, f := range fields {
		if f.Name == name {
			return f
		}
	}
	panic("record: no field " + name)
}

// numberOf returns a stored number, in whole units.
func (f *Field) numberOf(stored any) (float64, bool) {
	switch n := stored.(type) {
	case int64:
		if f.Type == Decimal {
			return float64(n) / 100, true
		}
		return float64(n), true
	case float64:
		return n, true
	}
	return 0, false
}

func shortNumber(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }
