package delivery

import (
	"context"
	"errors"
	"time"

	"quartermaster/internal/say"
	"quartermaster/internal/store"
)

// A delivery that has lost its server for good tries so often to settle files that are written in place, with pauses that double and
// begin with so many times that of a lost connection: about two minutes in all.
const (
	settleAttempts = 4
	settlePauses   = 8
)

// settleNow finishes or takes back at once what a delivery that ends with an error has left half written in place, since the game may
// read it. It returns that error; files that stay are noted as such.
func (r *run) settleNow(ctx context.Context, err error) error {
	half := r.inPlace()
	if err == nil || len(half) == 0 || errors.Is(err, errOurs) {
		return err
	}
	pause := settlePauses * r.Pause
	for range settleAttempts {
		r.progress(0, 0, say.New("settling"))
		select {
		case <-ctx.Done():
			return err
		case <-time.After(pause):
		}
		if r.settle(ctx, r.link, r.d.scope.InstanceID) == nil {
			return err
		}
		pause *= 2
	}
	return errors.Join(err, r.noteHalf(ctx, half))
}

// inPlace returns the items that are being written in place.
func (r *run) inPlace() (list []*item) {
	for _, it := range r.items {
		if it.Status == Replacing {
			list = append(list, it)
		}
	}
	return list
}

// noteHalf notes the items that may be half written.
func (r *run) noteHalf(ctx context.Context, items []*item) error {
	for _, it := range items {
		r.d.half = append(r.d.half, it.Path)
	}
	return ours(r.DB.Tx(ctx, func(tx *store.Tx) error {
		for _, it := range items {
			const text = `UPDATE delivery_files SET error = $1 WHERE delivery_id = $2 AND path = $3 AND status = $4`
			if _, err := tx.Exec(ctx, text, say.New("may-be-half").Stored(), r.d.id, it.Path, Replacing); err != nil {
				return err
			}
		}
		return nil
	}))
}
