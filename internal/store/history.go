package store

import (
	"cmp"
	"context"
	"errors"

	"quartermaster/internal/access"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/say"
)

// changeRow is the history's row for one record.
type changeRow struct {
	row           record.Row // after the change; before it for a deleted record
	before, after any        // JSON text, or nil
}

// recordHistory adds changes of records to the edit's revision, and starts that revision when these are the first: before is
// nil for new records, after for deleted ones.
func (e *Edit) recordHistory(ctx context.Context, r *record.Resource, before, after []record.Row) error {
	if (r.Scope != record.InInstance || r.Beside != "") && r != record.Instances {
		return nil
	}
	changes := changesOf(r, before, after)
	if len(changes) == 0 {
		return nil
	}
	if err := e.Scope.Demand(e.needs(r)); err != nil {
		return err
	}
	if err := e.startRevision(ctx, r, changes[0].row); err != nil {
		return err
	}
	if err := errors.Join(e.checkReview(ctx, r, before, after), e.auditReview(ctx, r, before, after)); err != nil {
		return err
	}
	if err := e.countChanges(ctx, r, len(changes)); err != nil {
		return err
	}
	const head = "INSERT INTO changes (instance_id, position, resource, record_id, sid, title, before, after, revision) VALUES "
	values := func(c changeRow, args []any) []any {
		e.changes++
		return append(args, e.Scope.InstanceID, e.changes, r.Name, r.ID(c.row), r.SID(c.row), r.TitleOf(c.row), c.before, c.after)
	}
	if e.unnumbered {
		return e.writeUnnumbered(ctx, head, values(changes[0], nil), "")
	}
	numbered := func(c changeRow, args []any) []any { return append(values(c, args), e.Number) }
	return bulkInsert(ctx, e.Tx, head, "", 9, changes, numbered, nil)
}

// needs is the permission for a change to records of a resource. What an import or a target sets of an instance needs that of its own;
// what an undo or a revert does is known only here.
func (e *Edit) needs(r *record.Resource) access.Permission {
	if r == record.Instances && e.Action != "revert" {
		return cmp.Or(e.OfInstance, access.Edit)
	}
	return r.Needs
}

// countChanges adds to how many records of a resource the revision has touched.
func (e *Edit) countChanges(ctx context.Context, r *record.Resource, n int) error {
	const head = `INSERT INTO revision_resources (instance_id, resource, records, revision) VALUES `
	const tail = ` ON CONFLICT (instance_id, revision, resource) DO UPDATE SET records = revision_resources.records + excluded.records`
	args := []any{e.Scope.InstanceID, r.Name, n}
	if e.unnumbered {
		return e.writeUnnumbered(ctx, head, args, tail)
	}
	return e.write(ctx, head+"($1, $2, $3, $4)"+tail, append(args, e.Number), nil)
}

// changesOf returns the changes with what the history stores of them: the set and shown fields of a new record, all of a
// deleted one, and else the fields that differ.
func changesOf(r *record.Resource, before, after []record.Row) []changeRow {
	changes := make([]changeRow, 0, max(len(before), len(after)))
	for i := range cap(changes) {
		switch {
		case before == nil:
			set := func(index int, f *record.Field) bool { return f.Shown() && after[i][index] != nil }
			changes = append(changes, changeRow{row: after[i], after: snapshot(r, after[i], set)})
		case after == nil:
			changes = append(changes, changeRow{row: before[i], before: snapshot(r, before[i], everything)})
		default:
			differs := func(index int, f *record.Field) bool {
				return f.Name != "updated_at" && !record.Same(before[i][index], after[i][index])
			}
			changes = append(changes, changeRow{after[i], snapshot(r, before[i], differs), snapshot(r, after[i], differs)})
		}
	}
	return changes
}

func everything(int, *record.Field) bool { return true }

// snapshot returns the JSON object of the persistent fields for which want is true. Values of secrets never enter the history.
func snapshot(r *record.Resource, row record.Row, want func(index int, f *record.Field) bool) string {
	b := append(make([]byte, 0, 512), '{')
	for i, f := range r.Fields {
		if !persistent(f) || !want(i, f) {
			continue
		}
		b = jsontree.AppendComma(b)
		value := row[i]
		if f.Secret {
			value = nil
		}
		b = appendKept(f.AppendKey(b), r, f, value)
	}
	return string(append(b, '}'))
}

// startRevision makes the edit's revision with its first change. It returns ErrNotFound when the instance does not belong to
// the user.
func (e *Edit) startRevision(ctx context.Context, r *record.Resource, first record.Row) error {
	if e.Number != 0 || e.unnumbered {
		return nil
	}
	if e.waits {
		return e.startTogether(ctx, r, summaryOf(r, first))
	}
	if err := e.notSliced(e.Scope.InstanceID); err != nil && !e.ending {
		return err
	}
	by := e.Scope
	if e.creates {
		by = by.Owners()
	}
	still, args := e.still(by, 3)
	text := `UPDATE instances SET revision = revision + 1 WHERE id = $1 AND user_id = $2` + still + ` RETURNING revision, review`
	var setting string
	err := e.QueryRow(ctx, text, append([]any{e.Scope.InstanceID, e.Scope.UserID}, args...)...).Scan(&e.Number, &setting)
	if err != nil {
		return e.db.lost(ctx, e.Scope, err)
	}
	e.review = reviewStateOf(setting)
	e.made = revisionOf{e.Scope, e.Number}
	return e.addRevision(ctx, e, e.Number, summaryOf(r, first))
}

// addRevision inserts the revision; summary is for an edit that has none of its own.
func (tx *Tx) addRevision(ctx context.Context, e *Edit, number int64, summary say.Message) error {
	return tx.write(ctx, revisionsHead+"($1, $2, $3, $4, $5, $6)", append(e.revision(summary), number), nil)
}

const revisionsHead = "INSERT INTO revisions (instance_id, user_id, action, summary, created_at, number) VALUES "

// revision returns the values of the edit's revision but for its number.
func (e *Edit) revision(summary say.Message) []any {
	return []any{e.Scope.InstanceID, e.Scope.Person(), e.Action, e.Summary.Or(summary).Stored(), e.Now()}
}

// summaryOf names the resource and the record.
func summaryOf(r *record.Resource, row record.Row) say.Message {
	return say.New("record", "resource", r.Path, "title", r.TitleOf(row))
}
