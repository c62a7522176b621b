package imports

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"time"

	"quartermaster/internal/archive"
	"quartermaster/internal/mission"
	"quartermaster/internal/queue"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
)

const (
	// heldFor is how long an upload waits for the answer of its user.
	heldFor = 24 * time.Hour
	// maxHeld is how many uploads of a user wait; one more takes the place of the oldest.
	maxHeld = 5
)

// Held is an upload that waits until its user has said for which server it is.
type Held struct {
	SID        string
	InstanceID int64  // that it was sent to; 0 for one that is to become a server
	Question   string // why it waits; empty for one that is to become a server
	Recognized mission.Recognition
	payload    payload
}

// HoldForNew stores an upload that is to become a server, and returns its public identifier. It returns stored.LimitError when the plan
// has no room, and queue.Failure when the files cannot be unpacked.
func (s *Service) HoldForNew(ctx context.Context, userID int64, u *Upload, o Order) (sid string, err error) {
	files, err := expand(u.Files)
	if err != nil {
		return "", err
	}
	if err := u.prepare(ctx); err != nil {
		return "", err
	}
	return s.hold(ctx, store.Scope{UserID: userID}, u, Held{
		Recognized: mission.Recognize(files, ""), payload: payloadOf(u, o, u.Intake.Batch()),
	})
}

// hold keeps an upload, which is prepared, until its user answers.
func (s *Service) hold(ctx context.Context, scope store.Scope, u *Upload, h Held) (sid string, err error) {
	sid = store.NewSID()
	order, err := json.Marshal(h.payload)
	if err != nil {
		return "", err
	}
	recognized, err := json.Marshal(h.Recognized)
	if err != nil {
		return "", err
	}
	const text = `INSERT INTO held_uploads (sid, user_id, instance_id, payload, question, recognized, expires_at) VALUES ($1, $2, $3, $4, ` +
		`$5, $6, $7)`
	args := []any{
		sid, scope.Person(), orNull(scope.InstanceID), string(order), h.Question, string(recognized), s.db.Time().Add(heldFor).UnixMicro(),
	}
	err = s.db.Tx(ctx, func(tx *store.Tx) error {
		if _, err := tx.Exec(ctx, text, args...); err != nil {
			return err
		}
		return u.Intake.Publish(ctx, tx)
	})
	if err != nil {
		return "", err
	}
	if err := s.store(ctx, sid, u.Files); err != nil {
		return "", errors.Join(err, s.giveUp(ctx, sid))
	}
	return sid, s.dropAll(ctx, `user_id = $1 ORDER BY id DESC LIMIT 100 OFFSET $2`, scope.Person(), maxHeld)
}

// orNull is NULL for no instance.
func orNull(id int64) any {
	if id == 0 {
		return nil
	}
	return id
}

// Held returns an upload of the user that waits, or store.ErrNotFound.
func (s *Service) Held(ctx context.Context, userID int64, sid string) (h Held, err error) {
	var order, recognized string
	const text = `SELECT sid, COALESCE(instance_id, 0), payload, question, recognized FROM held_uploads WHERE user_id = $1 AND sid = $2 ` +
		`AND expires_at > $3`
	err = s.db.QueryRow(ctx, text, userID, sid, s.db.Time().UnixMicro()).Scan(&h.SID, &h.InstanceID, &order, &h.Question, &recognized)
	if err != nil {
		return h, err
	}
	return h, errors.Join(json.Unmarshal([]byte(order), &h.payload), json.Unmarshal([]byte(recognized), &h.Recognized))
}

// Release imports an upload that waits into the instance of the scope, as a job. It returns store.ErrNotFound when it no longer waits,
// and queue.ErrTooMany when the user has too many jobs.
func (s *Service) Release(ctx context.Context, scope store.Scope, h Held) (sid string, err error) {
	text, err := json.Marshal(h.payload)
	if err != nil {
		return "", err
	}
	// The job has the identifier of the upload, under which its files lie already.
	job := queue.Job{SID: h.SID, UserID: scope.Person(), InstanceID: scope.InstanceID, Kind: Kind, Payload: text, TakesIn: true}
	return s.jobs.AddWith(ctx, job, queue.Belongings{Store: func(ctx context.Context, tx *store.Tx) error {
		const text = `DELETE FROM held_uploads WHERE sid = $1 AND user_id = $2 AND expires_at > $3`
		n, err := tx.Exec(ctx, text, h.SID, scope.Person(), s.db.Time().UnixMicro())
		if err == nil && n == 0 {
			err = store.ErrNotFound
		}
		if err != nil {
			return err
		}
		return s.uploads.AssignBatch(ctx, tx, scope, h.payload.Batch)
	}})
}

// giveUp ends the time of an upload that waits, so that SweepHeld finds it, and does what that would do.
func (s *Service) giveUp(ctx context.Context, sid string) error {
	ctx = context.WithoutCancel(ctx)
	if _, err := s.db.ExecFreeing(ctx, `UPDATE held_uploads SET expires_at = 0 WHERE sid = $1`, sid); err != nil {
		return err
	}
	return s.dropAll(ctx, `sid = $1`, sid)
}

// Drop gives up an upload of the user that waits. It is no error when there is none.
func (s *Service) Drop(ctx context.Context, userID int64, sid string) error {
	return s.dropAll(ctx, `user_id = $1 AND sid = $2`, userID, sid)
}

// SweepHeld gives up the uploads whose users have not answered in time.
func (s *Service) SweepHeld(ctx context.Context) error {
	return s.dropAll(ctx, `expires_at <= $1`, s.db.Time().UnixMicro())
}

// dropAll gives up the uploads that meet a condition: first what is stored of them, so that a failure leaves the row for another time.
func (s *Service) dropAll(ctx context.Context, condition string, args ...any) error {
	type dropped struct {
		sid, payload string
		userID       int64
	}
	var list []dropped
	const text = `SELECT sid, COALESCE((SELECT i.user_id FROM instances i WHERE i.id = instance_id), user_id), payload FROM held_uploads ` +
		`WHERE `
	rows, err := s.db.Query(ctx, text+condition, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var d dropped
		if err := rows.Scan(&d.sid, &d.userID, &d.payload); err != nil {
			return err
		}
		list = append(list, d)
	}
	if err := cmp.Or(rows.Err(), rows.Close()); err != nil {
		return err
	}
	for _, d := range list {
		if err := s.dropHeld(ctx, d.sid, d.userID, d.payload); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) dropHeld(ctx context.Context, sid string, userID int64, order string) error {
	var p payload
	if err := json.Unmarshal([]byte(order), &p); err != nil {
		return err
	}
	if err := s.blobs.Delete(ctx, keyOf(sid)); err != nil {
		return err
	}
	if err := s.withdraw(ctx, userID, p); err != nil {
		return err
	}
	_, err := s.db.ExecFreeing(ctx, `DELETE FROM held_uploads WHERE sid = $1`, sid)
	return err
}

// expand unpacks the ZIPs among files.
func expand(files []archive.File) ([]mission.Upload, error) {
	expanded, err := archive.Expand(files...)
	if err != nil {
		return nil, queue.Failure(say.New("not-unpacked", "why", err.Error()))
	}
	return expanded, nil
}
