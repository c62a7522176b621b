package layers

import (
	"context"
	"fmt"
	"slices"

	"quartermaster/internal/record"
)

// lay returns what a row makes of a record; nil stands for none.
func (s *side) lay(ctx context.Context, r *record.Resource, row record.Row, by *Row) (record.Row, error) {
	switch {
	case by.State == Deleted && slices.ContainsFunc(by.Changes, func(c Change) bool { return !c.counts() }):
		return row, nil
	case by.State == Deleted:
		return nil, nil
	case row == nil && by.State == Changed:
		return nil, nil
	case row == nil && !slices.ContainsFunc(by.Changes, func(c Change) bool { return c.counts() }):
		return nil, nil
	}
	var err error
	isNew := row == nil
	if row != nil {
		row = slices.Clone(row)
	} else if row, err = s.newRow(ctx, r, by); err != nil {
		return nil, err
	}
	for _, c := range by.Changes {
		if !c.counts() {
			continue
		}
		if err := s.put(ctx, r, row, by, c); err != nil {
			return nil, err
		}
	}
	if err := s.derive(ctx, r, row); err != nil || !isNew {
		return row, err
	}
	return row, whole(r, row)
}

// whole returns validate.Errors for a record without what it has to have.
func whole(r *record.Resource, row record.Row) error {
	for i, f := range r.Fields {
		if f.Required && !f.Nullable && row[i] == nil {
			return unfit(wireName(f), fmt.Sprintf("A new %s needs %s.", r.One, wireName(f)))
		}
	}
	return nil
}

// unreadKind is what sort of file one is of which nobody says it: stored as it comes.
const unreadKind = "other"

// newRow returns a record that is made, with what it brings along unseen.
func (s *side) newRow(ctx context.Context, r *record.Resource, by *Row) (record.Row, error) {
	row, err := s.take(ctx, r, by)
	if err != nil {
		return nil, err
	}
	for _, f := range hiddenOf(r) {
		kept, there := by.Hidden[f.Name]
		if !there {
			continue
		}
		if row[f.index], err = f.ReadValue(kept); err != nil {
			return nil, err
		}
	}
	if r == record.Files {
		if row[filePath] = s.stored(by.Name); row[fileKind] == nil {
			row[fileKind] = unreadKind
		}
		s.fresh[fmt.Sprint(row[fileKind], " ", row[filePath])], s.fresh[fmt.Sprint(row[fileKind])] = true, true
		return row, nil
	}
	if r.Has("source_file") && by.File != "" {
		row[r.Index("source_file")] = by.File
	}
	if r.Has("slot") && !s.isFresh(r, row) {
		row[r.Index("slot")] = nil
	}
	return row, nil
}

// isFresh reports whether the file of a record is made with it, so that its place in it is known.
func (s *side) isFresh(r *record.Resource, row record.Row) bool {
	if file := fileOf(r, row); file != "" {
		return s.fresh[r.FileKind()+" "+file]
	}
	return s.fresh[r.FileKind()]
}

// take returns an empty record with an id of its own, which is the one that the row knows where it has one.
func (s *side) take(ctx context.Context, r *record.Resource, by *Row) (record.Row, error) {
	if by.ID != 0 {
		return s.stamped(r, emptyOf(r), by), nil
	}
	if len(s.blank[r]) == 0 {
		if err := s.provide(ctx, r, 1); err != nil {
			return nil, err
		}
	}
	row := s.blank[r][0]
	s.blank[r] = s.blank[r][1:]
	by.ID, by.SID = r.ID(row), r.SID(row)
	return row, nil
}

// provide makes empty records that are to be filled.
func (s *side) provide(ctx context.Context, r *record.Resource, n int) error {
	rows := make([]record.Row, n)
	for i := range rows {
		rows[i] = emptyOf(r)
		if s.dry {
			s.given--
			s.stamped(r, rows[i], &Row{ID: s.given, SID: fmt.Sprint(s.given)})
		}
	}
	s.blank[r] = append(s.blank[r], rows...)
	if s.dry {
		return nil
	}
	return s.Stamp(ctx, r, rows)
}

// emptyOf returns a record that has the defaults alone.
func emptyOf(r *record.Resource) record.Row {
	values, row := record.Values{}, r.EmptyRow()
	r.Defaults(values)
	for name, value := range values {
		row[r.Index(name)] = value
	}
	return row
}

// stamped gives a record what each has of its own.
func (s *side) stamped(r *record.Resource, row record.Row, by *Row) record.Row {
	now := s.Now()
	for name, value := range map[string]any{
		"id": by.ID, "sid": by.SID, "instance_id": s.Scope.InstanceID, "user_id": s.Scope.UserID, "created_at": now, "updated_at": now,
	} {
		if r.Has(name) {
			row[r.Index(name)] = value
		}
	}
	return row
}
