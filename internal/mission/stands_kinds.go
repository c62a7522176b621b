package mission

import (
	"context"
	"slices"
	"strings"

	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

// isHere tells whether a record belongs to the file.
func (c *comparison) isHere(res *record.Resource, row record.Row) bool {
	return strings.EqualFold(c.placeOf(c.File.kind, res, row), c.File.place)
}

// stands returns the records of a file as it was imported, and as it is written. The latter pass through the values of the
// file too, so that both tell the same fields.
func (e *entries[V, R]) stands(ctx context.Context, c *comparison) (before, after []*stand, err error) {
	names := inventedNames()
	if c.Original != nil {
		file, err := e.parse(c.Original)
		if err != nil {
			return nil, nil, err
		}
		for i, entry := range file.Entries {
			s, err := e.stand(entry.Value, names, i)
			if err != nil {
				return nil, nil, err
			}
			before = append(before, s)
		}
	}
	after, err = e.standing(ctx, c, names)
	return before, after, err
}

// standing returns the stored records of the file that are written.
func (e *entries[V, R]) standing(ctx context.Context, c *comparison, n *names) (list []*stand, err error) {
	var known *names
	if e.known != nil {
		if known, err = e.known(ctx, c.generator); err != nil {
			return nil, err
		}
	}
	rows, err := c.rows(ctx, e.resource, e.where)
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		var r R
		e.resource.Decode(row, &r)
		if !c.isHere(e.resource, row) || e.written != nil && !e.written(r) {
			continue
		}
		s, err := e.stand(e.toValue(r, known), n, -1)
		if err != nil {
			return nil, err
		}
		list = append(list, s.of(row))
	}
	return list, nil
}

// stand leaves out what the file does not tell.
func (e *entries[V, R]) stand(value V, n *names, slot int) (*stand, error) {
	made, err := e.toRecord(value, n)
	row := e.resource.Encode(&made)
	for i, f := range e.resource.Fields {
		if f.Name == "enabled" || slices.Contains(e.keeps, f.Name) {
			row[i] = nil
		}
	}
	return newStand(e.resource, row, n, slot), err
}

// economyCoreStands compares the defaults of two files; there is one record.
func economyCoreStands(ctx context.Context, c *comparison) (before, after []*stand, err error) {
	if c.Original != nil {
		s, err := defaultsIn(c.Original)
		if err != nil {
			return nil, nil, err
		}
		before = append(before, s)
	}
	s, err := defaultsIn(c.Content)
	if err != nil {
		return nil, nil, err
	}
	row, err := c.db.EconomyCore(ctx, c.scope)
	if err == nil {
		s.sid = record.EconomyCores.SID(row)
	}
	return before, append(after, s), err
}

func defaultsIn(data []byte) (*stand, error) {
	core, _, err := ce.ParseEconomyCore(data)
	if err != nil {
		return nil, err
	}
	res := record.EconomyCores
	row := res.EmptyRow()
	for _, d := range core.Defaults {
		if value, ok := defaultValue(d); ok {
			row[res.Index(d.Name)] = value
		}
	}
	s := newStand(res, row, nil, 0)
	s.name = "defaults"
	return s, nil
}
