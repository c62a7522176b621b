package store

import (
	"context"
	"strconv"
	"strings"

	"quartermaster/internal/record"
)

// References answers what a validation asks of the store, for one user and instance. Except is the id of the record that is
// being changed, whose own values do not count as taken.
type References struct {
	DB     *DB
	Scope  Scope
	Except int64

	tx *Tx // where the answers are read; outside of any transaction when nil
}

func (l References) reader() querier {
	if l.tx == nil {
		return l.DB
	}
	return l.tx
}

// Missing returns which of the ids are not records of the resource that the scope sees. A text that is no id is missing, which is no error.
func (l References) Missing(ctx context.Context, source string, values []string) (map[string]bool, error) {
	ids := make([]int64, 0, len(values))
	for _, text := range values {
		if id, err := strconv.ParseInt(text, 10, 64); err == nil {
			ids = append(ids, id)
		}
	}
	found, err := l.found(ctx, record.Named(source), ids)
	if err != nil {
		return nil, err
	}
	missing := map[string]bool{}
	for _, text := range values {
		if id, err := strconv.ParseInt(text, 10, 64); err != nil || !found[id] {
			missing[text] = true
		}
	}
	return missing, nil
}

// found returns those of the ids that the scope sees.
func (l References) found(ctx context.Context, r *record.Resource, ids []int64) (map[int64]bool, error) {
	d := l.DB.dialect
	q := new(query).add("SELECT r.id FROM "+r.Name+" r WHERE "+d.among("r.id")+" AND ", d.ids(ids)).visible(r, l.Scope)
	seen := make(map[int64]bool, len(ids))
	var id int64
	err := l.DB.collect(ctx, l.reader(), q.String(), q.args, func(rows *Rows) error {
		err := rows.Scan(&id)
		seen[id] = true
		return err
	})
	return seen, err
}

// Taken reports whether another record of the scope has the value, ignoring case. Source is table.column.
func (l References) Taken(ctx context.Context, source string, value any) (bool, error) {
	table, column, _ := strings.Cut(source, ".")
	text, _ := value.(string)
	q := new(query).add("SELECT count(*) FROM "+table+" r WHERE ").
		add(l.DB.dialect.equals("r."+column, isASCII(text)), value).
		add(" AND r.id <> $ AND ", l.Except).visible(record.Named(table), l.Scope)
	var n int64
	err := l.DB.QueryRow(ctx, q.String(), q.args...).Scan(&n)
	return n > 0, err
}

// lookup reads fields for record.PrepareFunc, of a transaction or outside of any.
type lookup struct {
	db      *DB
	from    querier
	scope   Scope
	returns bool // a record comes back as it was
}

func (e *Edit) lookup() lookup { return lookup{db: e.db, from: e.Tx, scope: e.Scope} }

// Now is record.Lookup's.
func (l lookup) Now() int64 { return l.db.Now() }

// Words is record.Lookup's.
func (l lookup) Words() record.Vocabulary {
	if l.returns {
		return nil
	}
	return vocabulary{l.db, l.from, l.scope}
}

func (l lookup) Fields(ctx context.Context, resource string, id int64, names ...string) ([]any, error) {
	found, err := l.all(ctx, record.Named(resource), []int64{id}, names)
	if err != nil {
		return nil, err
	}
	values, there := found[id]
	if !there {
		return nil, ErrNotFound
	}
	return values, nil
}

// all reads the fields of several records and returns them by id.
func (l lookup) all(ctx context.Context, r *record.Resource, ids []int64, names []string) (map[int64][]any, error) {
	columns := []string{"r.id"}
	for _, name := range names {
		columns = append(columns, r.Field(name).SQL)
	}
	condition, arg := l.db.equalsAny("r.id", ids)
	q := new(query).add("SELECT "+strings.Join(columns, ", ")+" FROM "+r.Name+" r WHERE "+condition+" AND ", arg).visible(r, l.scope)
	found := make(map[int64][]any, len(ids))
	return found, l.db.collect(ctx, l.from, q.String(), q.args, func(rows *Rows) error {
		values, dest := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			dest[i] = &values[i]
		}
		if err := rows.Scan(dest...); err != nil {
			return err
		}
		found[values[0].(int64)] = values[1:]
		return nil
	})
}
