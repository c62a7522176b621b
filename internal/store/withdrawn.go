package store

import (
	"context"
	"errors"
	"slices"

	"quartermaster/internal/record"
)

// withdraw hides records from everybody as soon as the edit is committed. removeWithdrawn deletes them afterwards.
func (e *Edit) withdraw(ctx context.Context, r *record.Resource, rows []record.Row) error {
	const text = `INSERT INTO withdrawn (resource, record_id) SELECT $1, value FROM json_each($2)`
	_, err := e.Exec(ctx, text, r.Name, e.db.dialect.ids(idsOf(r, rows)))
	return err
}

// removeWithdrawn deletes withdrawn records in slices, with their links: those first that refer to others.
func (db *DB) removeWithdrawn(ctx context.Context) error {
	tables, err := db.withdrawnTables(ctx)
	if err != nil {
		return err
	}
	for _, r := range slices.Backward(record.All()) {
		if r == record.Instances && slices.Contains(tables, r.Name) {
			if err := db.emptyInstances(ctx); err != nil {
				return err
			}
		}
		for slices.Contains(tables, r.Name) {
			last, err := db.sliceOfWithdrawn(ctx, r.Name)
			if err != nil {
				return err
			}
			if last == 0 {
				break
			}
			if err := db.removeWithdrawnUpTo(ctx, r.Name, last); err != nil {
				return err
			}
		}
	}
	return nil
}

// withdrawnTables returns the tables that have withdrawn records.
func (db *DB) withdrawnTables(ctx context.Context) (tables []string, err error) {
	err = db.collect(ctx, db, `SELECT DISTINCT resource FROM withdrawn`, nil, func(rows *Rows) error {
		var table string
		err := rows.Scan(&table)
		if err == nil && record.Named(table) == nil {
			err = errors.New("records of " + table + " are left to be deleted, which this version does not know")
		}
		tables = append(tables, table)
		return err
	})
	return tables, err
}

// sliceOfWithdrawn returns the last id of the next slice of a table, 0 when nothing is left.
func (db *DB) sliceOfWithdrawn(ctx context.Context, table string) (last int64, err error) {
	const text = `SELECT COALESCE(max(record_id), 0) FROM (SELECT record_id FROM withdrawn WHERE resource = $1 ORDER BY record_id LIMIT ` +
		`$2) slice`
	return last, db.QueryRow(ctx, text, table, sliceRows).Scan(&last)
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
