package geo

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// Place is where something is, or is to be. Radius is nil where there is none, or where it shall stay.
type Place struct {
	Points []Point
	Radius *float64
}

// Moved is a feature that is to be elsewhere. Was is where it was shown.
type Moved struct {
	ID       string
	Was, Now Place
}

// Removed is a feature that is to go.
type Removed struct {
	ID  string
	Was Place
}

// Added is a new feature: of what sort it is and what it is called says the layer's resource.
type Added struct {
	Layer, Sort, Name string
	Place
}

// Changes are what a save asks for.
type Changes struct {
	Moved   []Moved
	Removed []Removed
	Added   []Added
}

// Conflict is a feature that is not where it was shown any more. Now is nil if it is gone.
type Conflict struct {
	ID  string
	SID string
	Now *Place
}

// Conflicts are the error of a save of which nothing was carried out, because others have changed the same features.
type Conflicts []Conflict

func (Conflicts) Error() string { return "geo: positions have changed since they were shown" }

// Refused is the error of a save that cannot be carried out: a sentence for people, and the feature or new feature that it is about.
type Refused struct{ ID, Text string }

func (r Refused) Error() string { return r.Text }

// Apply carries changes out within an edit, as one batch over all records. The errors are Conflicts, Refused, and those of the batch.
func Apply(ctx context.Context, e *store.Edit, asked Changes) error {
	s := &saving{edit: e, by: map[string]*changing{}}
	if err := s.move(ctx, asked); err != nil {
		return err
	}
	if len(s.conflicts) > 0 {
		return s.conflicts
	}
	s.removeMarked()
	for i, a := range asked.Added {
		if err := s.add(ctx, a, "added."+strconv.Itoa(i)); err != nil {
			return err
		}
	}
	operations, names := s.operations()
	_, err := e.Batch(ctx, operations)
	return named(err, names)
}

// named says which record a batch has refused.
func named(err error, names []string) error {
	var refused store.Refusals
	if !errors.As(err, &refused) {
		return err
	}
	return Refused{Text: names[refused[0].Operation] + ": " + refused[0].Problems.First()}
}

// saving is a save in progress.
type saving struct {
	edit      *store.Edit
	by        map[string]*changing // records, by resource and sid
	order     []*changing
	conflicts Conflicts
}

// changing is a record that a save changes.
type changing struct {
	layer   *Layer
	sid     string // empty for a new one
	name    string
	row     record.Row
	tree    *jsontree.Object // values of a record, or its document
	before  *jsontree.Object
	going   []found // to be removed
	deleted bool
}

// move sets the new positions, and finds what is to be removed.
func (s *saving) move(ctx context.Context, asked Changes) error {
	for _, m := range asked.Moved {
		c, f, err := s.find(ctx, m.ID, m.Was)
		if err != nil {
			return err
		}
		if f != nil {
			if len(m.Now.Points) == 0 || f.shape.points == "" && len(m.Now.Points) != 1 {
				return Refused{m.ID, "A position needs its coordinates."}
			}
			f.set(m.Now.Points, m.Now.Radius)
			c.tree = f.root
		}
	}
	for _, r := range asked.Removed {
		c, f, err := s.find(ctx, r.ID, r.Was)
		if err != nil {
			return err
		}
		if f != nil {
			c.going = append(c.going, *f)
		}
	}
	return nil
}

// find returns a feature and the record that it is in. It returns nil for one that is not where it was shown, which is noted.
func (s *saving) find(ctx context.Context, id string, was Place) (*changing, *found, error) {
	slug, rest, _ := strings.Cut(id, "/")
	sid, path, _ := strings.Cut(rest, "/")
	l := layerNamed(slug)
	if l == nil || l.Resource == nil {
		return nil, nil, Refused{id, "This cannot be changed on the map."}
	}
	c, err := s.record(ctx, l, sid)
	if err != nil {
		return nil, nil, err
	}
	if c == nil {
		s.conflicts = append(s.conflicts, Conflict{ID: id, SID: sid})
		return nil, nil, nil
	}
	was.Points = slices.Clone(was.Points)
	there, known := l.by(c.before)[path]
	if !known || !same(there, was) {
		conflict := Conflict{ID: id, SID: sid}
		if known {
			conflict.Now = &Place{there.coordinates(), there.radiusOf()}
		}
		s.conflicts = append(s.conflicts, conflict)
		return nil, nil, nil
	}
	f := l.by(c.tree)[path]
	return c, &f, nil
}

// same reports whether a feature is where it was shown.
func same(f found, was Place) bool {
	radius := f.radiusOf()
	if (radius == nil) != (was.Radius == nil) || radius != nil && *radius != *was.Radius {
		return false
	}
	return slices.EqualFunc(f.coordinates(), was.Points, func(a, b Point) bool {
		return a.X == b.X && a.Z == b.Z && (b.Y == nil || a.Y != nil && *a.Y == *b.Y)
	})
}

// record returns the record of a sid; nil if it is gone.
func (s *saving) record(ctx context.Context, l *Layer, sid string) (*changing, error) {
	key := l.Resource.Name + "/" + sid
	if c := s.by[key]; c != nil {
		return c, nil
	}
	rows, err := s.edit.All(ctx, l.Resource, "r.sid = $", sid)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	return s.note(key, l, rows[0]), nil
}

func (s *saving) note(key string, l *Layer, row record.Row) *changing {
	c := &changing{layer: l, sid: l.Resource.SID(row), name: l.Resource.TitleOf(row), row: row, tree: l.treeOf(row), before: l.treeOf(row)}
	s.by[key], s.order = c, append(s.order, c)
	return c
}

// removeMarked takes out what is to be removed, in each list from the end. A record whose own position goes is deleted.
func (s *saving) removeMarked() {
	for _, c := range s.order {
		slices.SortFunc(c.going, func(a, b found) int {
			return cmp.Or(-cmp.Compare(len(a.path), len(b.path)), -strings.Compare(a.path, b.path))
		})
		for _, f := range c.going {
			if !f.remove() {
				c.deleted = true
			}
		}
	}
}

// add places a new feature in the record that it belongs to, or in a new one.
func (s *saving) add(ctx context.Context, a Added, id string) error {
	l := layerNamed(a.Layer)
	if l == nil || !l.Adds() || len(a.Points) == 0 {
		return Refused{id, "This cannot be added on the map."}
	}
	shape := l.shapeFor(a.Sort)
	c, err := s.holder(ctx, l, shape, a)
	if err != nil {
		return err
	}
	object := l.fresh(shape, a)
	f := shape.place(c.tree, object)
	f.set(a.Points, a.Radius)
	return nil
}

// shapeFor returns the shape of what is of a sort, or the first.
func (l *Layer) shapeFor(sort string) *shape {
	sorts := l.Sorts()
	if !slices.Contains(sorts, sort) {
		sort = sorts[0]
	}
	i := slices.IndexFunc(l.shapes, func(s *shape) bool { return s.sortAll == sort })
	return l.shapes[i]
}

// holder returns the record in whose list a new feature belongs: that of its sort, or the settings; or else a new record.
func (s *saving) holder(ctx context.Context, l *Layer, shape *shape, a Added) (*changing, error) {
	condition, value := "", ""
	switch {
	case l.Setting != "":
		condition, value = "r.setting = $", l.Setting
	case len(shape.list) > 0 && shape.sort != "":
		condition, value = l.Resource.Field(shape.sort).SQL+" = $", a.Sort
	}
	if condition != "" {
		rows, err := s.edit.All(ctx, l.Resource, condition, value)
		if err != nil {
			return nil, err
		}
		if len(rows) > 0 {
			key := l.Resource.Name + "/" + l.Resource.SID(rows[0])
			if c := s.by[key]; c != nil {
				return c, nil
			}
			return s.note(key, l, rows[0]), nil
		}
	}
	key := fmt.Sprint(l.Resource.Name, "/new/", value)
	if c := s.by[key]; c != nil && value != "" {
		return c, nil
	}
	c := &changing{layer: l, name: cmp.Or(a.Name, a.Sort, l.Title), before: new(jsontree.Object), tree: l.newTree(shape, a)}
	s.by[key], s.order = c, append(s.order, c)
	return c, nil
}

// newTree returns the values of a new record, or its document.
func (l *Layer) newTree(shape *shape, a Added) *jsontree.Object {
	if l.schema != nil {
		tree := l.schema.Default()
		if len(shape.list) == 0 {
			nameIt(tree, shape, a.Name)
		}
		return tree
	}
	tree := new(jsontree.Object)
	if l.Resource.Title != nil && a.Name != "" {
		tree.Set(l.Resource.Title.Name, a.Name)
	}
	if shape.sort != "" && a.Sort != "" {
		tree.Set(shape.sort, a.Sort)
	}
	return tree
}

// fresh returns a new member of the list that the shape is about; nil where it is about the record itself.
func (l *Layer) fresh(shape *shape, a Added) *jsontree.Object {
	if len(shape.list) == 0 {
		return nil
	}
	if l.schema == nil {
		return new(jsontree.Object)
	}
	field := l.schema.Field(shape.list[0])
	object := expansion.New(field.Fields)
	nameIt(object, shape, a.Name)
	return object
}

func nameIt(object *jsontree.Object, shape *shape, name string) {
	if len(shape.names) > 0 && name != "" {
		object.Set(shape.names[0], name)
	}
}

// operations returns the steps of the batch, with the name of the record of each.
func (s *saving) operations() (list []store.Operation, names []string) {
	for _, c := range s.order {
		o := store.Operation{Op: store.OpUpdate, Resource: c.layer.Resource, SID: c.sid, Data: c.body()}
		switch {
		case c.deleted:
			o.Op, o.Data = store.OpDelete, nil
		case c.sid == "":
			o.Op = store.OpCreate
		case o.Data.Len() == 0:
			continue
		}
		list, names = append(list, o), append(names, c.name)
	}
	return list, names
}

// body returns what changes in a record: the document, or the values that differ.
func (c *changing) body() *jsontree.Object {
	body := new(jsontree.Object)
	res := c.layer.Resource
	if f := res.Document(); f != nil {
		if string(jsontree.AppendValue(nil, c.tree)) != string(jsontree.AppendValue(nil, c.before)) {
			body.Set(f.Name, c.tree)
		}
		if c.sid == "" {
			body.Set(res.Title.Name, cmp.Or(c.layer.Setting, c.name))
		}
		return body
	}
	for key, value := range c.tree.All() {
		old, _ := c.before.Get(key)
		if c.sid == "" || string(jsontree.AppendValue(nil, old)) != string(jsontree.AppendValue(nil, value)) {
			body.Set(key, value)
		}
	}
	return body
}
