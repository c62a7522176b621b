package store

import (
	"context"
	"slices"

	"quartermaster/internal/record"
	"quartermaster/internal/say"
)

// carried is an edit that was made on a copy of the instance, and is stored in slices as it turned out there.
type carried struct {
	*Edit
	own      *DB              // the copy
	reserved map[string]int64 // by table; see reserveIDs
}

// EditManyInParts is EditInParts for parts that write many records or bytes. Where the database has one writer, the parts run on a copy of
// the instance, for which nobody waits, and what differs in the end is stored in slices; see EditInSlices. fn may be run on an instance
// that changes meanwhile: then nothing is kept, and the error is ErrTaken or ErrReference.
func (db *DB) EditManyInParts(ctx context.Context, s Scope, action string, summary say.Message,
	fn func(EditFunc) error,
) (revision int64, err error) {
	if db.slices == nil || db.copies == nil {
		return db.EditInParts(ctx, s, action, summary, fn)
	}
	var made *Edit
	err = db.EditInSlices(ctx, s, action, func(e *Edit) error {
		made, e.Summary = e, summary
		reserved, err := db.reserveIDs(ctx)
		if err != nil {
			return err
		}
		return db.copies.with(ctx, db, s, func(own *DB) error {
			c := &carried{e, own, reserved}
			return c.run(ctx, fn)
		})
	})
	if err == nil {
		revision = made.Number
	}
	return revision, err
}

// reservedIDs is how many ids of each table an edit on a copy may give: more than any edit makes records.
const reservedIDs = 1 << 24

// reserveIDs keeps a range of ids of each table from all others, and returns the id before it.
func (db *DB) reserveIDs(ctx context.Context) (before map[string]int64, err error) {
	before = map[string]int64{}
	err = db.Tx(ctx, func(tx *Tx) error {
		for _, table := range tablesOfEdits() {
			last, err := tx.newIDs(ctx, table, 1)
			if err != nil {
				return err
			}
			before[table] = last[0] - 1
			if err := tx.useUpIDs(ctx, table, before[table]+reservedIDs); err != nil {
				return err
			}
		}
		return nil
	})
	return before, err
}

// tablesOfEdits returns the tables in which edits of an instance make records.
func tablesOfEdits() []string {
	tables := []string{contentsTable}
	for _, r := range record.All() {
		if r.Scope == record.InInstance || isOfUser(r) {
			tables = append(tables, r.Name)
		}
	}
	return tables
}

// isOfUser reports whether the records belong to the user, whose instances share them.
func isOfUser(r *record.Resource) bool {
	return (r.Scope == record.Reference || r.Scope == record.Owned) && r != record.Instances
}

// run makes the edit on the copy, with ids that nobody else gets, and carries it over.
func (c *carried) run(ctx context.Context, fn func(EditFunc) error) error {
	err := c.own.Tx(ctx, func(tx *Tx) error {
		for table, last := range c.reserved {
			if err := tx.useUpIDs(ctx, table, last); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if _, err := c.own.EditInParts(ctx, c.Scope, c.Action, c.Summary, fn); err != nil {
		return err
	}
	return c.over(ctx)
}

// over stores what differs.
func (c *carried) over(ctx context.Context) error {
	if err := c.names(ctx); err != nil {
		return err
	}
	plan, err := c.plan(ctx)
	if err != nil || len(plan) == 0 {
		return err
	}
	first := slices.Concat(plan[0].insert, plan[0].remove, plan[0].after)[0]
	if err := c.sliced.startRevision(ctx, c.Edit, plan[0].res, first); err != nil {
		return err
	}
	if err := c.contents(ctx); err != nil {
		return err
	}
	hideReturning(plan, 1, c.sliced.size())
	return c.putBack(ctx, plan)
}

// names stores the new records that belong to the user, which are there at once.
func (c *carried) names(ctx context.Context) error {
	for _, r := range record.All() {
		if !isOfUser(r) {
			continue
		}
		first := c.reserved[r.Name] + 1
		rows, err := c.own.All(ctx, r, c.Scope, "r.id BETWEEN $ AND $", first, first+reservedIDs-1)
		if err != nil {
			return err
		}
		if len(rows) == 0 {
			continue
		}
		err = c.db.Tx(ctx, func(tx *Tx) error { return (&Edit{Tx: tx, Scope: c.Scope}).insertAgain(ctx, r, rows) })
		if err != nil {
			return err
		}
	}
	return nil
}

// plan compares the records that the edit has touched on the copy with those that are there.
func (c *carried) plan(ctx context.Context) (plan []*restoration, err error) {
	touched := map[string][]int64{}
	err = c.own.collect(ctx, c.own, `SELECT DISTINCT resource, record_id FROM changes`, nil, func(rows *Rows) error {
		var resource string
		var id int64
		err := rows.Scan(&resource, &id)
		touched[resource] = append(touched[resource], id)
		return err
	})
	for _, r := range record.All() {
		if err != nil || len(touched[r.Name]) == 0 {
			continue
		}
		var p *restoration
		if p, err = c.difference(ctx, r, touched[r.Name]); err == nil && !p.count().None() {
			plan = append(plan, p)
		}
	}
	return plan, err
}

func (c *carried) difference(ctx context.Context, r *record.Resource, ids []int64) (*restoration, error) {
	was, err := c.db.Among(ctx, r, c.Scope, ids)
	if err != nil {
		return nil, err
	}
	is, err := c.own.Among(ctx, r, c.Scope, ids)
	if err != nil {
		return nil, err
	}
	p, left := &restoration{res: r}, map[int64]record.Row{}
	for _, row := range was {
		left[r.ID(row)] = row
	}
	for _, row := range is {
		old := left[r.ID(row)]
		if delete(left, r.ID(row)); old == nil {
			p.insert = append(p.insert, row)
			continue
		}
		p.before, p.after = append(p.before, old), append(p.after, row)
	}
	p.before, p.after = changedRows(r, p.before, p.after)
	for _, row := range was {
		if left[r.ID(row)] != nil {
			p.remove = append(p.remove, row)
		}
	}
	return p, nil
}

// contents stores the new contents of files, a few in each transaction. Those that were deleted to make room go after the publishing:
// until then an undo needs them.
func (c *carried) contents(ctx context.Context) error {
	fresh, err := c.freshContents(ctx)
	if err != nil {
		return err
	}
	if len(fresh) > 0 {
		first := c.reserved[contentsTable] + 1
		err := c.sliced.part(ctx, c.Edit, func(part *Edit) error {
			return c.sliced.note(ctx, part.Tx, contentsTable, first, fresh[len(fresh)-1].id)
		})
		if err != nil {
			return err
		}
	}
	for part := range light(fresh, contentsAtOnce, func(f freshContent) int { return int(f.size) }) {
		if err := c.addFresh(ctx, part); err != nil {
			return err
		}
	}
	return c.dropContents(ctx)
}

// freshContent names a content that the edit has made on the copy.
type freshContent struct{ id, size int64 }

func (c *carried) freshContents(ctx context.Context) (list []freshContent, err error) {
	first := c.reserved[contentsTable] + 1
	const text = `SELECT id, length(content) FROM file_contents WHERE id BETWEEN $1 AND $2 ORDER BY id`
	err = c.own.collect(ctx, c.own, text, []any{first, first + reservedIDs - 1}, func(rows *Rows) error {
		var f freshContent
		err := rows.Scan(&f.id, &f.size)
		list = append(list, f)
		return err
	})
	return list, err
}

// addFresh reads contents before the transaction that stores them.
func (c *carried) addFresh(ctx context.Context, part []freshContent) error {
	list, ids := make([]Content, len(part)), make(map[string]int64, len(part))
	const text = `SELECT sha256, size, content FROM file_contents WHERE id = $1`
	for i, f := range part {
		if err := c.own.QueryRow(ctx, text, f.id).Scan(&list[i].SHA256, &list[i].Size, &list[i].Packed); err != nil {
			return err
		}
		ids[list[i].SHA256] = f.id
	}
	return c.sliced.part(ctx, c.Edit, func(part *Edit) error { return part.addContents(ctx, list, ids) })
}

// dropContents has the contents deleted that are on the copy no more.
func (c *carried) dropContents(ctx context.Context) error {
	left := map[int64]bool{}
	for _, db := range []*DB{c.db, c.own} {
		const text = `SELECT id FROM file_contents WHERE instance_id = $1`
		err := db.collect(ctx, db, text, []any{c.Scope.InstanceID}, func(rows *Rows) error {
			var id int64
			err := rows.Scan(&id)
			if left[id] = db == c.db; db == c.own {
				delete(left, id)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	for id := range left {
		c.sliced.unneeded = append(c.sliced.unneeded, id)
	}
	return nil
}
