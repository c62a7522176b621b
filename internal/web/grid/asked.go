package grid

import (
	"strconv"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/web/site"
)

// Asked is what a save asks for.
type Asked struct {
	Changed, Removed, Added []Row

	// Again lets rows be the second ones of their keys: the page has asked about that.
	Again bool
}

// Row is what a save says of a row: Was holds values that it was shown with, Now those that it is to have, by the names of fields.
type Row struct {
	Key      string // the sid, or what the page calls a new row
	Was, Now *jsontree.Object
}

// Written is a row as it was saved.
type Written struct {
	Key string // what the page calls it
	Row record.Row
}

func readAsked(r *site.Request) Asked {
	again, _ := r.Input.Get("again")
	return Asked{
		Changed: rowsIn(r.Input, "changed"),
		Removed: rowsIn(r.Input, "removed"),
		Added:   rowsIn(r.Input, "added"),
		Again:   again == true,
	}
}

func rowsIn(input *jsontree.Object, name string) (rows []Row) {
	for _, o := range input.Objects(name) {
		rows = append(rows, Row{o.Text("row"), orEmpty(o.Object("was")), orEmpty(o.Object("now"))})
	}
	return rows
}

func orEmpty(o *jsontree.Object) *jsontree.Object {
	if o == nil {
		return new(jsontree.Object)
	}
	return o
}

// Existing returns the sids of the rows that are to be changed or removed.
func (a Asked) Existing() (sids []string) {
	for _, list := range [][]Row{a.Changed, a.Removed} {
		for _, row := range list {
			sids = append(sids, row.Key)
		}
	}
	return sids
}

// conflict is a value that another one has replaced since the page has shown it; a row that is gone has no field.
type conflict struct {
	Row    string `json:"row"`
	Field  string `json:"field,omitempty"`
	Theirs any    `json:"theirs,omitempty"`
	By     string `json:"by,omitempty"`
}

// conflicts are the error of a save of which nothing was carried out.
type conflicts []conflict

func (conflicts) Error() string { return "grid: rows have changed since they were shown" }

// differing returns the values of a row that are no longer those that the page has shown.
func (g *Grid) differing(asked Row, stored record.Row) (found conflicts) {
	for field, was := range asked.Was.All() {
		if !g.Resource.Has(field) {
			continue
		}
		f := g.Resource.Field(field)
		text := appendValue(nil, f, stored[g.Resource.Index(field)])
		if !sameValue(was, tidied(text)) {
			found = append(found, conflict{Row: asked.Key, Field: field, Theirs: rawJSON(text)})
		}
	}
	return found
}

// rawJSON is written as it is.
type rawJSON []byte

// MarshalJSON returns the text.
func (j rawJSON) MarshalJSON() ([]byte, error) { return j, nil }

// tidied returns a value as a body holds it once it is read.
func tidied(text []byte) any {
	o := new(jsontree.Object)
	value, _ := jsontree.Parse(text) // written from a stored value
	o.Set("value", value)
	jsontree.Prepare(o)
	value, _ = o.Get("value")
	return value
}

// sameValue compares values of bodies, numbers by what they are worth.
func sameValue(a, b any) bool {
	m, isNumber := asNumber(a)
	n, both := asNumber(b)
	if isNumber && both {
		return m == n
	}
	return string(jsontree.AppendValue(nil, a)) == string(jsontree.AppendValue(nil, b))
}

func asNumber(value any) (float64, bool) {
	text, ok := value.(jsontree.Number)
	if !ok {
		return 0, false
	}
	n, err := strconv.ParseFloat(string(text), 64)
	return n, err == nil
}
