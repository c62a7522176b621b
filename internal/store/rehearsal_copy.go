package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/ncruces/go-sqlite3/driver"

	"quartermaster/internal/record"
)

// copiesAtOnce limits the number of copies at one time.
const copiesAtOnce = 2

// rehearsalCopies makes databases that hold a copy of one instance each. A rehearsal on one keeps nobody from writing. Nil makes none.
type rehearsalCopies struct {
	config Config
	room   chan struct{}
}

// copyFolders is the pattern of the copies' folders, in that of the database.
const copyFolders = "rehearsal-*"

// newRehearsalCopies removes what a crash has left, in the process that makes the copies.
func newRehearsalCopies(c Config) (*rehearsalCopies, error) {
	left, err := filepath.Glob(filepath.Join(c.Dir, copyFolders))
	for i := 0; c.InSlices && err == nil && i < len(left); i++ {
		err = os.RemoveAll(left[i])
	}
	return &rehearsalCopies{config: c, room: make(chan struct{}, copiesAtOnce)}, err
}

// with runs fn on a copy of the scope's instance and of what its user has, without the history and the stored files.
func (rc *rehearsalCopies) with(ctx context.Context, db *DB, s Scope, fn func(*DB) error) error {
	select {
	case rc.room <- struct{}{}:
		defer func() { <-rc.room }()
	case <-ctx.Done():
		return ctx.Err()
	}
	dir, err := os.MkdirTemp(rc.config.Dir, copyFolders)
	if err != nil {
		return err
	}
	err = rc.run(ctx, dir, db, s, fn)
	return errors.Join(err, os.RemoveAll(dir))
}

func (rc *rehearsalCopies) run(ctx context.Context, dir string, db *DB, s Scope, fn func(*DB) error) error {
	c := Config{Dir: dir, Unsynced: true, PageMemory: rc.config.pageMemory() / 4 / copiesAtOnce}
	if err := rc.copy(ctx, c, s); err != nil {
		return fmt.Errorf("copying an instance: %w", err)
	}
	own, err := openSQLite(ctx, c)
	if err != nil {
		return err
	}
	if rc.config.Observed {
		own.observe()
	}
	own.seal, own.selections, own.totals, own.owned, own.counts, own.now = db.seal, db.selections, newTotals(), newOwnedCounts(), newKnownCounts(), db.now
	return errors.Join(fn(own), own.Close())
}

// copy creates the database from a single state of the original.
func (rc *rehearsalCopies) copy(ctx context.Context, c Config, s Scope) error {
	to, err := driver.Open(sqliteDSN(c, "_pragma=foreign_keys(0)", "_pragma=journal_mode(memory)"), prepareConnection)
	if err != nil {
		return err
	}
	to.SetMaxOpenConns(1)
	err = rc.fill(ctx, to, s)
	return errors.Join(err, to.Close())
}

func (rc *rehearsalCopies) fill(ctx context.Context, to *sql.DB, s Scope) error {
	if _, err := to.ExecContext(ctx, `ATTACH DATABASE $1 AS origin`, filepath.Join(rc.config.Dir, sqliteFileName)); err != nil {
		return err
	}
	tx, err := to.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // after a commit it does nothing
	steps := []func(context.Context, *sql.Tx, Scope) error{copyTables, copySequence, copyIndexes}
	for _, step := range steps {
		if err := step(ctx, tx, s); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// copyTables creates the tables and fills them with the rows of the instance.
func copyTables(ctx context.Context, tx *sql.Tx, s Scope) error {
	names, texts, err := schemaOf(ctx, tx, `type = 'table' AND name NOT LIKE 'sqlite_%'`)
	if err != nil {
		return err
	}
	for _, text := range texts {
		if _, err := tx.ExecContext(ctx, text); err != nil {
			return err
		}
	}
	owners := linkOwners()
	for _, name := range names {
		columns, err := columnsOf(ctx, tx, name)
		if err != nil {
			return err
		}
		part := partOf(name, columns, owners, s)
		if _, err := tx.ExecContext(ctx, "INSERT INTO main."+quoted(name)+" SELECT * FROM origin."+quoted(name)+" WHERE "+part); err != nil {
			return err
		}
	}
	return nil
}

// copySequence makes ids continue as in the original.
func copySequence(ctx context.Context, tx *sql.Tx, _ Scope) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM main.sqlite_sequence`)
	if err == nil {
		_, err = tx.ExecContext(ctx, `INSERT INTO main.sqlite_sequence SELECT * FROM origin.sqlite_sequence`)
	}
	return err
}

func copyIndexes(ctx context.Context, tx *sql.Tx, _ Scope) error {
	_, texts, err := schemaOf(ctx, tx, `type <> 'table'`)
	for i := 0; err == nil && i < len(texts); i++ {
		_, err = tx.ExecContext(ctx, texts[i])
	}
	return err
}

// schemaOf returns the names and statements of the original's schema.
func schemaOf(ctx context.Context, tx *sql.Tx, condition string) (names, texts []string, err error) {
	rows, err := tx.QueryContext(ctx, `SELECT name, sql FROM origin.sqlite_master WHERE sql IS NOT NULL AND `+condition+` ORDER BY rowid`)
	if err != nil {
		return nil, nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var name, text string
		if err := rows.Scan(&name, &text); err != nil {
			return nil, nil, err
		}
		names, texts = append(names, name), append(texts, text)
	}
	return names, texts, rows.Err()
}

// elsewhere lists the tables that no import reads.
var elsewhere = []string{"changes", "revisions", "jobs", "stored_files", "stored_drafts", "idempotency_keys", "sessions"}

// partOf returns the condition for rows that belong to the instance, to its user or to everybody.
func partOf(table string, columns []string, owners map[string][2]string, s Scope) string {
	owner, isLink := owners[table]
	switch {
	case slices.Contains(elsewhere, table):
		return "0"
	case table == "instances":
		return fmt.Sprintf("id = %d AND user_id = %d", s.InstanceID, s.UserID)
	case table == "users":
		return fmt.Sprintf("id = %d", s.UserID)
	case isLink:
		return owner[0] + " IN (SELECT id FROM main." + owner[1] + ")"
	case slices.Contains(columns, "instance_id"):
		return fmt.Sprintf("instance_id = %d", s.InstanceID)
	case slices.Contains(columns, "user_id"):
		return fmt.Sprintf("user_id IS NULL OR user_id = %d", s.UserID)
	}
	return "1"
}

// linkOwners returns for each link table the column that refers to its owner, and the owner's table.
func linkOwners() map[string][2]string {
	owners := map[string][2]string{}
	for _, r := range record.All() {
		for _, f := range r.Fields {
			if f.Link != nil {
				owners[f.Link.Table] = [2]string{f.Link.Owner, r.Name}
			}
		}
	}
	return owners
}
