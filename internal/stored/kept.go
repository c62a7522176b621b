package stored

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// Imported files that no record stands for, originals, and what was last delivered where it is no original, are stored in the database and
// deleted with their instance, and so are earlier contents that only the history has; copies of files that deliveries have replaced are in
// the blob store. Their size is limited by the plan: the oldest contents of the history go first, and a user who then still has more
// imports and replaces nothing new.

// kept is the number of bytes in which the instances of the user $1 store such files.
var kept = `SELECT CAST(COALESCE(sum(k.bytes), 0) AS BIGINT) FROM (
	SELECT length(c.content) AS bytes FROM file_contents c JOIN instances i ON i.id = c.instance_id
		WHERE i.user_id = $1 AND ` + record.Published("file_contents", "c") + `
	UNION ALL
	SELECT length(d.content) FROM delivered_files d JOIN instances i ON i.id = d.instance_id WHERE i.user_id = $1
	UNION ALL
	SELECT f.before_bytes FROM instances i JOIN deliveries d ON d.instance_id = i.id AND d.copies = 1
		JOIN delivery_files f ON f.delivery_id = d.id AND f.copy IS NOT NULL WHERE i.user_id = $1) k`

// Transfer hands an instance over to a member whose plan has room for one more, and for what it keeps. It returns validate.Errors of member
// for one whose plan has not, and the errors of store.DB.Transfer.
func (s *Service) Transfer(ctx context.Context, scope store.Scope, to store.Member) error {
	return s.db.Transfer(ctx, scope, to, func(ctx context.Context, tx *store.Tx) error {
		name, err := lock(ctx, tx, to.UserID)
		if err != nil {
			return err
		}
		plan, err := s.plans.Plan(name)
		if err != nil {
			return err
		}
		var has, keeps int64
		err = tx.QueryRow(ctx, `SELECT count(*) FROM instances i WHERE i.user_id = $1
			AND NOT EXISTS (SELECT 1 FROM drafts d WHERE d.instance_id = i.id)`, to.UserID).Scan(&has)
		if err == nil {
			err = tx.QueryRow(ctx, kept, to.UserID).Scan(&keeps)
		}
		switch {
		case err != nil:
			return err
		case has > int64(plan.MaxInstances):
			text := fmt.Sprintf("The plan of %s has no room for another instance: its limit is %d.", to.Name, plan.MaxInstances)
			return validate.Refusal("member", text)
		case keeps > plan.MaxBytes:
			return validate.Refusal("member", "The plan of "+to.Name+" has too little storage for what this instance keeps.")
		}
		return nil
	})
}

// CheckKept returns a LimitError when the instances of a user keep more than the plan allows, and store.ErrNotFound for a user whose
// account is gone.
func (s *Service) CheckKept(ctx context.Context, userID int64) error {
	for {
		more, err := s.trimStep(ctx, userID)
		if err != nil || !more {
			return err
		}
	}
}

// trimStep makes some room where the instances of a user keep more than the plan allows. more tells that there may be more to go; else the
// error is a LimitError where too much is left.
func (s *Service) trimStep(ctx context.Context, userID int64) (more bool, err error) {
	err = s.db.Tx(ctx, func(tx *store.Tx) error {
		name, err := lock(ctx, tx, userID)
		if err != nil {
			return err
		}
		plan, err := s.plans.Plan(name)
		if err != nil {
			return err
		}
		before, bytes, err := trimmed(ctx, tx, userID, plan.MaxBytes, trimAtOnce)
		if more = bytes < before; err == nil && !more && bytes > plan.MaxBytes {
			err = LimitError{Type: limitBytes, Current: bytes, Limit: plan.MaxBytes, Kept: true}
		}
		return err
	})
	return more, err
}

// trimAtOnce is how many bytes of contents one transaction deletes, besides the last one, so that others need not wait for long.
const trimAtOnce = 4 << 20

// keptBytes returns what the instances of a user keep, once those contents are gone that stand in the way of the limit and that only the
// history has.
func keptBytes(ctx context.Context, tx *store.Tx, userID, limit int64) (bytes int64, err error) {
	_, bytes, err = trimmed(ctx, tx, userID, limit, math.MaxInt64)
	return bytes, err
}

// trimmed returns what the instances of a user keep, before and after contents that no file refers to any more are deleted: those that were
// stored first, as many as it takes to come down to the limit, but not many more bytes than most. They were there for the way back.
func trimmed(ctx context.Context, tx *store.Tx, userID, limit, most int64) (before, bytes int64, err error) {
	if err := tx.QueryRow(ctx, kept, userID).Scan(&before); err != nil || before <= limit {
		return before, before, err
	}
	oldest := `DELETE FROM file_contents WHERE id IN (SELECT o.id FROM (
		SELECT id, sum(length(content)) OVER (ORDER BY id) - length(content) AS earlier FROM file_contents
		WHERE instance_id IN (SELECT id FROM instances WHERE user_id = $1) AND ` + store.UnusedContent + `) o WHERE o.earlier < $2)`
	if _, err := tx.Exec(ctx, oldest, userID, min(before-limit, most)); err != nil {
		return before, before, err
	}
	err = tx.QueryRow(ctx, kept, userID).Scan(&bytes)
	return before, bytes, err
}

// trimming remembers up to where contents have been looked at.
type trimming struct {
	mu           sync.Mutex
	seen, before int64 // the newest content at the last look, and at the one before: ids are not stored in their order
}

// TrimHistory keeps what only the history has of files within the plans: of users whose instances have new contents and keep more than
// their plan allows, it deletes the oldest ones that no file refers to any more. A way back to one is refused from then on.
func (s *Service) TrimHistory(ctx context.Context) error {
	s.trimming.mu.Lock()
	defer s.trimming.mu.Unlock()
	var newest int64
	if err := s.db.QueryRow(ctx, `SELECT COALESCE(max(id), 0) FROM file_contents`).Scan(&newest); err != nil {
		return err
	}
	users, err := s.withNewContents(ctx, s.trimming.before)
	if err != nil {
		return err
	}
	for _, user := range users {
		var full LimitError
		if err := s.CheckKept(ctx, user); err != nil && !errors.As(err, &full) && !errors.Is(err, store.ErrNotFound) {
			return err
		}
	}
	s.trimming.before, s.trimming.seen = s.trimming.seen, newest
	return nil
}

// withNewContents returns the users whose instances have contents after one.
func (s *Service) withNewContents(ctx context.Context, after int64) (users []int64, err error) {
	rows, err := s.db.Query(ctx, `SELECT DISTINCT i.user_id FROM file_contents c JOIN instances i ON i.id = c.instance_id WHERE c.id > $1`,
		after)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var user int64
		if err := rows.Scan(&user); err != nil {
			return nil, err
		}
		users = append(users, user)
	}
	return users, rows.Err()
}
