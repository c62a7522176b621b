package store

import (
	"context"
	"strings"

	"quartermaster/internal/record"
)

// classNamesQuery finds names that contain a text; those that begin with it come first. A name that both the instance and the catalog
// know is found once.
var classNamesQuery = `SELECT min(name) FROM (
	SELECT name FROM instance_classnames r WHERE instance_id = $1 AND ` + record.InstanceClassnames.Published +
	` AND lower(name) LIKE $2 ESCAPE '\'
	UNION ALL SELECT name FROM classnames WHERE lower(name) LIKE $3 ESCAPE '\') AS known
	GROUP BY lower(name) ORDER BY min(CASE WHEN lower(name) LIKE $4 ESCAPE '\' THEN 0 ELSE 1 END), lower(name) LIMIT $5`

var likeLiteral = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// ClassNamesWith returns up to limit class names of the instance and the catalog that contain a text, in any letter case.
// Those that begin with it come first.
func (db *DB) ClassNamesWith(ctx context.Context, s Scope, text string, limit int) ([]string, error) {
	begins := likeLiteral.Replace(strings.ToLower(text)) + "%"
	holds := "%" + begins
	return db.texts(ctx, classNamesQuery, s.InstanceID, holds, holds, begins, limit)
}

// ValuesOf returns up to limit different texts that a field has in the records of an instance, in order.
func (db *DB) ValuesOf(ctx context.Context, r *record.Resource, s Scope, field string, limit int) ([]string, error) {
	column := r.Field(field).Column
	q := new(query).add("SELECT DISTINCT "+column+" FROM "+r.Name+" r WHERE ").visible(r, s).
		add(" AND "+column+" IS NOT NULL ORDER BY 1 LIMIT $", limit)
	return db.texts(ctx, q.String(), q.args...)
}

// texts runs a query for one column of texts.
func (db *DB) texts(ctx context.Context, query string, args ...any) (list []string, err error) {
	rows, err := db.Query(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		list = append(list, text)
	}
	return list, rows.Err()
}
