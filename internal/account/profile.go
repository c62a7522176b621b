package account

import (
	"context"
	"strconv"

	"quartermaster/internal/store"
)

// Rename changes a user's name. It returns ErrName when the name is empty or too long, and store.ErrNotFound when there is no
// such user.
func (s *Service) Rename(ctx context.Context, userID int64, name string) error {
	name, err := checkName(name)
	if err != nil {
		return err
	}
	return s.update(ctx, `UPDATE users SET name = $1, updated_at = $2 WHERE id = $3`, name, s.db.Now(), userID)
}

// ChangePassword replaces a user's password and ends all sessions except those that take over the epoch of the returned user. With
// alsoToken the user's API tokens end too.
//
// It returns ErrPassword when the new password is too short or too long, ErrCredentials when the current one is wrong, and
// ThrottledError after too many wrong ones.
func (s *Service) ChangePassword(ctx context.Context, userID int64, current, replacement string, alsoToken bool) (User, error) {
	if err := checkPassword(replacement); err != nil {
		return User{}, err
	}
	locks := []lock{{key: "password:" + strconv.FormatInt(userID, 10), limit: failuresPerAccount}}
	err := s.guess(ctx, locks, func() error { return s.replacePassword(ctx, userID, current, replacement, alsoToken) })
	if err != nil {
		return User{}, err
	}
	return s.ByID(ctx, userID)
}

func (s *Service) replacePassword(ctx context.Context, userID int64, current, replacement string, alsoToken bool) error {
	var old string
	if err := s.db.QueryRow(ctx, `SELECT password_hash FROM users WHERE id = $1`, userID).Scan(&old); err != nil {
		return err
	}
	ok, err := s.passwords.matches(ctx, old, current)
	if err != nil {
		return err
	}
	if !ok {
		return ErrCredentials
	}
	return s.swapPassword(ctx, userID, old, replacement, alsoToken)
}

// swapPassword changes nothing when the password is no longer the one that was checked: of two changes at the same time the
// first counts.
func (s *Service) swapPassword(ctx context.Context, userID int64, old, replacement string, alsoToken bool) error {
	hash, err := s.passwords.hash(ctx, replacement)
	if err != nil {
		return err
	}
	return s.db.Tx(ctx, func(tx *store.Tx) error {
		const query = `UPDATE users SET password_hash = $1, updated_at = $2 WHERE id = $3 AND password_hash = $4`
		n, err := tx.Exec(ctx, query, hash, tx.Now(), userID, old)
		switch {
		case err != nil:
			return err
		case n == 0:
			return ErrCredentials
		}
		if err := endResets(ctx, tx, userID); err != nil {
			return err
		}
		if alsoToken {
			return endAccess(ctx, tx, userID)
		}
		return endSessions(ctx, tx, userID)
	})
}
