package imports

import (
	"context"
	"errors"

	"quartermaster/internal/queue"
	"quartermaster/internal/store"
)

// ErrRunning is returned while a job of a user runs.
var ErrRunning = errors.New("a job of the account is still running")

// Forget gives up the uploads of a user that wait for an answer, and cancels his jobs. It returns ErrRunning where one runs, which stops
// within about a second.
func (s *Service) Forget(ctx context.Context, userID int64) error {
	if err := s.dropAll(ctx, `user_id = $1`, userID); err != nil {
		return err
	}
	sids, err := s.unfinished(ctx, userID)
	if err != nil {
		return err
	}
	for _, sid := range sids {
		err := s.Cancel(ctx, userID, sid)
		if err != nil && !errors.Is(err, queue.ErrEnded) && !errors.Is(err, store.ErrNotFound) {
			return err
		}
	}
	if sids, err = s.unfinished(ctx, userID); err == nil && len(sids) > 0 {
		err = ErrRunning
	}
	return err
}

func (s *Service) unfinished(ctx context.Context, userID int64) (sids []string, err error) {
	rows, err := s.db.Query(ctx, `SELECT sid FROM jobs WHERE user_id = $1 AND finished_at IS NULL`, userID)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var sid string
		if err := rows.Scan(&sid); err != nil {
			return nil, err
		}
		sids = append(sids, sid)
	}
	return sids, rows.Err()
}
