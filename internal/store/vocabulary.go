package store

import (
	"context"
	"slices"

	"quartermaster/internal/record"
)

// vocabulary says what filters may name in a scope.
type vocabulary struct {
	db    *DB
	from  Querier
	scope Scope
}

var _ record.Vocabulary = vocabulary{}

// Vocabulary returns what filters may name in a scope.
func (db *DB) Vocabulary(s Scope) record.Vocabulary { return vocabulary{db, db, s} }

// Named is record.Vocabulary's.
func (v vocabulary) Named(ctx context.Context, r *record.Resource) ([]record.NamedID, error) {
	return v.named(ctx,
		new(query).add("/* names */ SELECT r.id, COALESCE("+r.Title.SQL+", '') FROM "+r.Name+" r "+r.Joins+" WHERE ").visible(r,
			v.scope))
}

// People is record.Vocabulary's. The owner is known before he has changed anything.
func (v vocabulary) People(ctx context.Context) (names, addresses []record.NamedID, err error) {
	for column, list := range map[string]*[]record.NamedID{"name": &names, "email": &addresses} {
		q := new(query).add("/* people */ SELECT u.id, u."+column+" FROM users u WHERE u.id = $ OR u.id IN (SELECT v.user_id FROM revisions v "+
			"WHERE ",
			v.scope.UserID).
			ofInstance("v", v.scope).add(" AND v.number <= (SELECT i.revision FROM instances i WHERE i.id = v.instance_id)")
		if *list, err = v.named(ctx, q.add(")")); err != nil {
			break
		}
	}
	return names, addresses, err
}

func (v vocabulary) named(ctx context.Context, q *query) (list []record.NamedID, err error) {
	return list, v.db.collect(ctx, v.from, q.String(), q.args, func(rows *Rows) error {
		var one record.NamedID
		err := rows.Scan(&one.ID, &one.Name)
		list = append(list, one)
		return err
	})
}

// Texts is record.Vocabulary's.
func (v vocabulary) Texts(ctx context.Context, r *record.Resource, f *record.Field) ([]string, error) {
	q := new(query).add("/* texts */ SELECT DISTINCT ")
	switch f.Type {
	case record.Texts:
		q.add("m.value FROM "+r.Name+" r, "+v.db.dialect.texted(f.SQL)+" m WHERE ").visible(r, v.scope)
	default:
		q.add(f.SQL+" FROM "+r.Name+" r WHERE "+f.SQL+" IS NOT NULL AND ").visible(r, v.scope)
	}
	texts, err := v.texts(ctx, q)
	if err != nil || f.Name != "source_file" {
		return texts, err
	}
	files, err := v.texts(ctx, new(query).add("SELECT r.path FROM instance_files r WHERE ").visible(record.Files, v.scope))
	return slices.Concat(texts, files), err
}

func (v vocabulary) texts(ctx context.Context, q *query) (list []string, err error) {
	return list, v.db.collect(ctx, v.from, q.String(), q.args, func(rows *Rows) error {
		var text string
		err := rows.Scan(&text)
		list = append(list, text)
		return err
	})
}

// Any is record.Vocabulary's.
func (v vocabulary) Any(ctx context.Context, r *record.Resource, c record.Condition) (there bool, err error) {
	q := new(query).add("/* any */ SELECT count(*) FROM (SELECT 1 FROM "+r.Name+" r "+r.Joins+" WHERE ").visible(r, v.scope)
	v.db.where(q, r, []record.Condition{c})
	var n int64
	err = v.db.collect(ctx, v.from, q.add(" LIMIT 1) AS found").String(), q.args, func(rows *Rows) error { return rows.Scan(&n) })
	return n > 0, err
}
