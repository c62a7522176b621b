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
	Ahead  *Ahead // takes what is read for a new record; may be nil

	tx *Tx // where the answers are read; outside of any transaction when nil
}

func (l References) reader() Querier {
	if l.tx == nil {
		return l.DB
	}
	return l.tx
}

// Missing returns which of the ids are not records of the resource that the scope sees. A text that is no id is missing, which is no error.
func (l References) Missing(ctx context.Context, source string, values []string) (map[string]bool, error) {
	found, err := l.found(ctx, record.Named(source), idsIn(values))
	if err != nil {
		return nil, err
	}
	return missingAmong(values, found), nil
}

// missingAmong returns those of the texts that are not the id of something found.
func missingAmong(values []string, found map[int64]bool) map[string]bool {
	missing := map[string]bool{}
	for _, text := range values {
		if id, err := strconv.ParseInt(text, 10, 64); err != nil || !found[id] {
			missing[text] = true
		}
	}
	return missing
}

// idsIn returns the texts that are ids.
func idsIn(values []string) []int64 {
	ids := make([]int64, 0, len(values))
	for _, text := range values {
		if id, err := strconv.ParseInt(text, 10, 64); err == nil {
			ids = append(ids, id)
		}
	}
	return ids
}

// found returns those of the ids that the scope sees.
func (l References) found(ctx context.Context, r *record.Resource, ids []int64) (map[int64]bool, error) {
	seen := make(map[int64]bool, len(ids))
	return seen, l.DB.collectAll(ctx, l.reader(), l.foundQuery(r, ids, seen))
}

// foundQuery is the question of found; the answer is left in seen.
func (l References) foundQuery(r *record.Resource, ids []int64, seen map[int64]bool) part {
	d := l.DB.dialect
	q := new(query).add("SELECT r.id FROM "+r.Name+" r WHERE "+d.among("r.id")+" AND ", d.ids(ids)).visible(r, l.Scope)
	return q.part(func(rows *Rows) error {
		var id int64
		err := rows.Scan(&id)
		seen[id] = true
		return err
	})
}

// Taken reports whether another record of the scope has the value, ignoring case. Source is table.column.
func (l References) Taken(ctx context.Context, source string, value any) (bool, error) {
	taken := false
	return taken, l.DB.collectAll(ctx, l.DB, l.takenQuery(source, value, &taken))
}

func (l References) takenQuery(source string, value any, taken *bool) part {
	table, column, _ := strings.Cut(source, ".")
	text, _ := value.(string)
	q := new(query).add("SELECT count(*) FROM "+table+" r WHERE ").
		add(l.DB.dialect.equals("r."+column, isASCII(text)), value).
		add(" AND r.id <> $ AND ", l.Except).visible(record.Named(table), l.Scope)
	return q.part(func(rows *Rows) error {
		var n int64
		err := rows.Scan(&n)
		*taken = n > 0
		return err
	})
}

// lookup reads fields for record.PrepareFunc, of a transaction or outside of any.
type lookup struct {
	db      *DB
	from    Querier
	scope   Scope
	returns bool // a record comes back as it was
	ahead   *Ahead
}

func (e *Edit) lookup() lookup { return lookup{db: e.db, from: e.Tx, scope: e.Scope, ahead: e.ahead} }

// Now is record.Lookup's.
func (l lookup) Now() int64 { return l.db.Now() }

// Words is record.Lookup's.
func (l lookup) Words() record.Vocabulary {
	if l.returns {
		return nil
	}
	return vocabulary{l.db, l.from, l.scope}
}

// Plans is record.Lookup's.
func (l lookup) Plans() record.Plans { return plans(l) }

func (l lookup) Fields(ctx context.Context, resource string, id int64, names ...string) ([]any, error) {
	if values := l.ahead.find(resource, id, names); values != nil {
		return values, nil
	}
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
	found := make(map[int64][]any, len(ids))
	return found, l.db.collectAll(ctx, l.from, l.fields(r, ids, names, found))
}

// fields returns the question for the fields; the values are left in found.
func (l lookup) fields(r *record.Resource, ids []int64, names []string, found map[int64][]any) part {
	columns := []string{"r.id"}
	for _, name := range names {
		columns = append(columns, r.Field(name).SQL)
	}
	condition, arg := l.db.equalsAny("r.id", ids)
	q := new(query).add("SELECT "+strings.Join(columns, ", ")+" FROM "+r.Name+" r WHERE "+condition+" AND ", arg).visible(r, l.scope)
	return q.part(func(rows *Rows) error {
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
