package catalog

import (
	"context"

	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// plan holds what an import does with the records of a resource of the catalog.
type plan struct {
	res           *record.Resource
	insert        []record.Row
	before, after []record.Row
}

// update plans a record to become another, if they differ.
func (p *plan) update(old, next record.Row) {
	if store.Differs(p.res, old, next, (*record.Field).Compared) {
		p.before, p.after = append(p.before, old), append(p.after, next)
	}
}

// count reports on the plan of so many entries.
func (p *plan) count(report *mission.Report, entries int) {
	report.Created, report.Updated = len(p.insert), len(p.after)
	report.Unchanged = entries - report.Created - report.Updated
}

func (p *plan) carryOut(ctx context.Context, e *store.Edit) error {
	if err := e.UpdateAll(ctx, p.res, p.before, p.after); err != nil {
		return err
	}
	return e.InsertAll(ctx, p.res, p.insert)
}
