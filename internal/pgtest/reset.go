package pgtest

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
)

// pool holds copies of the filled database that tests have given back, with what they stored taken out again: that costs a
// fraction of what PostgreSQL needs to make and drop a copy.
type pool struct {
	filled    map[string]string // statements that put back what the filled database holds, by table
	sequences string            // a statement that sets all sequences back
	shape     string            // the filled database's tables, as shapeQuery tells them
	unused    chan string
}

// shapeQuery tells two databases apart in one of which a table, an index, a trigger, a function or a setting was changed: a copy has the
// rows of the catalogs as they are, with the numbers of the transactions that wrote them. PostgreSQL's own come before the number 16384.
const shapeQuery = `SELECT concat_ws(' ', (SELECT sum(xmin::text::bigint) FROM pg_class WHERE oid >= 16384),
	(SELECT sum(xmin::text::bigint) FROM pg_attribute WHERE attrelid >= 16384), 
	(SELECT sum(xmin::text::bigint) FROM pg_proc WHERE oid >= 16384),
	(SELECT sum(xmin::text::bigint) FROM pg_constraint WHERE oid >= 16384), 
	(SELECT sum(xmin::text::bigint) FROM pg_trigger WHERE oid >= 16384),
	(SELECT string_agg(concat_ws(' ', setdatabase, setconfig), ' ') FROM pg_db_role_setting))`

// newPool reads what the filled database behind db holds.
func newPool(ctx context.Context, db *sql.DB) (*pool, error) {
	p := &pool{filled: map[string]string{}, unused: make(chan string, 100)}
	if err := db.QueryRowContext(ctx, shapeQuery).Scan(&p.shape); err != nil {
		return nil, err
	}
	tables, err := texts(ctx, db, writtenQuery)
	if err != nil {
		return nil, err
	}
	for _, table := range tables {
		rows, err := texts(ctx, db, fmt.Sprintf(
			`SELECT format('INSERT INTO %[1]s OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(NULL::%[1]s, %%L);', json_agg(t)) `+
				`FROM %[1]s t HAVING count(*) > 0`, table))
		if err != nil {
			return nil, err
		}
		p.filled[table] = strings.Join(rows, "")
	}
	return p, db.QueryRowContext(ctx, `SELECT 'SELECT ' || coalesce(string_agg(format('setval(%L, %s, %L)', quote_ident(sequencename),
		coalesce(last_value, start_value), last_value IS NOT NULL), ','), '') FROM pg_sequences WHERE schemaname = 'public'`).Scan(&p.sequences)
}

// writtenQuery lists the tables that something was ever written to; to ask each for its rows takes far longer.
const writtenQuery = `SELECT quote_ident(relname) FROM pg_class
	WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND pg_relation_size(oid) > 0`

// texts returns the rows of a query for one text.
func texts(ctx context.Context, db *sql.DB, query string) (list []string, err error) {
	rows, err := db.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		list = append(list, text)
	}
	return list, rows.Err()
}

// restored reports whether the content of the database behind db is that of the filled one again, as it can be
// where a test has not changed its tables.
func (p *pool) restored(ctx context.Context, db *sql.DB) (bool, error) {
	var shape string
	if err := db.QueryRowContext(ctx, shapeQuery).Scan(&shape); err != nil || shape != p.shape {
		return false, err
	}
	tables, err := texts(ctx, db, writtenQuery)
	if err != nil {
		return false, err
	}
	reset := "SET session_replication_role = replica;" // neither triggers nor references between the tables count
	for _, table := range tables {
		reset += "DELETE FROM " + table + ";" + p.filled[table]
	}
	_, err = db.ExecContext(ctx, reset+p.sequences)
	return err == nil, err
}
