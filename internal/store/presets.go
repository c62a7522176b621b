package store

import (
	"context"
	"errors"
	"slices"

	"quartermaster/internal/record"
)

// ErrDisabled is returned for a preset that is disabled.
var ErrDisabled = errors.New("the preset is disabled")

// Apply says to which types a preset is applied.
type Apply struct {
	DryRun bool     // only count
	Types  []string // public identifiers of the types; nil for those that match the preset's category
}

// Applied counts the types that match, and those of them whose stored values change.
type Applied struct{ Matched, Updated int64 }

// ApplyPreset sets every value that the preset has in types of the instance, in one edit. It returns ErrNotFound where the
// scope does not see the preset or one of the named types, and ErrDisabled for a disabled preset.
func (db *DB) ApplyPreset(ctx context.Context, s Scope, sid string, a Apply) (done Applied, err error) {
	most, err := db.mostTypes(ctx, s, a)
	if err != nil {
		return done, err
	}
	err = db.EditOf(ctx, most, s, "apply", func(e *Edit) error {
		done, err = e.applyPreset(ctx, sid, a)
		return err
	})
	return done, err
}

// mostTypes returns to how many types a preset is applied at most.
func (db *DB) mostTypes(ctx context.Context, s Scope, a Apply) (n int64, err error) {
	if a.Types != nil {
		return int64(len(a.Types)), nil
	}
	const text = `SELECT count(*) FROM types r JOIN instances i ON i.id = r.instance_id WHERE i.id = $1 AND i.user_id = $2 AND `
	return n, db.QueryRow(ctx, text+record.Types.Published, s.InstanceID, s.UserID).Scan(&n)
}

// PresetChanges returns the types that applying a preset would change, as they are and as they would be, and how many match. Its errors
// are those of ApplyPreset.
func (db *DB) PresetChanges(ctx context.Context, s Scope, sid string) (before, after []record.Row, matched int64, err error) {
	presets := record.TypePresets
	preset, err := db.Get(ctx, presets, s, sid)
	if err != nil {
		return nil, nil, 0, err
	}
	if preset[presets.Index("enabled")] != int64(1) {
		return nil, nil, 0, ErrDisabled
	}
	rows, err := db.typesOf(ctx, db, s, preset)
	values := presetValues(preset)
	before = altered(record.Types, rows, values)
	return before, withValues(record.Types, before, values), int64(len(rows)), err
}

func (e *Edit) applyPreset(ctx context.Context, sid string, a Apply) (done Applied, err error) {
	presets := record.TypePresets
	preset, err := e.db.get(ctx, e.Tx, presets, e.Scope, "r.sid = $", sid)
	if err != nil {
		return done, err
	}
	if preset[presets.Index("enabled")] != int64(1) {
		return done, ErrDisabled
	}
	e.Summary = summaryOf(presets, preset)
	rows, err := e.typesFor(ctx, preset, a.Types)
	if err != nil {
		return done, err
	}
	values := presetValues(preset)
	changed := altered(record.Types, rows, values)
	done = Applied{Matched: int64(len(rows)), Updated: int64(len(changed))}
	if a.DryRun {
		return done, nil
	}
	return done, e.setAll(ctx, record.Types, changed, values)
}

// typesFor returns the named types, or else those of the preset's category: a type's own, or that of its class name.
func (e *Edit) typesFor(ctx context.Context, preset record.Row, sids []string) ([]record.Row, error) {
	if sids == nil {
		return e.db.typesOf(ctx, e.Tx, e.Scope, preset)
	}
	d := e.db.dialect
	rows, err := e.All(ctx, record.Types, d.among("r.sid"), d.texts(sids))
	if err == nil && len(rows) < len(sids) {
		err = ErrNotFound
	}
	return rows, err
}

// typesOf returns the types of a preset's category, or all where it has none.
func (db *DB) typesOf(ctx context.Context, from Querier, s Scope, preset record.Row) ([]record.Row, error) {
	category := preset[record.TypePresets.Index("category_id")]
	if category == nil {
		return db.all(ctx, from, record.Types, s, "")
	}
	return db.all(ctx, from, record.Types, s, "COALESCE(r.category_id, ic.category_id) = $", category)
}

// presetValues are the values of types that a preset sets.
func presetValues(preset record.Row) record.Values {
	r := record.TypePresets
	values := record.Values{}
	for _, name := range []string{"nominal", "lifetime", "restock", "min"} {
		if value := preset[r.Index(name)]; value != nil {
			values[name] = value
		}
	}
	for _, name := range []string{"usage_ids", "value_ids"} {
		if ids := preset[r.Index(name)].([]int64); len(ids) > 0 {
			values[name] = ids
		}
	}
	if tag, ok := preset[r.Index("tag_id")].(int64); ok {
		values["tag_id"], values["tag_ids"] = tag, []int64{tag}
	}
	return values
}

// altered returns the rows that differ from the values.
func altered(r *record.Resource, rows []record.Row, values record.Values) []record.Row {
	return slices.DeleteFunc(slices.Clone(rows), func(row record.Row) bool {
		for name, value := range values {
			if !record.Same(row[r.Index(name)], value) {
				return false
			}
		}
		return true
	})
}
