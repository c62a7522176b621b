package queue

import (
	"context"
	"errors"

	"quartermaster/internal/store"
)

var (
	// ErrCancelled is the cause with which a handler's context ends when the user cancels the job.
	ErrCancelled = errors.New("the job was cancelled")
	// ErrEnded is returned for a job that has ended before it could be cancelled.
	ErrEnded = errors.New("the job has ended already")
)

// Cancel ends a job of the user. A waiting one ends at once, in a transaction with drop, which may be nil, and is returned, so that its
// belongings can be cleared. The worker of a running one stops within about a second and records what it has done. It returns ErrEnded
// for a job that has ended in another way, and store.ErrNotFound when there is none.
func (j *Jobs) Cancel(ctx context.Context, userID int64, sid string,
	drop func(ctx context.Context, tx *store.Tx, job Job) error,
) (ended *Job, err error) {
	if _, err := j.Progress(ctx, userID, sid); err != nil {
		return nil, err
	}
	j.stopHere(sid)
	err = j.db.Tx(ctx, func(tx *store.Tx) error {
		const waiting = `UPDATE jobs SET state = $1, finished_at = $2 WHERE sid = $3 AND user_id = $4 AND state = $5 
			RETURNING sid, user_id, kind, payload, started_at IS NOT NULL`
		job := new(Job)
		row := tx.QueryRow(ctx, waiting, Cancelled, j.db.Time().UnixMicro(), sid, userID, Queued)
		err := row.Scan(&job.SID, &job.UserID, &job.Kind, &job.Payload, &job.Begun)
		switch {
		case err == nil && drop != nil:
			ended = job
			return drop(ctx, tx, *job)
		case err == nil:
			ended = job
			return nil
		case errors.Is(err, store.ErrNotFound):
			return cancelRunning(ctx, tx, userID, sid)
		}
		return err
	})
	return ended, err
}

// stopHere stops a job that runs in this process before anything is written: on SQLite it may hold the only writer.
func (j *Jobs) stopHere(sid string) {
	if stop, here := j.running.Load(sid); here {
		stop.(context.CancelCauseFunc)(ErrCancelled)
	}
}

func cancelRunning(ctx context.Context, tx *store.Tx, userID int64, sid string) error {
	const running = `UPDATE jobs SET cancelled = 1 WHERE sid = $1 AND user_id = $2 AND finished_at IS NULL`
	if n, err := tx.Exec(ctx, running, sid, userID); err != nil || n > 0 {
		return err
	}
	var state string
	err := tx.QueryRow(ctx, `SELECT state FROM jobs WHERE sid = $1 AND user_id = $2`, sid, userID).Scan(&state)
	if err == nil && state != Cancelled {
		err = ErrEnded
	}
	return err
}

// isCancelled reports whether the job was cancelled, as far as the database answers.
func (c *claim) isCancelled(ctx context.Context) bool {
	var cancelled bool
	err := c.jobs.db.QueryRow(ctx, `SELECT cancelled = 1 FROM jobs WHERE sid = $1`, c.SID).Scan(&cancelled)
	return err == nil && cancelled
}
