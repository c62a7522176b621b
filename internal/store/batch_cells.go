package store

import (
	"context"

	"quartermaster/internal/record"
)

// withoutUnchanged returns the steps of a run without the rows of CSV that say what their records do: they need no check. The others have
// their bodies then. Where records are not named by sids, or one of them twice, all rows are left.
func (b *batch) withoutUnchanged(ctx context.Context, steps []step) ([]step, error) {
	stored := map[string]record.Row{}
	if nameEachOnce(steps) {
		var err error
		if stored, err = b.bySID(ctx, steps[0].Resource, steps); err != nil {
			return nil, err
		}
	}
	left := steps[:0]
	for _, s := range steps {
		row := stored[s.SID]
		if row != nil && s.Cells.Says(s.Resource, row) {
			b.outcomes[s.index] = Outcome{Row: row}
			continue
		}
		if s.Cells != nil {
			s.Data = s.Resource.ReadCells(s.Cells.Columns, s.Cells.Cells)
		}
		left = append(left, s)
	}
	return left, nil
}

// nameEachOnce reports whether all steps are rows of CSV with sids, no two of which are the same.
func nameEachOnce(steps []step) bool {
	seen := make(map[string]bool, len(steps))
	for _, s := range steps {
		if s.Cells == nil || s.SID == "" || seen[s.SID] {
			return false
		}
		seen[s.SID] = true
	}
	return true
}
