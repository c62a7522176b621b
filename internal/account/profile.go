package account

import (
	"context"

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

// PasswordChange is a new password, with the current one.
type PasswordChange struct {
	Current, New string
	EndTokens    bool // whether the API tokens of the user end too
}

// ChangePassword replaces a user's password and ends all sessions except those that take over the epoch of the returned user. address is
// the network address of the user.
//
// It returns ErrPassword when the new password is too short or too long, ErrCredentials when the current one is wrong, and
// ThrottledError after too many wrong ones.
func (s *Service) ChangePassword(ctx context.Context, userID int64, p PasswordChange, address string) (User, error) {
	if err := checkPassword(p.New); err != nil {
		return User{}, err
	}
	err := s.guess(ctx, accountLocks(userID, address), func() error {
		old, err := s.matchingHash(ctx, userID, p.Current)
		if err != nil {
			return err
		}
		return s.swapPassword(ctx, userID, old, p.New, p.EndTokens)
	})
	if err != nil {
		return User{}, err
	}
	return s.ByID(ctx, userID)
}

// Confirm returns nil for the password of a signed-in user, ErrCredentials for a wrong one, and ThrottledError after too many of those.
func (s *Service) Confirm(ctx context.Context, userID int64, password, address string) error {
	return s.guess(ctx, accountLocks(userID, address), func() error {
		_, err := s.matchingHash(ctx, userID, password)
		return err
	})
}

// matchingHash returns the hash of the password of a user, or ErrCredentials for another password.
func (s *Service) matchingHash(ctx context.Context, userID int64, password string) (hash string, err error) {
	if err := s.db.QueryRow(ctx, `SELECT password_hash FROM users WHERE id = $1`, userID).Scan(&hash); err != nil {
		return "", err
	}
	ok, err := s.passwords.matches(ctx, hash, password)
	if err == nil && !ok {
		err = ErrCredentials
	}
	return hash, err
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
		if err := audit(ctx, tx, store.AuditPassword, userID, nil); err != nil {
			return err
		}
		if alsoToken {
			return endAccess(ctx, tx, userID)
		}
		return endSessions(ctx, tx, userID)
	})
}
