package layers

import (
	"bytes"
	"cmp"
	"encoding/json"
	"reflect"

	"quartermaster/internal/jsontree"
)

// States of a row.
const (
	Added   = "added"
	Changed = "changed"
	Deleted = "deleted"
)

// What a row comes to in an instance as it is now.
const (
	Applies  = "applies"
	Already  = "already"
	Conflict = "conflict"
)

// Row is what changes of one record, document or text.
type Row struct {
	Resource string `json:"resource"` // the path of a resource, documents or texts
	SID      string `json:"sid,omitempty"`
	Name     string `json:"name"`
	File     string `json:"file,omitempty"`
	Place    int    `json:"place,omitempty"` // among those of the same name in a file, from 1
	State    string `json:"state"`

	Changes []Change `json:"changes"`
	Now     string   `json:"-"` // what it comes to
	Looked  string   `json:"-"` // the sid in the instance that is looked at, where that is another one than the layer's

	ID     int64                      `json:"id,omitempty"`     // of the record in the layer's instance; 0 for none that is known
	Hidden map[string]json.RawMessage `json:"hidden,omitempty"` // what else a new record has, as it is stored
}

// Change is what becomes of a field, or of the value at a path of a document: a value, or members of a set. Values are JSON with names in
// the place of ids; nil is the lack of one.
type Change struct {
	Field   string          `json:"field"`
	Before  json.RawMessage `json:"before,omitempty"`
	After   json.RawMessage `json:"after,omitempty"`
	Added   []string        `json:"added,omitempty"`
	Removed []string        `json:"removed,omitempty"`

	Left  bool `json:"left,omitempty"`  // somebody has chosen what is there instead
	Ended bool `json:"ended,omitempty"` // it was edited by hand since the layer is on

	Clash bool            `json:"-"` // both sides have changed it
	Alike bool            `json:"-"` // it is there already
	Now   json.RawMessage `json:"-"` // of a clash
}

// isSet reports whether members come and go.
func (c *Change) isSet() bool { return len(c.Added)+len(c.Removed) > 0 }

// counts reports whether the change is a part of its layer still.
func (c *Change) counts() bool { return !c.Left && !c.Ended }

// Clashes returns the row with those of its changes alone that clash, and whether there are any.
func (row Row) Clashes() (Row, bool) {
	var list []Change
	for _, c := range row.Changes {
		if c.Clash {
			list = append(list, c)
		}
	}
	row.Changes = list
	return row, len(list) > 0
}

// AppendJSON appends the row as it goes over the wire.
func (row Row) AppendJSON(b []byte) []byte {
	b = append(jsontree.AppendString(append(b, `{"resource":`...), row.Resource), `,"sid":`...)
	b = append(appendTextOrNull(b, row.Sid()), `,"name":`...)
	b = append(jsontree.AppendString(b, row.Name), `,"file":`...)
	b = append(appendTextOrNull(b, row.File), `,"place":`...)
	b = append(jsontree.AppendInt(b, int64(max(row.Place, 1))), `,"state":`...)
	b = append(jsontree.AppendString(b, row.State), `,"changes":{`...)
	for _, c := range row.Changes {
		b = append(jsontree.AppendString(jsontree.AppendComma(b), c.Field), ':')
		b = c.appendValues(b)
	}
	b = append(b, `},"conflict":{`...)
	for _, c := range row.Changes {
		if c.Clash {
			b = append(jsontree.AppendString(jsontree.AppendComma(b), c.Field), ":["...)
			b = append(append(append(orNull(b, c.Before), ','), orNull(nil, c.After)...), ',')
			b = append(orNull(b, c.Now), ']')
		}
	}
	b = append(b, '}')
	if row.Now != "" {
		b = jsontree.AppendString(append(b, `,"now":`...), row.Now)
	}
	return append(b, '}')
}

func (c *Change) appendValues(b []byte) []byte {
	if c.isSet() {
		b = append(b, `{"added":`...)
		b = jsontree.AppendList(b, c.Added, jsontree.AppendString)
		b = append(b, `,"removed":`...)
		return append(jsontree.AppendList(b, c.Removed, jsontree.AppendString), '}')
	}
	b = append(orNull(append(b, '['), c.Before), ',')
	return append(orNull(b, c.After), ']')
}

func orNull(b []byte, value json.RawMessage) []byte {
	if value == nil {
		return append(b, "null"...)
	}
	return append(b, value...)
}

func appendTextOrNull(b []byte, text string) []byte {
	if text == "" {
		return append(b, "null"...)
	}
	return jsontree.AppendString(b, text)
}

// same reports whether two values are equal; null is the lack of one.
func same(a, b json.RawMessage) bool {
	a, b = orNull(nil, a), orNull(nil, b)
	if bytes.Equal(a, b) {
		return true
	}
	if len(a) == 0 || len(b) == 0 || !isNested(a) && !isNumber(a) {
		return false
	}
	x, errA := jsontree.Parse(a)
	y, errB := jsontree.Parse(b)
	return errA == nil && errB == nil && jsontree.Equal(x, y)
}

func isNested(text json.RawMessage) bool { return text[0] == '{' || text[0] == '[' }

func isNumber(text json.RawMessage) bool { return text[0] == '-' || text[0] >= '0' && text[0] <= '9' }

// rowView is how a row looks.
type rowView struct {
	Resource string           `field:"resource" help:"As in the URL of its list; or documents or texts, whose name is the path." example:"types"`
	SID      string           `field:"sid,null" help:"In the instance that is looked at; null where it has none." example:"aB3dE5fG7h"`
	Name     string           `field:"name" example:"AKM"`
	File     string           `field:"file,null" help:"Null for the main file of its kind."`
	Place    int64            `field:"place" help:"Among those of the same name in the file, from 1." example:"1"`
	State    string           `field:"state" in:"added,changed,deleted" example:"changed"`
	Changes  map[string]any   `field:"changes" help:"By field, or by path in a document: the values before and after, or of a list {added, removed}; of a file, text and kind: only lines that differ count. Names stand for ids." example:"{\"nominal\":[10,20],\"usage\":{\"added\":[\"Town\"],\"removed\":[]}}"`
	Conflict map[string][]any `field:"conflict" help:"What both sides have changed: the values before, after and now." example:"{\"nominal\":[10,20,15]}"`
	Now      string           `field:"now,omit" in:"applies,already,conflict" help:"What it comes to in the instance." example:"applies"`
}

// LooksLike returns the type that has the tags.
func (Row) LooksLike() reflect.Type { return reflect.TypeFor[rowView]() }

// Sid returns the public identifier in the instance that is looked at; empty where it has none.
func (row Row) Sid() string { return cmp.Or(row.Looked, row.SID) }
