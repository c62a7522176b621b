package store

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/access"
	"quartermaster/internal/record"
)

// Scope says whose records a call sees: the user's, and of those in an instance the ones of this instance. The user is the owner, whoever
// of the instance's members asks.
type Scope struct {
	UserID, InstanceID int64
	By                 Actor       // who asks; the zero value for the owner
	Shared             bool        // instances are also those that others own, and of which the user is a member
	As                 access.Role // instances are only those on which the user is that; empty for all
	Drafts             bool        // lists of instances have drafts too
	Token              int64       // of who works only on some of his instances; 0 for all
}

// Actor is who works on an instance: a member who is not its owner, or somebody with a token that may not do everything.
type Actor struct {
	UserID int64 // of a member; 0 for the owner
	Role   access.Role
	May    access.Set // what the token may
}

// Person returns the id of the user who asks.
func (s Scope) Person() int64 { return cmp.Or(s.By.UserID, s.UserID) }

// Role returns what the person is on the instance.
func (s Scope) Role() access.Role {
	if s.By.UserID == 0 {
		return access.Owner
	}
	return s.By.Role
}

// Allows reports whether the person has a permission on the instance, and the token where he uses one.
func (s Scope) Allows(p access.Permission) bool { return s.Demand(p) == nil }

// Demand returns access.Denied for a permission that the person or his token does not have.
func (s Scope) Demand(p access.Permission) error {
	if err := s.Role().Demand(p); err != nil {
		return err
	}
	return s.By.May.Demand(p)
}

// Rights names what the person may, for keys of what is remembered.
func (s Scope) Rights() string { return string(s.Role()) + " " + s.By.May.String() }

// Owners returns the same scope as the owner has it: what is remembered by it is the same for all members.
func (s Scope) Owners() Scope { return Scope{UserID: s.UserID, InstanceID: s.InstanceID} }

// query builds a statement; each $ in a fragment becomes the next numbered argument.
type query struct {
	text strings.Builder
	args []any
}

func (q *query) add(fragment string, args ...any) *query {
	for _, arg := range args {
		before, after, _ := strings.Cut(fragment, "$")
		q.args = append(q.args, arg)
		q.text.WriteString(before)
		q.text.WriteByte('$')
		q.text.WriteString(strconv.Itoa(len(q.args)))
		fragment = after
	}
	q.text.WriteString(fragment)
	return q
}

func (q *query) String() string { return q.text.String() }

// visible adds the condition that the scope sees a row.
func (q *query) visible(r *record.Resource, s Scope) *query {
	switch r.Scope {
	case record.Reference:
		return q.add(`(r.user_id IS NULL OR r.user_id = $)`, s.UserID)
	case record.Owned:
		q.owned(r, s)
		q.ofToken(r, s)
		if s.InstanceID != 0 && r.Has("instance_id") {
			q.add(` AND r.instance_id = $`, s.InstanceID)
		}
		if r.Name == record.Instances.Name {
			q.add(" AND " + r.Published)
		}
		return q
	case record.InInstance:
		q.ofInstance("r", s).add(" AND " + r.Published)
		if r.Beside != "" {
			q.add(" AND "+r.Beside, s.Person())
		}
		return q
	}
	return q.add(`1 = 1`)
}

// owned adds the condition that a record belongs to the user or, of jobs, to the instance.
func (q *query) owned(r *record.Resource, s Scope) {
	switch {
	case r.Name == record.Instances.Name && s.InstanceID == 0:
		q.listed(s)
	case r.Name == record.Jobs.Name && s.InstanceID != 0:
		q.ofInstance("r", s)
	case r.Name == record.Jobs.Name:
		q.add("r.user_id = $ AND (r.instance_id IS NULL OR EXISTS (SELECT 1 FROM instances own WHERE own.id = r.instance_id AND own.user_id = $)",
			s.UserID, s.UserID)
		q.add(" OR EXISTS (SELECT 1 FROM members m WHERE "+Home("m.instance_id", "r.instance_id")+" AND m.user_id = $))", s.UserID)
	default:
		q.add(`r.user_id = $`, s.UserID)
	}
}

// listed adds the condition that an instance is in a list.
func (q *query) listed(s Scope) {
	home := "r.id"
	if s.Drafts {
		home = "COALESCE((SELECT d.origin_id FROM drafts d WHERE d.instance_id = r.id), r.id)"
	}
	switch {
	case s.As == access.Owner, s.As == "" && !s.Shared:
		q.add("r.user_id = $", s.UserID)
	case s.As == "":
		q.add(home+" IN (SELECT own.id FROM instances own WHERE own.user_id = $ "+
			"UNION ALL SELECT m.instance_id FROM members m WHERE m.user_id = $)", s.UserID, s.UserID)
	default:
		q.add(home+" IN (SELECT m.instance_id FROM members m WHERE m.user_id = $ AND m.role = $)", s.UserID, string(s.As))
	}
	if !s.Drafts {
		q.add(" AND " + noDraft("r.id"))
	}
}

// ofToken adds the condition that a record belongs to an instance of the token, or to none.
func (q *query) ofToken(r *record.Resource, s Scope) {
	column := "r.instance_id"
	switch {
	case s.Token == 0:
		return
	case r.Name == record.Instances.Name:
		column = "r.id"
	case !r.Has("instance_id"):
		return
	}
	q.add(" AND EXISTS (SELECT 1 FROM token_instances t WHERE t.token_id = $ AND "+Home("t.instance_id", column)+")", s.Token)
}

// ofInstance adds the condition that a row of the table is in the scope's instance.
func (q *query) ofInstance(table string, s Scope) *query {
	return q.add(table+`.instance_id = (SELECT i.id FROM instances i WHERE i.id = $ AND i.user_id = $)`, s.InstanceID, s.UserID)
}

// selection is a SELECT of a resource: its text, and for each column the index in a Row.
type selection struct {
	resource *record.Resource
	text     string
	indexes  []int
	links    []int // indexes of the link fields, which are read by a query of their own
	counts   []int // indexes of the fields that are totals, which the store remembers

	linksOfOne string // the query for all of them of one record
}

// conditionRoom is about how many bytes the conditions of a selection need.
const conditionRoom = 256

// query returns the statement up to its conditions; the verb names it in the database's logs.
func (s *selection) query(verb string) *query {
	q := new(query)
	q.text.Grow(len(s.text) + conditionRoom)
	return q.add("/* " + verb + " " + s.resource.Name + " */ ").add(s.text)
}

// selectionOf selects all fields except the nested ones for which want is false.
func selectionOf(r *record.Resource, want func(*record.Field) bool) *selection {
	s := &selection{resource: r}
	var columns []string
	for i, f := range r.Fields {
		switch {
		case f.Nested && !want(f):
		case f.Type == record.Links:
			s.links = append(s.links, i)
		case f.Counts != "":
			s.counts = append(s.counts, i)
		default:
			columns = append(columns, f.SQL)
			s.indexes = append(s.indexes, i)
		}
	}
	s.linksOfOne = linksOfOne(r, s.links, func(q *query) { q.add("$", 0) }).String()
	s.text = "SELECT " + strings.Join(columns, ", ") + " FROM " + r.Name + " r " + r.Joins + " WHERE "
	return s
}

// selections holds the selections of each resource with every choice of its nested fields: bit n of the index stands for the
// nth.
type selections map[*record.Resource][]*selection

func newSelections() selections {
	s := selections{}
	for _, r := range append([]*record.Resource{record.InstanceSummaries}, record.All()...) {
		nested := nestedFields(r)
		for choice := range 1 << len(nested) {
			s[r] = append(s[r], selectionOf(r, func(f *record.Field) bool { return choice>>slices.Index(nested, f)&1 == 1 }))
		}
	}
	return s
}

func nestedFields(r *record.Resource) []*record.Field {
	return slices.DeleteFunc(slices.Clone(r.Fields), func(f *record.Field) bool { return !f.Nested })
}

// including returns the selection for a list with the given nested fields.
func (s selections) including(r *record.Resource, include []*record.Field) *selection {
	return s.choose(r, func(f *record.Field) bool { return slices.Contains(include, f) })
}

// shown returns the selection of all shown fields.
func (s selections) shown(r *record.Resource) *selection { return s.choose(r, (*record.Field).Shown) }

func (s selections) choose(r *record.Resource, want func(*record.Field) bool) *selection {
	choice, bit := 0, 1
	for _, f := range r.Fields {
		if !f.Nested {
			continue
		}
		if want(f) {
			choice |= bit
		}
		bit <<= 1
	}
	return s[r][choice]
}

// full returns the selection of all fields.
func (s selections) full(r *record.Resource) *selection { return s[r][len(s[r])-1] }

// rowsAtOnce is how many rows share an allocation at most.
const rowsAtOnce = 16

// scanner returns a function that appends each row of the selection to list.
func (s *selection) scanner(list *[]record.Row) func(*Rows) error {
	values, dest := make([]any, len(s.indexes)), make([]any, len(s.indexes))
	for i := range values {
		dest[i] = &values[i]
	}
	width := len(s.resource.Fields)
	var slab []any
	return func(rows *Rows) error {
		if err := rows.Scan(dest...); err != nil {
			return err
		}
		if len(slab) == 0 {
			slab = make([]any, min(len(*list)+1, rowsAtOnce)*width) // a single record needs no more than one
		}
		row := record.Row(slab[:width:width])
		slab = slab[width:]
		for i, index := range s.indexes {
			row[index] = values[i]
		}
		*list = append(*list, row)
		return nil
	}
}
