package store

import (
	"context"
	"fmt"
	"slices"

	"quartermaster/internal/record"
)

// restoration is the plan for the records of one resource.
type restoration struct {
	res            *record.Resource
	insert, remove []record.Row
	before, after  []record.Row // of records that are there then and now
	hidden         bool         // insert is stored before the edit is published
}

// planAll plans how to bring all records back to the start of their pasts.
func (e *Edit) planAll(ctx context.Context, pasts []*past) ([]*restoration, error) {
	byResource := map[*record.Resource][]*past{}
	for _, p := range pasts {
		if p.res != nil {
			byResource[p.res] = append(byResource[p.res], p)
		}
	}
	var plan []*restoration
	for _, r := range record.All() {
		if len(byResource[r]) == 0 {
			continue
		}
		restored, err := e.plan(ctx, r, byResource[r])
		if err != nil {
			return nil, err
		}
		plan = append(plan, restored)
	}
	return plan, nil
}

func (e *Edit) plan(ctx context.Context, r *record.Resource, pasts []*past) (*restoration, error) {
	now, err := e.asTheyAre(ctx, r, pasts)
	if err != nil {
		return nil, err
	}
	p := &restoration{res: r}
	for _, record := range pasts {
		if err := p.add(record, now[record.id]); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// asTheyAre returns those of the records that exist now, by id.
func (e *Edit) asTheyAre(ctx context.Context, r *record.Resource, pasts []*past) (map[int64]record.Row, error) {
	ids := make([]int64, len(pasts))
	for i, p := range pasts {
		ids[i] = p.id
	}
	d := e.db.dialect
	rows, err := e.All(ctx, r, d.among("r.id"), d.ids(ids))
	found := make(map[int64]record.Row, len(rows))
	for _, row := range rows {
		found[r.ID(row)] = row
	}
	return found, err
}

// add plans for one record; now is nil when it does not exist.
func (p *restoration) add(then *past, now record.Row) error {
	switch {
	case !then.existed && now != nil:
		p.remove = append(p.remove, now)
	case then.existed && now != nil:
		row, err := then.over(slices.Clone(now))
		if p.res == record.Instances { // going back does not change who has to approve what
			row[p.res.Index("review")] = now[p.res.Index("review")]
		}
		p.before, p.after = append(p.before, now), append(p.after, row)
		return err
	case then.existed && then.whole:
		row, err := then.row()
		p.insert = append(p.insert, row)
		return err
	case then.existed:
		return fmt.Errorf("the history does not tell how the record %s of %s was deleted", then.sid, then.res.Name)
	}
	return nil
}

// row returns the record as it was, for one that does not exist now. Fields that the history does not have get their defaults.
func (p *past) row() (record.Row, error) {
	values := record.Values{}
	p.res.Defaults(values)
	row := p.res.EmptyRow()
	for name, value := range values {
		row[p.res.Index(name)] = value
	}
	if p.res.Title != nil {
		row[p.res.Index(p.res.Title.Name)] = p.title
	}
	return p.over(row)
}

// over writes the values of the past into a row. Secrets are not in the history and stay.
func (p *past) over(row record.Row) (record.Row, error) {
	for i, f := range p.res.Fields {
		text, known := p.before[f.Name]
		if !known || !persistent(f) || f.Secret {
			continue
		}
		value, err := f.ReadValue(text)
		if err != nil {
			return nil, fmt.Errorf("history of %s: %w", p.res.Name, err)
		}
		row[i] = value
	}
	return row, nil
}
