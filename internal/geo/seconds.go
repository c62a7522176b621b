package geo

import (
	"context"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// Second is a new record that has the key of one that is there.
type Second struct {
	Resource *record.Resource
	There    record.Row
}

// Seconds are the error of a save that would make second records unasked. Nothing of it was carried out.
type Seconds []Second

func (Seconds) Error() string { return "geo: there are records of the same names" }

// secondsAmong returns those of the records that a batch has created of whose keys there are others.
func secondsAmong(ctx context.Context, e *store.Edit, operations []store.Operation, outcomes []store.Outcome) (found Seconds, err error) {
	created := map[*record.Resource][]record.Row{}
	for i, o := range operations {
		if outcomes[i].Created {
			created[o.Resource] = append(created[o.Resource], outcomes[i].Row)
		}
	}
	for res, rows := range created {
		others, err := e.View().Doubles(ctx, res, rows)
		if err != nil {
			return nil, err
		}
		for _, other := range others {
			if other != nil {
				found = append(found, Second{res, other})
			}
		}
	}
	return found, nil
}
