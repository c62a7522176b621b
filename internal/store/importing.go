package store

import (
	"context"
	"slices"
	"strings"

	"quartermaster/internal/record"
)

// All returns the records of a resource that the edit sees and that meet the condition; see DB.All.
func (e *Edit) All(ctx context.Context, r *record.Resource, condition string, args ...any) ([]record.Row, error) {
	return e.db.all(ctx, e.Tx, r, e.Scope, condition, args...)
}

// LockUser makes other imports of the user wait: they add to the same categories, usages, values and tags. It returns ErrNotFound if the
// account is gone.
func (e *Edit) LockUser(ctx context.Context) error {
	var id int64
	return e.QueryRow(ctx, `SELECT id FROM users WHERE id = $1`+e.db.dialect.forUpdate(), e.Scope.UserID).Scan(&id)
}

// Catalog returns the global class names among the given ones, by lower-case name. Where the catalog is empty, the names
// are not looked at.
func (e *Edit) Catalog(ctx context.Context, names []string) (map[string]record.Row, error) {
	var filled bool
	if err := e.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM classnames)`).Scan(&filled); err != nil || !filled {
		return nil, err
	}
	return e.Named(ctx, record.Classnames, names)
}

// Named returns the records of a resource that have one of the titles, ignoring case, by lower-case title.
func (e *Edit) Named(ctx context.Context, r *record.Resource, names []string) (map[string]record.Row, error) {
	d, sel := e.db.dialect, e.db.selections.full(r)
	q := sel.query("named").visible(r, e.Scope).add(" AND "+d.amongFold("r."+r.Title.Name, isASCII(strings.Join(names, ""))), d.texts(names))
	rows, err := e.db.rows(ctx, e.Tx, sel, q) // unordered: for an order SQLite would read all records by their ids
	if err != nil {
		return nil, err
	}
	found := make(map[string]record.Row, len(rows))
	for _, row := range rows {
		found[strings.ToLower(r.TitleOf(row))] = row
	}
	return found, nil
}

// FilesAt returns the imported files of the instance that have one of the paths, in any letter case, or one of the kinds, ordered by id.
func (e *Edit) FilesAt(ctx context.Context, paths, kinds []string) ([]record.Row, error) {
	d, spelled := e.db.dialect, slices.Clone(paths)
	for _, path := range paths {
		spelled = append(spelled, strings.ToLower(path)) // lower-cases more letters than SQLite does
	}
	condition, args := d.amongFold("r.path", true), []any{d.texts(spelled)}
	if len(kinds) > 0 {
		condition, args = condition+" OR "+d.among("r.kind"), append(args, d.texts(kinds))
	}
	return e.All(ctx, record.Files, "("+condition+")", args...)
}

// EditCatalog runs fn in one transaction on what belongs to nobody: the global class names.
func (db *DB) EditCatalog(ctx context.Context, fn func(*Edit) error) error {
	return db.Tx(ctx, func(tx *Tx) error { return fn(&Edit{Tx: tx}) })
}
