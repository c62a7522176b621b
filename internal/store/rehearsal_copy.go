package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"quartermaster/internal/gate"
	"quartermaster/internal/outage"
	"quartermaster/internal/record"
	"quartermaster/internal/store/conns"
)

// copiesAtOnce limits the number of copies at one time, and copiesWaiting of those who wait for one.
const (
	copiesAtOnce  = 4
	copiesWaiting = 64
	copyPatience  = 5 * time.Minute
)

// rehearsalCopies makes databases that hold a copy of one instance each. A rehearsal on one keeps nobody from writing. Nil makes none.
type rehearsalCopies struct {
	config Config
	room   *gate.Gate
}

// copyFolders is the pattern of the copies' folders, in that of the database.
const copyFolders = "rehearsal-*"

// newRehearsalCopies removes what a crash has left, in the process that makes the copies.
func newRehearsalCopies(c Config) (*rehearsalCopies, error) {
	left, err := filepath.Glob(filepath.Join(c.Dir, copyFolders))
	for i := 0; c.InSlices && err == nil && i < len(left); i++ {
		err = os.RemoveAll(left[i])
	}
	room := gate.New(gate.Limits{Name: "rehearsals", Total: copiesAtOnce, Waiters: copiesWaiting, Patient: copyPatience})
	return &rehearsalCopies{config: c, room: room}, err
}

// with runs fn on a copy of the scope's instance and of the records of its user, without the history. Of the contents of files there are
// digest and size alone: Edit.ReadContent looks in the original. Nothing of the copy is left in the end, whatever happens in fn.
func (rc *rehearsalCopies) with(ctx context.Context, db *DB, s Scope, fn func(*DB) error) (err error) {
	leave, err := rc.room.Enter(ctx, 1)
	if err != nil {
		return err
	}
	defer leave()
	dir, err := os.MkdirTemp(rc.config.Dir, copyFolders)
	if err != nil {
		return outage.Of(err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	return rc.run(ctx, dir, db, s, fn)
}

func (rc *rehearsalCopies) run(ctx context.Context, dir string, db *DB, s Scope, fn func(*DB) error) (err error) {
	c := Config{Dir: dir, Unsynced: true, PageMemory: rc.config.pageMemory() / 4 / copiesAtOnce}
	if err := rc.copy(ctx, c, s); err != nil {
		return fmt.Errorf("copying an instance: %w", named(db.dialect, err))
	}
	own, err := openSQLite(ctx, c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, own.Close()) }()
	own.origin, own.seal, own.selections, own.totals, own.owned, own.counts, own.now = db, db.seal, db.selections, newTotals(),
		newOwnedCounts(), newKnownCounts(), db.now
	if rc.config.Observed {
		own.observe()
	}
	return fn(own)
}

// copy creates the database from a single state of the original.
func (rc *rehearsalCopies) copy(ctx context.Context, c Config, s Scope) (err error) {
	to, err := conns.OpenSQLite(sqliteDSN(c, "_pragma=foreign_keys(0)", "_pragma=journal_mode(memory)"), prepareConnection)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	to.SetMaxOpenConns(1)
	return rc.fill(ctx, to, s)
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
	steps := []func(context.Context, *sql.Tx, Scope) error{copySchema, copyHidden, copyTables, forgetHidden, copySequence, copyIndexes}
	for _, step := range steps {
		if err := step(ctx, tx, s); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// copySchema creates the tables.
func copySchema(ctx context.Context, tx *sql.Tx, _ Scope) error {
	_, texts, err := schemaOf(ctx, tx, ofTables)
	for i := 0; err == nil && i < len(texts); i++ {
		_, err = tx.ExecContext(ctx, texts[i])
	}
	return err
}

const ofTables = `type = 'table' AND name NOT LIKE 'sqlite_%'`

// hiding returns the tables that say which rows nobody sees. A copy has them while it is filled, so that it gets none of those rows.
func hiding() []string { return []string{"unpublished", "withdrawn", "relinked"} }

func copyHidden(ctx context.Context, tx *sql.Tx, _ Scope) error {
	for _, name := range hiding() {
		if _, err := tx.ExecContext(ctx, "INSERT INTO main."+name+" SELECT * FROM origin."+name); err != nil {
			return err
		}
	}
	return nil
}

func forgetHidden(ctx context.Context, tx *sql.Tx, _ Scope) error {
	for _, name := range hiding() {
		if _, err := tx.ExecContext(ctx, "DELETE FROM main."+name); err != nil {
			return err
		}
	}
	return nil
}

// copyTables fills the tables with the rows of the instance that people see.
func copyTables(ctx context.Context, tx *sql.Tx, s Scope) error {
	names, _, err := schemaOf(ctx, tx, ofTables)
	if err != nil {
		return err
	}
	owners := linkOwners()
	for _, name := range names {
		columns, err := columnsOf(ctx, tx, name)
		if err != nil {
			return err
		}
		if err := copyRows(ctx, tx, name, columns, partOf(name, columns, owners, s)); err != nil {
			return err
		}
	}
	return nil
}

// copyRows copies the rows of a table, as r, that meet the condition; none without one.
func copyRows(ctx context.Context, tx *sql.Tx, table string, columns []string, condition string) error {
	if condition == "" {
		return nil
	}
	values := make([]string, len(columns))
	for i, column := range columns {
		if values[i] = quoted(column); table == contentsTable && column == "content" {
			values[i] = leftOut
		}
	}
	list := strings.Join(values, ", ")
	_, err := tx.ExecContext(ctx, "INSERT INTO main."+quoted(table)+" SELECT "+list+" FROM origin."+quoted(table)+" r WHERE "+condition)
	return err
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

const (
	contentsTable  = "file_contents"
	deliveredTable = "delivered_files" // what updates begin with
	leftOut        = "x''"             // stands for the bytes of a content
)

// partOf returns the condition for rows of a table, as r, that people see and that belong to the instance, to its user or to everybody;
// empty for a table that edits of an instance do not look at.
func partOf(table string, columns []string, owners map[string]linkOwner, s Scope) string {
	owner, isLink := owners[table]
	switch {
	case table == "goose_db_version":
		return "1"
	case table == "users":
		return fmt.Sprintf("id = %d", s.UserID)
	case table == "instances":
		return fmt.Sprintf("id = %d AND user_id = %d", s.InstanceID, s.UserID)
	case isLink:
		return owner.link.Owner + " IN (SELECT id FROM main." + owner.table + ") AND " + owner.link.Seen("r")
	case record.Named(table) == nil && table != contentsTable && table != deliveredTable:
		return ""
	case table == deliveredTable:
		return fmt.Sprintf("instance_id = %d", s.InstanceID)
	case slices.Contains(columns, "instance_id"):
		return fmt.Sprintf("instance_id = %d AND ", s.InstanceID) + record.Published(table, "r")
	case slices.Contains(columns, "user_id"):
		return fmt.Sprintf("user_id IS NULL OR user_id = %d", s.UserID)
	}
	return "1"
}

// linkOwner is a link table, and the table whose records own its rows.
type linkOwner struct {
	link  *record.Link
	table string
}

// linkOwners returns the link tables by their names.
func linkOwners() map[string]linkOwner {
	owners := map[string]linkOwner{}
	for _, r := range record.All() {
		for _, f := range r.Fields {
			if f.Link != nil {
				owners[f.Link.Table] = linkOwner{f.Link, r.Name}
			}
		}
	}
	return owners
}
