package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"quartermaster/internal/record"
)

// InsertAll stores new records in few statements. It completes the rows: id, sid, instance, owner and times.
func (e *Edit) InsertAll(ctx context.Context, r *record.Resource, rows []record.Row) error {
	now := e.Now()
	bySID := make(map[string]record.Row, len(rows))
	for _, row := range rows {
		e.stamp(r, row, now)
		bySID[r.SID(row)] = row
	}
	columns := storedFields(r, false)
	err := e.insertRows(ctx, "INSERT INTO "+r.Name+" ("+columnList(r, columns)+") VALUES ", " RETURNING id, sid", columns, rows, func(found *sql.Rows) error {
		var id int64
		var sid string
		err := found.Scan(&id, &sid)
		bySID[sid][r.Index("id")] = id
		return err
	})
	if err != nil {
		return err
	}
	if err := e.insertLinks(ctx, r, rows, func(record.Row, int) bool { return true }); err != nil {
		return err
	}
	return e.remember(ctx, r, nil, rows)
}

// stamp sets what every new record has.
func (e *Edit) stamp(r *record.Resource, row record.Row, now int64) {
	for name, value := range map[string]any{
		"sid": NewSID(), "instance_id": e.Scope.InstanceID, "user_id": e.Scope.UserID, "created_at": now, "updated_at": now,
	} {
		if r.Has(name) {
			row[r.Index(name)] = value
		}
	}
}

// UpdateAll stores the new rows where they differ from the old ones with the same index, in few statements.
func (e *Edit) UpdateAll(ctx context.Context, r *record.Resource, old, rows []record.Row) error {
	var before, after []record.Row
	changed := map[int64]record.Row{} // the old row of each that differs
	for i, row := range rows {
		if differs(r, old[i], row) {
			row[r.Index("updated_at")] = e.Now()
			before, after = append(before, old[i]), append(after, row)
			changed[r.ID(row)] = old[i]
		}
	}
	if len(after) == 0 {
		return nil
	}
	columns := storedFields(r, true)
	head := "INSERT INTO " + r.Name + " (" + columnList(r, columns) + ") VALUES "
	if err := e.insertRows(ctx, head, " ON CONFLICT (id) DO UPDATE SET "+setList(r, columns), columns, after, nil); err != nil {
		return err
	}
	relinked := func(row record.Row, place int) bool { return !equal(changed[r.ID(row)][place], row[place]) }
	if err := e.deleteLinks(ctx, r, after, relinked); err != nil {
		return err
	}
	if err := e.insertLinks(ctx, r, after, relinked); err != nil {
		return err
	}
	return e.remember(ctx, r, before, after)
}

// DeleteAll removes records in few statements.
func (e *Edit) DeleteAll(ctx context.Context, r *record.Resource, rows []record.Row) error {
	if len(rows) == 0 {
		return nil
	}
	if err := e.remember(ctx, r, rows, nil); err != nil {
		return err
	}
	return e.db.inChunks(r, rows, func(ids string, args []any) error {
		_, err := e.Exec(ctx, "DELETE FROM "+r.Name+" WHERE id IN ("+ids+")", args...)
		return err
	})
}

// differs tells whether two rows of a record hold different values; the time of the change does not count.
func differs(r *record.Resource, old, row record.Row) bool {
	return Differs(r, old, row, func(f *record.Field) bool { return f.Name != "updated_at" })
}

// Differs tells whether two rows hold different values in any of the stored fields that want names.
func Differs(r *record.Resource, a, b record.Row, want func(*record.Field) bool) bool {
	for i, f := range r.Fields {
		if (f.Stored() || f.Link != nil) && want(f) && !equal(a[i], b[i]) {
			return true
		}
	}
	return false
}

func equal(a, b any) bool {
	list, ok := a.([]int64)
	other, both := b.([]int64)
	if ok || both {
		return slices.Equal(list, other)
	}
	return a == b
}

// storedFields returns the places of the fields with a column, with the id or without.
func storedFields(r *record.Resource, withID bool) []int {
	var places []int
	for i, f := range r.Fields {
		if f.Stored() && (withID || f.Name != "id") {
			places = append(places, i)
		}
	}
	return places
}

func columnList(r *record.Resource, places []int) string {
	names := make([]string, len(places))
	for i, place := range places {
		names[i] = r.Fields[place].Column
	}
	return strings.Join(names, ", ")
}

func setList(r *record.Resource, places []int) string {
	var sets []string
	for _, place := range places {
		if column := r.Fields[place].Column; column != "id" {
			sets = append(sets, column+" = excluded."+column)
		}
	}
	return strings.Join(sets, ", ")
}

// insertRows runs head + as many VALUES lists as a statement takes + tail, until all rows are stored.
func (e *Edit) insertRows(ctx context.Context, head, tail string, places []int, rows []record.Row, scan func(*sql.Rows) error) error {
	values := func(row record.Row, args []any) []any {
		for _, place := range places {
			args = append(args, row[place])
		}
		return args
	}
	return insertValues(ctx, e.Tx, head, tail, len(places), rows, values, scan)
}

// insertValues is the bulk write under everything: rows of width arguments each, in as few statements as the database takes.
func insertValues[T any](ctx context.Context, tx *Tx, head, tail string, width int, rows []T, values func(T, []any) []any, scan func(*sql.Rows) error) error {
	size := max(1, tx.db.dialect.maxParams()/width)
	args := make([]any, 0, width*min(size, len(rows)))
	for chunk := range slices.Chunk(rows, size) {
		args = args[:0]
		for _, row := range chunk {
			args = values(row, args)
		}
		if err := tx.runInsert(ctx, head+tuples(len(chunk), width)+tail, args, scan); err != nil {
			return err
		}
	}
	return nil
}

func (tx *Tx) runInsert(ctx context.Context, text string, args []any, scan func(*sql.Rows) error) error {
	if scan == nil {
		_, err := tx.Exec(ctx, text, args...)
		return err
	}
	rows, err := tx.Query(ctx, text, args...)
	if err != nil {
		return err
	}
	return tx.db.domainError(collect(rows, scan))
}

// tuples makes ($1, $2), ($3, $4) ...
func tuples(n, width int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = "(" + placeholders(1+i*width, width) + ")"
	}
	return strings.Join(list, ", ")
}

// link is a row of a link table.
type link struct {
	owner    int64
	position int
	id       int64
}

// insertLinks stores the ids of the link fields that want names.
func (e *Edit) insertLinks(ctx context.Context, r *record.Resource, rows []record.Row, want func(row record.Row, place int) bool) error {
	for place, f := range r.Fields {
		if f.Link == nil {
			continue
		}
		var links []link
		for _, row := range rows {
			if want(row, place) {
				links = appendLinks(links, r.ID(row), row[place])
			}
		}
		head := fmt.Sprintf("INSERT INTO %s (%s, position, %s) VALUES ", f.Link.Table, f.Link.Owner, f.Link.Column)
		values := func(l link, args []any) []any { return append(args, l.owner, l.position, l.id) }
		if err := insertValues(ctx, e.Tx, head, "", 3, links, values, nil); err != nil {
			return err
		}
	}
	return nil
}

func appendLinks(links []link, owner int64, stored any) []link {
	ids, _ := stored.([]int64)
	for i, id := range ids {
		links = append(links, link{owner, i, id})
	}
	return links
}

// deleteLinks removes the ids of the link fields that want names.
func (e *Edit) deleteLinks(ctx context.Context, r *record.Resource, rows []record.Row, want func(row record.Row, place int) bool) error {
	for place, f := range r.Fields {
		if f.Link == nil {
			continue
		}
		owners := slices.DeleteFunc(slices.Clone(rows), func(row record.Row) bool { return !want(row, place) })
		err := e.db.inChunks(r, owners, func(ids string, args []any) error {
			_, err := e.Exec(ctx, "DELETE FROM "+f.Link.Table+" WHERE "+f.Link.Owner+" IN ("+ids+")", args...)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
