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
	reset  string // statements that bring a copy's content back to that of the filled database
	shape  string // the filled database's tables, as shapeQuery tells them
	unused chan string
}

// shapeQuery tells two databases apart whose tables, indexes, triggers or functions differ.
const shapeQuery = `SELECT md5(coalesce(string_agg(line, E'\n' ORDER BY line), '')) FROM (
	SELECT concat_ws(' ', relname, relkind, attname, atttypid, attnotnull, atthasdef, relrowsecurity) AS line
	FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid WHERE relnamespace = 'public'::regnamespace
	UNION ALL SELECT concat_ws(' ', tgname, tgrelid::regclass, tgenabled) FROM pg_trigger WHERE NOT tgisinternal
	UNION ALL SELECT concat_ws(' ', conname, conrelid::regclass, convalidated) FROM pg_constraint WHERE connamespace = 'public'::regnamespace
	UNION ALL SELECT concat_ws(' ', proname, md5(prosrc)) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
	UNION ALL SELECT concat_ws(' ', setdatabase, setconfig) FROM pg_db_role_setting
) AS lines`

// newPool reads what the filled database behind db holds.
func newPool(ctx context.Context, db *sql.DB) (*pool, error) {
	p := &pool{unused: make(chan string, 100)}
	if err := db.QueryRowContext(ctx, shapeQuery).Scan(&p.shape); err != nil {
		return nil, err
	}
	tables, err := texts(ctx, db, `SELECT quote_ident(relname) FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`)
	if err != nil {
		return nil, err
	}
	sequences, err := texts(ctx, db, `SELECT format('SELECT setval(%L, %s, %L);', quote_ident(sequencename), coalesce(last_value, start_value), last_value IS NOT NULL)
		FROM pg_sequences WHERE schemaname = 'public'`)
	if err != nil {
		return nil, err
	}
	p.reset = "SET session_replication_role = replica;" // neither triggers nor references between the tables count
	for _, table := range tables {
		rows, err := texts(ctx, db, fmt.Sprintf(
			`SELECT format('INSERT INTO %[1]s OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(NULL::%[1]s, %%L);', json_agg(t)) FROM %[1]s t HAVING count(*) > 0`, table))
		if err != nil {
			return nil, err
		}
		p.reset += "DELETE FROM " + table + ";" + strings.Join(rows, "")
	}
	p.reset += strings.Join(sequences, "")
	return p, nil
}

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
	_, err := db.ExecContext(ctx, p.reset)
	return err == nil, err
}
