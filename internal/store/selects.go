package store

import (
	"database/sql"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/record"
)

// Scope says whose records a call sees: the user's, and of those in an instance the ones of this instance.
type Scope struct{ UserID, InstanceID int64 }

// query puts a statement together; each $ in a fragment becomes the next numbered argument.
type query struct {
	text strings.Builder
	args []any
}

func (q *query) add(fragment string, args ...any) *query {
	for _, arg := range args {
		before, after, _ := strings.Cut(fragment, "$")
		q.args = append(q.args, arg)
		q.text.WriteString(before + "$" + strconv.Itoa(len(q.args)))
		fragment = after
	}
	q.text.WriteString(fragment)
	return q
}

func (q *query) String() string { return q.text.String() }

// visible adds the condition that a row can be seen in the scope.
func (q *query) visible(r *record.Resource, s Scope) *query {
	switch r.Scope {
	case record.Reference:
		return q.add(`(r.user_id IS NULL OR r.user_id = $)`, s.UserID)
	case record.Owned:
		return q.add(`r.user_id = $`, s.UserID)
	case record.InInstance:
		return q.add(`r.instance_id = (SELECT i.id FROM instances i WHERE i.id = $ AND i.user_id = $)`, s.InstanceID, s.UserID)
	}
	return q.add(`1 = 1`)
}

// selection is what a SELECT reads of a resource: its text, and for each column the place in a Row.
type selection struct {
	resource *record.Resource
	text     string
	places   []int
	links    []int // places of the link fields that are read by a query of their own
}

// selectionOf reads all fields but the nested ones that want refuses.
func selectionOf(r *record.Resource, want func(*record.Field) bool) *selection {
	s := &selection{resource: r}
	var columns []string
	for i, f := range r.Fields {
		switch {
		case f.Nested && !want(f):
		case f.Kind == record.Links:
			s.links = append(s.links, i)
		default:
			columns = append(columns, f.SQL)
			s.places = append(s.places, i)
		}
	}
	s.text = "SELECT " + strings.Join(columns, ", ") + " FROM " + r.Name + " r " + r.Joins + " WHERE "
	return s
}

type selections struct {
	flat, full map[*record.Resource]*selection
}

func newSelections() selections {
	s := selections{map[*record.Resource]*selection{}, map[*record.Resource]*selection{}}
	for _, r := range append(record.All(), record.InstanceSummaries) {
		s.flat[r] = selectionOf(r, func(*record.Field) bool { return false })
		s.full[r] = selectionOf(r, func(*record.Field) bool { return true })
	}
	return s
}

// including returns what a list reads that shall hold the given nested fields.
func (s selections) including(r *record.Resource, include []*record.Field) *selection {
	if len(include) == 0 {
		return s.flat[r]
	}
	return selectionOf(r, func(f *record.Field) bool { return slices.Contains(include, f) })
}

// scan reads all rows of the selection and closes them.
func (s *selection) scan(rows *sql.Rows) ([]record.Row, error) {
	width := len(s.resource.Fields)
	values := make([]any, len(s.places))
	dest := make([]any, len(s.places))
	for i := range values {
		dest[i] = &values[i]
	}
	var list []record.Row
	var slab []any
	err := collect(rows, func(rows *sql.Rows) error {
		if err := rows.Scan(dest...); err != nil {
			return err
		}
		if len(slab) < width {
			slab = make([]any, 16*width)
		}
		row := record.Row(slab[:width:width])
		slab = slab[width:]
		for i, place := range s.places {
			row[place] = values[i]
		}
		list = append(list, row)
		return nil
	})
	return list, err
}
