package store

import (
	"context"
	"database/sql"
	"strconv"
	"strings"

	"quartermaster/internal/record"
)

// References answers what a validation asks of the store, for one user and instance. Except is the id of the record that
// is being changed, which does not count as taking its own name.
type References struct {
	DB     *DB
	Scope  Scope
	Except int64
}

// Missing tells which of the ids are not records of the resource that the scope sees.
func (l References) Missing(ctx context.Context, source string, values []string) (map[string]bool, error) {
	missing := map[string]bool{}
	texts := map[int64]string{}
	var ids []any
	for _, text := range values {
		missing[text] = true
		if id, err := strconv.ParseInt(text, 10, 64); err == nil {
			texts[id] = text
			ids = append(ids, id)
		}
	}
	for size := l.DB.dialect.maxParams() - 2; len(ids) > 0; ids = ids[min(size, len(ids)):] {
		err := l.found(ctx, record.Named(source), ids[:min(size, len(ids))], func(id int64) { delete(missing, texts[id]) })
		if err != nil {
			return nil, err
		}
	}
	return missing, nil
}

func (l References) found(ctx context.Context, r *record.Resource, ids []any, tell func(id int64)) error {
	q := new(query).add("SELECT r.id FROM "+r.Name+" r WHERE r.id IN ("+dollars(len(ids))+") AND ", ids...).visible(r, l.Scope)
	rows, err := l.DB.Query(ctx, q.String(), q.args...)
	if err != nil {
		return err
	}
	return collect(rows, func(rows *sql.Rows) error {
		var id int64
		err := rows.Scan(&id)
		tell(id)
		return err
	})
}

// Taken tells whether another record of the scope has the value, in any letter case. Source is table.column.
func (l References) Taken(ctx context.Context, source string, value any) (bool, error) {
	table, column, _ := strings.Cut(source, ".")
	q := new(query).add("SELECT count(*) FROM "+table+" r WHERE lower(r."+column+") = lower($) AND r.id <> $ AND ", value, l.Except)
	var n int64
	err := l.DB.QueryRow(ctx, q.visible(record.Named(table), l.Scope).String(), q.args...).Scan(&n)
	return n > 0, err
}

// lookup reads fields for record.PrepareFunc inside a transaction.
type lookup struct {
	tx    *Tx
	scope Scope
}

func (l lookup) Fields(ctx context.Context, resource string, id int64, names ...string) ([]any, error) {
	r := record.Named(resource)
	columns := make([]string, len(names))
	values, dest := make([]any, len(names)), make([]any, len(names))
	for i, name := range names {
		columns[i], dest[i] = r.Field(name).SQL, &values[i]
	}
	q := new(query).add("SELECT "+strings.Join(columns, ", ")+" FROM "+resource+" r WHERE r.id = $ AND ", id).visible(r, l.scope)
	return values, l.tx.QueryRow(ctx, q.String(), q.args...).Scan(dest...)
}

// dollars is a list of n arguments for query.add.
func dollars(n int) string { return strings.TrimSuffix(strings.Repeat("$, ", n), ", ") }

// placeholders is a list of n numbered arguments from first on.
func placeholders(first, n int) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString("$" + strconv.Itoa(first+i))
	}
	return b.String()
}
