package store

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"quartermaster/internal/record"
)

// itsInstances are an instance and its drafts; the arguments are the instance, twice, and its owner.
const itsInstances = ` FROM instances WHERE (id = $1 OR id IN (SELECT d.instance_id FROM drafts d WHERE d.origin_id = $2)) AND user_id = $3`

// DeleteInstance deletes an instance of the user and everything in it, its drafts among that. It returns ErrNotFound when there is none.
// Where edits are stored in slices, a large one is hidden at once and goes in slices, between which others write; a crash leaves the rest
// to the next start.
func (db *DB) DeleteInstance(ctx context.Context, userID int64, sid string) error {
	s, err := db.InstanceScope(ctx, userID, sid)
	if err != nil {
		return err
	}
	large, err := db.isLarge(ctx, s)
	if err != nil {
		return err
	}
	if large {
		return db.deleteInSlices(ctx, s)
	}
	return db.Freeing(ctx, func(tx *Tx) error {
		if err := tx.auditDeletion(ctx, s); err != nil {
			return err
		}
		return found(tx.Exec(ctx, `DELETE`+itsInstances, s.InstanceID, s.InstanceID, userID))
	})
}

// auditDeletion keeps that an instance is deleted. It returns ErrNotFound where there is none.
func (tx *Tx) auditDeletion(ctx context.Context, s Scope) error {
	var name string
	const text = `SELECT name FROM instances WHERE id = $1 AND user_id = $2`
	if err := tx.QueryRow(ctx, text, s.InstanceID, s.UserID).Scan(&name); err != nil {
		return err
	}
	return tx.Audit(ctx, Audited{What: AuditInstanceDeleted, InstanceID: s.InstanceID, About: name})
}

// isLarge reports whether to delete an instance takes long. A page of contents counts as a record.
func (db *DB) isLarge(ctx context.Context, s Scope) (bool, error) {
	if db.slices == nil {
		return false, nil
	}
	text := `SELECT (SELECT count(*) FROM changes c JOIN instances i ON i.id = c.instance_id WHERE i.id = $1 AND c.revision <= i.revision) +
		(SELECT count(*) FROM types WHERE instance_id = $2 AND ` + record.Published(record.Types.Name, record.Types.Name) + `) +
		(SELECT COALESCE(sum(length(content)), 0) / 4096 FROM file_contents WHERE instance_id = $3 AND ` +
		record.Published(contentsTable, contentsTable) + `)`
	var n, drafts int64
	err := db.QueryRow(ctx, text, s.InstanceID, s.InstanceID, s.InstanceID).Scan(&n)
	if err == nil {
		err = db.QueryRow(ctx, `SELECT count(*) FROM drafts WHERE origin_id = $1`, s.InstanceID).Scan(&drafts)
	}
	return n >= db.slices.from || drafts > 0, err
}

func (db *DB) deleteInSlices(ctx context.Context, s Scope) error {
	sl, err := db.beginSliced(ctx, s, "delete")
	if err != nil {
		return err
	}
	defer sl.release()
	const hide = `INSERT INTO withdrawn (resource, record_id) SELECT 'instances', id` + itsInstances
	err = db.Freeing(ctx, func(tx *Tx) error {
		if err := tx.auditDeletion(ctx, s); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, hide, s.InstanceID, s.InstanceID, s.UserID)
		return err
	})
	if err != nil {
		return err
	}
	_ = db.removeWithdrawn(context.WithoutCancel(ctx)) // what is left is visible to nobody, and goes with the next edit in slices
	return nil
}

// contentsAtOnce is how many contents of files one transaction deletes.
const contentsAtOnce = 16

// emptyInstances deletes in slices what withdrawn instances hold, but for what is never much.
func (db *DB) emptyInstances(ctx context.Context) error {
	var ids []int64
	err := db.collect(ctx, db, `SELECT record_id FROM withdrawn WHERE resource = 'instances'`, nil, func(rows *Rows) error {
		var id int64
		err := rows.Scan(&id)
		ids = append(ids, id)
		return err
	})
	for _, id := range ids {
		err = errors.Join(err, db.emptyInstance(ctx, id))
	}
	return err
}

func (db *DB) emptyInstance(ctx context.Context, id int64) error {
	err := db.deleteAFew(ctx, "changes", "(revision, position)", "revision, position", id, changesAtOnce)
	for _, r := range slices.Backward(record.All()) { // those first that refer to others
		if err == nil && r.Scope == record.InInstance {
			err = db.deleteAFew(ctx, r.Name, "id", "id", id, sliceRows)
		}
	}
	if err == nil {
		err = db.deleteAFew(ctx, "delivered_files", "path", "path", id, contentsAtOnce)
	}
	if err == nil {
		err = db.deleteAFew(ctx, "file_contents", "id", "id", id, contentsAtOnce)
	}
	return err
}

// deleteAFew deletes the rows of an instance from a table, a few in each transaction. Those that others refer to go with the instance.
func (db *DB) deleteAFew(ctx context.Context, table, key, columns string, instance int64, rows int) error {
	text := fmt.Sprintf(`DELETE FROM %s WHERE instance_id = $1 AND %s IN (SELECT %s FROM %s WHERE instance_id = $2 LIMIT $3)`, table, key,
		columns, table)
	for {
		n, err := db.ExecFreeing(ctx, text, instance, instance, rows)
		if err != nil && !errors.Is(err, ErrReference) {
			return err
		}
		if n == 0 {
			return nil
		}
	}
}
