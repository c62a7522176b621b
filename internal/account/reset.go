package account

import (
	"context"
	"errors"
	"fmt"
	"time"

	"quartermaster/internal/store"
	"quartermaster/internal/throttle"
)

// ErrResetLink is returned for a code of a reset link that is unknown, over or used.
var ErrResetLink = errors.New("the link does not work any more")

// How long a reset link works, and the length of its code, in letters and digits.
const (
	ResetFor    = time.Hour
	resetLength = 40
)

// ResetPath is the address below which a reset link leads to the choice of a new password; its code follows.
const ResetPath = "/reset-password?code="

// NewReset returns the code of a link by which a user chooses a new password, once and within ResetFor. Only a digest is stored. It returns
// ErrDisabled for a disabled user, and store.ErrNotFound when there is no such user.
func (s *Service) NewReset(ctx context.Context, userID int64) (code string, err error) {
	user, err := s.ByID(ctx, userID)
	switch {
	case err != nil:
		return "", err
	case user.DisabledAt != 0:
		return "", ErrDisabled
	}
	code = store.RandomText(resetLength)
	now := s.db.Time()
	err = s.db.Tx(ctx, func(tx *store.Tx) error {
		if _, err := tx.Exec(ctx, `DELETE FROM reset_links WHERE expires_at <= $1`, now.UnixMicro()); err != nil {
			return err
		}
		n, err := tx.Exec(ctx, `INSERT INTO reset_links (digest, user_id, expires_at)
			SELECT $1, u.id, CAST($2 AS BIGINT) FROM users u WHERE u.id = $3 AND u.program_of IS NULL AND u.disabled_at IS NULL`,
			digest(code), now.Add(ResetFor).UnixMicro(), userID)
		if err == nil && n == 0 {
			err = store.ErrNotFound
		}
		return err
	})
	return code, err
}

// ResetOf returns the user whose reset link has the code, or ErrResetLink.
func (s *Service) ResetOf(ctx context.Context, code string) (User, error) {
	const query = `SELECT ` + userColumns + ` FROM users WHERE disabled_at IS NULL AND
		id = (SELECT l.user_id FROM reset_links l WHERE l.digest = $1 AND l.expires_at > $2)`
	user, err := s.scan(s.db.QueryRow(ctx, query, digest(code), s.db.Time().UnixMicro()))
	if errors.Is(err, store.ErrNotFound) {
		err = ErrResetLink
	}
	return user, err
}

// Reset replaces the password of the user whose reset link has the code. The link is used up then; all sessions and tokens of the user end,
// and his other links. It returns ErrResetLink, or ErrPassword when the password is too short or too long.
func (s *Service) Reset(ctx context.Context, code, password string) error {
	if err := checkPassword(password); err != nil {
		return err
	}
	user, err := s.ResetOf(ctx, code) // before the hash, which is dear
	if err != nil {
		return err
	}
	hash, err := s.passwords.hash(ctx, password)
	if err != nil {
		return err
	}
	return s.db.Tx(ctx, func(tx *store.Tx) error {
		// Of two requests with the same link one finds it here.
		n, err := tx.Exec(ctx, `DELETE FROM reset_links WHERE digest = $1 AND expires_at > $2`, digest(code), s.db.Time().UnixMicro())
		if err == nil && n == 0 {
			err = ErrResetLink
		}
		if err == nil {
			_, err = tx.Exec(ctx, `UPDATE users SET password_hash = $1, updated_at = $2 WHERE id = $3`, hash, tx.Now(), user.ID)
		}
		if err == nil {
			err = audit(ctx, tx, store.AuditPassword, user.ID, map[string]string{"by": "reset link"})
		}
		if err == nil {
			err = endAccess(ctx, tx, user.ID)
		}
		if err == nil {
			err = endResets(ctx, tx, user.ID)
		}
		return err
	})
}

// endResets ends all reset links of a user.
func endResets(ctx context.Context, tx *store.Tx, userID int64) error {
	_, err := tx.Exec(ctx, `DELETE FROM reset_links WHERE user_id = $1`, userID)
	return err
}

// How many reset links are sent.
const (
	resetsPerEmail   = 3 // an hour
	resetsPerAddress = 10
)

// AdmitReset reports whether a reset link may be sent to an e-mail address, whoever has it: at most three an hour. It returns
// ThrottledError after ten requests within a minute from one network address.
func (s *Service) AdmitReset(ctx context.Context, email, address string) (bool, error) {
	from, err := s.limiter.Hit(ctx, "reset-from:"+throttle.Network(address), resetsPerAddress, failureWindow)
	if err != nil {
		return false, fmt.Errorf("reset limit: %w", err)
	}
	if !from.Allowed {
		return false, ThrottledError{RetryAfter: max(s.until(from), time.Second)}
	}
	to, err := s.limiter.Hit(ctx, "reset:"+digest(normalEmail(email)), resetsPerEmail, ResetFor)
	if err != nil {
		return false, fmt.Errorf("reset limit: %w", err)
	}
	return to.Allowed, nil
}
