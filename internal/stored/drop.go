package stored

import (
	"context"
	"errors"

	"quartermaster/internal/outage"
	"quartermaster/internal/store"
)

// Delete deletes a stored file of the user, or returns store.ErrNotFound. Its room is free at once.
func (s *Service) Delete(ctx context.Context, userID int64, sid string) error {
	n, err := s.drop(ctx, userID, "sid", sid)
	if err == nil && n == 0 {
		return store.ErrNotFound
	}
	return err
}

// WithdrawBatch deletes the files of a batch of the user, even when the client has gone. It is no error when there are none.
func (s *Service) WithdrawBatch(ctx context.Context, userID int64, id string) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), cleanupTime)
	defer cancel()
	_, err := s.drop(ctx, userID, "batch", id)
	return err
}

// DropBatch is WithdrawBatch in a transaction. The contents go with the next Sweep.
func (s *Service) DropBatch(ctx context.Context, tx *store.Tx, userID int64, id string) error {
	_, err := s.dropIn(ctx, tx, userID, "batch", id)
	return err
}

// AssignBatch notes for which instance the files of a batch are. It is no error when there are none.
func (s *Service) AssignBatch(ctx context.Context, tx *store.Tx, scope store.Scope, id string) error {
	const query = `UPDATE stored_files SET instance_id = $1 WHERE user_id = $2 AND batch = $3`
	_, err := tx.Exec(ctx, query, scope.InstanceID, scope.UserID, id)
	return err
}

// drop turns the user's files whose column holds the value into expired drafts, and sweeps them.
func (s *Service) drop(ctx context.Context, userID int64, column, value string) (n int64, err error) {
	err = s.db.Freeing(ctx, func(tx *store.Tx) error {
		n, err = s.dropIn(ctx, tx, userID, column, value)
		return err
	})
	if err == nil && n > 0 {
		err = s.sweepSoon(ctx, userID)
	}
	return n, err
}

// sweepSoon sweeps now, or leaves it to the next Sweep where the database or the contents cannot be reached in a few seconds: what the
// caller has done is done, and its rows are found then.
func (s *Service) sweepSoon(ctx context.Context, userID int64) error {
	bounded, cancel := context.WithTimeout(ctx, sweepTime)
	defer cancel()
	err := s.sweep(bounded, userID)
	if errors.Is(err, outage.ErrUnavailable) || bounded.Err() != nil && ctx.Err() == nil {
		return nil
	}
	return err
}

func (s *Service) dropIn(ctx context.Context, tx *store.Tx, userID int64, column, value string) (int64, error) {
	const columns = `sid, user_id, batch, kind, name, size, sha256, created_at`
	query := `INSERT INTO stored_drafts (` + columns + `, expires_at) SELECT ` + columns + `, CAST($1 AS BIGINT)
		FROM stored_files WHERE user_id = $2 AND ` + column + ` = $3`
	if _, err := tx.Exec(ctx, query, s.now().UnixMicro(), userID, value); err != nil {
		return 0, err
	}
	return tx.Exec(ctx, `DELETE FROM stored_files WHERE user_id = $1 AND `+column+` = $2`, userID, value)
}

// Sweep deletes the contents that nothing needs, and the drafts of requests that did not finish.
func (s *Service) Sweep(ctx context.Context) error {
	var users []int64
	const query = `SELECT DISTINCT user_id FROM stored_drafts WHERE expires_at <= $1`
	err := store.Each(ctx, s.db, query, []any{s.now().UnixMicro()}, func(rows *store.Rows) error {
		var id int64
		err := rows.Scan(&id)
		users = append(users, id)
		return err
	})
	for _, id := range users {
		err = errors.Join(err, s.sweep(ctx, id))
	}
	return err
}

// sweep does that for one user. Nobody drafts a file meanwhile, so that no content is deleted while it is being written. Files are
// published and deleted meanwhile: the drafts that are swept get a batch of their own first, so that no others go with them.
func (s *Service) sweep(ctx context.Context, userID int64) error {
	return s.db.Freeing(ctx, func(tx *store.Tx) error {
		if _, err := lock(ctx, tx, userID); err != nil {
			return err
		}
		batch := store.NewSID()
		const expired = `UPDATE stored_drafts SET batch = $1 WHERE user_id = $2 AND expires_at <= $3`
		if n, err := tx.Exec(ctx, expired, batch, userID, s.now().UnixMicro()); err != nil || n == 0 {
			return err
		}
		digests, err := unneeded(ctx, tx, userID, batch)
		if err != nil {
			return err
		}
		for _, digest := range digests {
			if err := s.blobs.Delete(ctx, keyOf(userID, digest)); err != nil {
				return err
			}
		}
		_, err = tx.Exec(ctx, `DELETE FROM stored_drafts WHERE batch = $1`, batch)
		return err
	})
}

// unneeded returns the digests of contents that only the drafts of the batch have.
func unneeded(ctx context.Context, tx *store.Tx, userID int64, batch string) (digests []string, err error) {
	const query = `SELECT sha256 FROM stored_drafts WHERE batch = $1
		EXCEPT SELECT sha256 FROM stored_drafts WHERE user_id = $2 AND batch <> $1
		EXCEPT SELECT sha256 FROM stored_files WHERE user_id = $2`
	err = store.Each(ctx, tx, query, []any{batch, userID}, func(rows *store.Rows) error {
		var digest string
		err := rows.Scan(&digest)
		digests = append(digests, digest)
		return err
	})
	return digests, err
}

// Empty deletes all stored files of a user, with their contents. It returns the errors of the contents too.
func (s *Service) Empty(ctx context.Context, userID int64) error {
	err := s.db.Freeing(ctx, func(tx *store.Tx) error {
		const columns = `sid, user_id, batch, kind, name, size, sha256, created_at`
		if _, err := tx.Exec(ctx, `INSERT INTO stored_drafts (`+columns+`, expires_at) SELECT `+columns+`, 0
			FROM stored_files WHERE user_id = $1`, userID); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `UPDATE stored_drafts SET expires_at = 0 WHERE user_id = $1`, userID); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `DELETE FROM stored_files WHERE user_id = $1`, userID)
		return err
	})
	if err != nil {
		return err
	}
	return s.sweep(ctx, userID)
}
