package store

import (
	"context"
	"database/sql"
	"strings"

	"quartermaster/internal/record"
)

// Reading returns the edit for another instance of the same database, which is only to be read.
func (e *Edit) Reading(s Scope) *Edit { return &Edit{Tx: e.Tx, Scope: s} }

// Read runs fn on an edit of the scope's instance that changes nothing. On SQLite it sees each statement's own state.
func (db *DB) Read(ctx context.Context, s Scope, fn func(*Edit) error) error {
	if db.slices == nil {
		return db.Tx(ctx, func(tx *Tx) error { return fn(&Edit{Tx: tx, Scope: s}) })
	}
	return fn(&Edit{Tx: &Tx{run: beside{db}, db: db}, Scope: s})
}

// ByIDs returns the records of the edit's instance, or of its user, that have one of the ids, in their order.
func (e *Edit) ByIDs(ctx context.Context, r *record.Resource, ids []int64) ([]record.Row, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	d := e.db.dialect
	return e.All(ctx, r, d.among("r.id"), d.ids(ids))
}

// BySIDs is ByIDs for public identifiers.
func (e *Edit) BySIDs(ctx context.Context, r *record.Resource, sids []string) ([]record.Row, error) {
	if len(sids) == 0 {
		return nil, nil
	}
	d := e.db.dialect
	return e.All(ctx, r, d.among("r.sid"), d.texts(sids))
}

// Touched returns the ids of records that have changed after a revision, by resource.
func (e *Edit) Touched(ctx context.Context, after int64) (map[*record.Resource][]int64, error) {
	const text = `SELECT DISTINCT c.resource, c.record_id FROM changes c JOIN instances i ON i.id = c.instance_id
		WHERE i.id = $1 AND c.revision <= i.revision AND c.revision > $2`
	ids := map[*record.Resource][]int64{}
	return ids, e.db.collect(ctx, e.Tx, text, []any{e.Scope.InstanceID, after}, func(rows *Rows) error {
		var name string
		var id int64
		err := rows.Scan(&name, &id)
		if r := record.Named(name); r != nil {
			ids[r] = append(ids[r], id)
		}
		return err
	})
}

// Then is how records of an instance were at a revision: of those that have changed since, by resource and id; nil where one was not there.
type Then map[*record.Resource]map[int64]record.Row

// AsOf returns how the records that have changed after a revision were then. now are the records as they are.
func (e *Edit) AsOf(ctx context.Context, revision, newest int64) (Then, error) {
	pasts, err := e.db.fold(ctx, e.Tx, revisionRange{scope: e.Scope, after: revision, to: newest})
	if err != nil {
		return nil, err
	}
	byResource := map[*record.Resource][]*past{}
	for _, p := range pasts {
		if p.res != nil && p.res != record.Instances {
			byResource[p.res] = append(byResource[p.res], p)
		}
	}
	then := Then{}
	for r, list := range byResource {
		now, err := e.asTheyAre(ctx, r, list)
		if err != nil {
			return nil, err
		}
		then[r] = map[int64]record.Row{}
		for _, p := range list {
			if then[r][p.id], err = p.rowThen(now[p.id]); err != nil {
				return nil, err
			}
		}
	}
	return then, nil
}

// rowThen returns the record at the start of its past; nil where it was not there.
func (p *past) rowThen(now record.Row) (record.Row, error) {
	switch {
	case !p.existed:
		return nil, nil
	case now != nil:
		return p.over(append(record.Row{}, now...))
	}
	row, err := p.row()
	if err == nil && p.res.Has("name") && strings.Contains(p.res.Joins, "instance_classnames") {
		row[p.res.Index("name")] = p.title
	}
	return row, err
}

// Revision returns the revision of the edit's instance.
func (e *Edit) Revision(ctx context.Context) (number int64, err error) {
	return number, e.QueryRow(ctx, `SELECT revision FROM instances WHERE id = $1`, e.Scope.InstanceID).Scan(&number)
}

// Mission returns the mission folder of the edit's instance.
func (e *Edit) Mission(ctx context.Context) (name string, err error) {
	return name, e.QueryRow(ctx, `SELECT COALESCE(mission, '') FROM instances WHERE id = $1`, e.Scope.InstanceID).Scan(&name)
}

// Around returns how the records that some revisions have changed were before the first of these changes, and after the last. It returns
// ErrNotFound for a revision that the history does not have.
func (e *Edit) Around(ctx context.Context, numbers []int64) (before, after Then, err error) {
	before, after = Then{}, Then{}
	d := e.db.dialect
	for _, number := range numbers {
		if _, err := e.db.Revision(ctx, e.Scope, number); err != nil {
			return nil, nil, err
		}
	}
	byResource := map[*record.Resource]map[int64]*past{}
	q := new(query).add(`SELECT c.resource, c.record_id, c.sid, c.title, c.before, c.after FROM changes c WHERE c.instance_id = $`,
		e.Scope.InstanceID).
		add(" AND "+d.among("c.revision")+" ORDER BY c.revision, c.position", d.ids(numbers))
	err = e.db.collect(ctx, e.Tx, q.String(), q.args, func(rows *Rows) error {
		var name string
		var p past
		var was, is sql.Null[string]
		if err := rows.Scan(&name, &p.id, &p.sid, &p.title, &was, &is); err != nil {
			return err
		}
		r := record.Named(name)
		if r == nil || r == record.Instances {
			return nil
		}
		if byResource[r] == nil {
			byResource[r] = map[int64]*past{}
		}
		known := byResource[r][p.id]
		if known == nil {
			known = &p
			known.begin(name, was.Valid)
			byResource[r][p.id] = known
		}
		known.title = p.title
		return known.read(was.V, is.V)
	})
	if err != nil {
		return nil, nil, err
	}
	for r, pasts := range byResource {
		if err := e.around(ctx, r, pasts, before, after); err != nil {
			return nil, nil, err
		}
	}
	return before, after, nil
}

func (e *Edit) around(ctx context.Context, r *record.Resource, pasts map[int64]*past, before, after Then) error {
	list := make([]*past, 0, len(pasts))
	for _, p := range pasts {
		list = append(list, p)
	}
	now, err := e.asTheyAre(ctx, r, list)
	if err != nil {
		return err
	}
	before[r], after[r] = map[int64]record.Row{}, map[int64]record.Row{}
	for id, p := range pasts {
		if before[r][id], err = p.rowThen(now[id]); err != nil {
			return err
		}
		then := *p
		then.existed, then.before = p.exists, p.after
		if after[r][id], err = then.rowThen(now[id]); err != nil {
			return err
		}
	}
	return nil
}
