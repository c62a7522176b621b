package account

import (
	"context"
	"errors"

	"quartermaster/internal/access"
	"quartermaster/internal/store"
)

// audit keeps what is done about a user, by his e-mail address.
func audit(ctx context.Context, tx *store.Tx, what string, userID int64, details map[string]string) error {
	var email string
	if err := tx.QueryRow(ctx, `SELECT email FROM users WHERE id = $1`, userID).Scan(&email); err != nil {
		return err
	}
	return tx.Audit(ctx, store.Audited{What: what, About: email, Details: details})
}

// AuditSession keeps that a user begins or ends a session, and how; the origin of the context is from where.
func (s *Service) AuditSession(ctx context.Context, what string, user User, way string) error {
	a := store.Audited{What: what, By: by(ctx, user), About: user.Email}
	if way != "" {
		a.Details = map[string]string{"way": way}
	}
	return s.db.Audit(ctx, a)
}

// failed keeps that somebody tried to sign in with a wrong secret, and returns ErrCredentials. What he typed is kept only where it is the
// address of an account: people type their passwords there too.
func (s *Service) failed(ctx context.Context, user User, way string) error {
	a := store.Audited{
		What: store.AuditSignInFailed, By: by(ctx, User{}), About: user.Email, Details: map[string]string{"way": way},
	}
	return errors.Join(ErrCredentials, s.db.Audit(ctx, a))
}

// by is the origin of a context, as a user.
func by(ctx context.Context, user User) access.Origin {
	o := access.OriginOf(ctx)
	return access.Origin{UserID: user.ID, Name: user.Name, Address: o.Address}
}
