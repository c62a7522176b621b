package store

import (
	"context"
	"errors"

	"quartermaster/internal/record"
)

// withdraw hides records from everybody as soon as the edit is committed. removeWithdrawn deletes them afterwards.
func (e *Edit) withdraw(ctx context.Context, r *record.Resource, rows []record.Row) error {
	const text = `INSERT INTO withdrawn (resource, record_id) SELECT $1, value FROM json_each($2)`
	_, err := e.Exec(ctx, text, r.Name, e.db.dialect.ids(idsOf(r, rows)))
	return err
}

// removeWithdrawn deletes withdrawn records in slices, with their links.
func (db *DB) removeWithdrawn(ctx context.Context) error {
	for {
		table, last, err := db.sliceOfWithdrawn(ctx)
		if err != nil || table == "" {
			return err
		}
		if err := db.removeWithdrawnUpTo(ctx, table, last); err != nil {
			return err
		}
	}
}

// sliceOfWithdrawn returns the last id of the next slice, and no table when nothing is left.
func (db *DB) sliceOfWithdrawn(ctx context.Context) (table string, last int64, err error) {
	const text = `SELECT resource, max(record_id) FROM (SELECT resource, record_id FROM withdrawn
		WHERE resource = (SELECT min(resource) FROM withdrawn) ORDER BY record_id LIMIT $1) slice GROUP BY resource`
	err = db.QueryRow(ctx, text, sliceRows).Scan(&table, &last)
	if errors.Is(err, ErrNotFound) {
		return "", 0, nil
	}
	if err == nil && record.Named(table) == nil {
		err = errors.New("records of " + table + " are left to be deleted, which this version does not know")
	}
	return table, last, err
}

func (db *DB) removeWithdrawnUpTo(ctx context.Context, table string, last int64) error {
	return db.Tx(ctx, func(tx *Tx) error {
		const slice = ` WHERE resource = $1 AND record_id <= $2`
		_, err := tx.Exec(ctx, `DELETE FROM `+table+` WHERE id IN (SELECT record_id FROM withdrawn`+slice+`)`, table, last)
		if err == nil {
			_, err = tx.Exec(ctx, `DELETE FROM withdrawn`+slice, table, last)
		}
		return err
	})
}
