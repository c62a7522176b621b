package geo

import (
	"cmp"
	"context"
	"errors"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/store"
)

// changeRecords carries out, as one batch, what of the changes is about records. conflicts are those of other features.
func changeRecords(ctx context.Context, e *store.Edit, asked Changes, conflicts Conflicts) error {
	s := &saving{source: records{e}}
	if err := s.carryOut(ctx, asked); err != nil {
		return err
	}
	if conflicts = append(conflicts, s.conflicts...); len(conflicts) > 0 {
		return conflicts
	}
	operations, names := operationsOf(s.order)
	outcomes, err := e.Batch(ctx, operations)
	var refused store.Refusals
	if errors.As(err, &refused) {
		return Refused{Text: names[refused[0].Operation] + ": " + refused[0].Problems.First()}
	}
	if err != nil || asked.Again {
		return err
	}
	seconds, err := secondsAmong(ctx, e, operations, outcomes)
	if err == nil && len(seconds) > 0 {
		err = seconds
	}
	return err
}

// records are the source of features that records have.
type records struct{ edit *store.Edit }

func (records) has(l *Layer) bool { return l.Resource != nil }

func (r records) open(ctx context.Context, l *Layer, sid string) (*changing, error) {
	return r.first(ctx, l, "r.sid = $", sid)
}

// first returns the first record that meets a condition; nil if there is none.
func (r records) first(ctx context.Context, l *Layer, condition, value string) (*changing, error) {
	rows, err := r.edit.All(ctx, l.Resource, condition, value)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	sid := l.Resource.SID(rows[0])
	return &changing{
		key: l.keyOf(sid), layer: l, sid: sid, name: l.Resource.TitleOf(rows[0]),
		fields: l.fields(), before: l.treeOf(rows[0]), tree: l.treeOf(rows[0]),
	}, nil
}

// holder returns the record in whose list a new feature belongs: that of its sort, or the settings; or else a new record.
func (r records) holder(ctx context.Context, l *Layer, a Added) (c *changing, s *shape, err error) {
	s = l.shapeFor(a.Sort)
	sort := ""
	switch {
	case l.Setting != "":
		sort = l.Setting
		c, err = r.first(ctx, l, "r.setting = $", sort)
	case len(s.list) > 0 && s.sort != "":
		sort = a.Sort
		c, err = r.first(ctx, l, l.Resource.Field(s.sort).SQL+" = $", sort)
	}
	if c != nil || err != nil {
		return c, s, err
	}
	c = &changing{layer: l, name: cmp.Or(a.Name, a.Sort, l.Title), fields: l.fields(), before: new(jsontree.Object), tree: l.newTree(s, a)}
	if sort != "" {
		c.key = l.keyOf("new/" + sort)
	}
	return c, s, nil
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

// operationsOf returns the steps of the batch, with the name of the record of each.
func operationsOf(order []*changing) (list []store.Operation, names []string) {
	for _, c := range order {
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
		if !jsontree.Equal(c.tree, c.before) {
			body.Set(f.Name, c.tree)
		}
		if c.sid == "" {
			body.Set(res.Title.Name, cmp.Or(c.layer.Setting, c.name))
		}
		return body
	}
	for key, value := range c.tree.All() {
		old, _ := c.before.Get(key)
		if c.sid == "" || !jsontree.Equal(old, value) {
			body.Set(key, value)
		}
	}
	return body
}
