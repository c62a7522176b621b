package site

import (
	"context"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/ui"
)

// Doubts are what is unusual about the values of a form whose sender has not been asked yet whether they are meant. Nothing is stored
// then.
type Doubts validate.Errors

func (d Doubts) Error() string { return validate.Errors(d).First() }

// Asks reports whether the form that was sent is one that asks about unusual values, and has not done so.
func (r *Request) Asks() bool {
	return r.Text(ui.AsksName) == "1" && r.Text(ui.AnywayName) != "1" && !r.ExpectsJSON()
}

// Doubt returns Doubts, if the form asks and changed values of a record are unusual, else nil or an error of the database.
func (r *Request) Doubt(ctx context.Context, res *record.Resource, row record.Row, values record.Values) error {
	if !r.Asks() || res.Scope != record.InInstance {
		return nil
	}
	size, err := r.MapSize(ctx)
	if err != nil {
		return err
	}
	if found := res.Unusual(row, values, size); len(found) > 0 {
		return Doubts(found)
	}
	return nil
}

// MapSize returns the length of a side of the instance's map, in meters, 0 where it is not known.
func (r *Request) MapSize(ctx context.Context) (float64, error) {
	id, chosen := r.Instance.Row[record.Instances.Index("map_id")].(int64)
	if !chosen {
		return 0, nil
	}
	rows, err := r.Site.DB.All(ctx, record.Maps, store.Scope{UserID: r.User.ID}, "r.id = $", id)
	if err != nil || len(rows) == 0 {
		return 0, err
	}
	size, _ := rows[0][record.Maps.Index("world_size")].(int64)
	return float64(size), nil
}

// AskAgain leads back to the form at path, which shows what is unusual and offers to save it anyway.
func (r *Request) AskAgain(form, path string, doubts Doubts) Response {
	left := r.Entered(form, nil)
	left.Doubts = validate.Errors(doubts)
	r.Leave(left)
	return r.Back(path)
}
