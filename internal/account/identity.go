package account

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"quartermaster/internal/store"
)

// The errors of signing in through a provider, beside ErrDisabled and ErrRegistrationClosed.
var (
	ErrGroups     = errors.New("the person is in none of the groups that may sign in")
	ErrUnverified = errors.New("the provider does not know that the e-mail address is the person's")
	ErrConfirm    = errors.New("there is an account with the e-mail address: who has it has to confirm that he is the person")
)

// Identity is who somebody is for a provider. Only Issuer and Subject name him for good.
type Identity struct {
	Issuer, Subject string
	Email           string
	Verified        bool // the provider knows that the address is his
	Name            string
	Groups          []string
}

// Groups say what those of a provider mean here.
type Groups struct {
	Admin   string   // its members are administrators, and who is no member is none; empty where groups do not decide that
	Allowed []string // who is in none of these cannot sign in; none for everybody
}

func (g Groups) allow(id Identity) bool {
	return len(g.Allowed) == 0 || slices.ContainsFunc(id.Groups, func(name string) bool { return slices.Contains(g.Allowed, name) })
}

// SignInThrough returns the user who is somebody for a provider, as his groups are now. Who has none gets an account with the address, if
// it is verified, and he is invited, or groups say who may sign in, or visitors may register.
//
// It returns ErrGroups, ErrDisabled, ErrUnverified, ErrRegistrationClosed, and ErrConfirm where another account has the address: see Join.
func (s *Service) SignInThrough(ctx context.Context, id Identity, invited bool) (User, error) {
	if !s.groups.allow(id) {
		return User{}, ErrGroups
	}
	user, err := s.ByIdentity(ctx, id)
	if !errors.Is(err, store.ErrNotFound) {
		if err == nil {
			user, err = s.admitKnown(ctx, user, id)
		}
		return user, err
	}
	if !id.Verified || id.Email == "" {
		return User{}, ErrUnverified
	}
	switch _, err := s.ByEmail(ctx, id.Email); {
	case err == nil:
		return User{}, ErrConfirm
	case !errors.Is(err, store.ErrNotFound):
		return User{}, err
	case !invited && !s.registration && len(s.groups.Allowed) == 0:
		return User{}, ErrRegistrationClosed
	}
	return s.createFor(ctx, id)
}

// ByIdentity returns the user who is somebody for a provider, or store.ErrNotFound.
func (s *Service) ByIdentity(ctx context.Context, id Identity) (User, error) {
	const query = `SELECT ` + userColumns + ` FROM users
		WHERE id = (SELECT i.user_id FROM identities i WHERE i.issuer = $1 AND i.subject = $2)`
	if !storable(id.Subject) {
		return User{}, store.ErrNotFound
	}
	return s.scan(s.db.QueryRow(ctx, query, id.Issuer, id.Subject))
}

// admitKnown applies what the groups of a known user mean now.
func (s *Service) admitKnown(ctx context.Context, user User, id Identity) (User, error) {
	if user.DisabledAt != 0 {
		return User{}, ErrDisabled
	}
	err := s.db.Tx(ctx, func(tx *store.Tx) error {
		const used = `UPDATE identities SET used_at = $1 WHERE issuer = $2 AND subject = $3`
		if _, err := tx.Exec(ctx, used, tx.Now(), id.Issuer, id.Subject); err != nil {
			return err
		}
		return s.applyGroups(ctx, tx, user.ID, id)
	})
	if err != nil {
		return User{}, err
	}
	return s.ByID(ctx, user.ID)
}

// applyGroups makes a user an administrator, or none. The provider decides that alone, also of the last one: the command line makes others.
func (s *Service) applyGroups(ctx context.Context, tx *store.Tx, userID int64, id Identity) error {
	if s.groups.Admin == "" {
		return nil
	}
	admin := number(slices.Contains(id.Groups, s.groups.Admin))
	n, err := tx.Exec(ctx, `UPDATE users SET is_admin = $1, updated_at = $2 WHERE id = $3 AND is_admin <> $4`, admin, tx.Now(), userID, admin)
	if err != nil || n == 0 {
		return err
	}
	return audit(ctx, tx, store.AuditUserChanged, userID, map[string]string{
		"administrator": strconv.FormatBool(admin == 1), "by": "groups of the provider",
	})
}

// createFor creates the account of somebody whom a provider knows. No password is the right one for it until he has chosen one.
func (s *Service) createFor(ctx context.Context, id Identity) (user User, err error) {
	u := newUser{plan: s.defaultPlan, registers: true}
	if u.name, u.email, err = checkIdentity(id.Name, id.Email); errors.Is(err, ErrName) {
		u.name, u.email, err = checkIdentity(id.Email, id.Email)
	}
	if err != nil {
		return User{}, err
	}
	err = s.db.Tx(ctx, func(tx *store.Tx) error {
		userID, err := insert(ctx, tx, u, unmatchable())
		if err == nil {
			err = s.join(ctx, tx, id, userID)
		}
		if err == nil {
			user, err = s.scan(tx.QueryRow(ctx, `SELECT `+userColumns+` FROM users WHERE id = $1`, userID))
		}
		return err
	})
	return user, err
}

// Join lets a signed-in user sign in through a provider from now on. It returns ErrGroups, and store.ErrTaken where the identity is that of
// another account.
func (s *Service) Join(ctx context.Context, id Identity, userID int64) error {
	if !s.groups.allow(id) {
		return ErrGroups
	}
	return s.db.Tx(ctx, func(tx *store.Tx) error { return s.join(ctx, tx, id, userID) })
}

func (s *Service) join(ctx context.Context, tx *store.Tx, id Identity, userID int64) error {
	if !storable(id.Issuer) || !storable(id.Subject) {
		return ErrUnverified
	}
	const insert = `INSERT INTO identities (issuer, subject, user_id, created_at, used_at) VALUES ($1, $2, $3, $4, $5)`
	now := tx.Now()
	if _, err := tx.Exec(ctx, insert, id.Issuer, id.Subject, userID, now, now); err != nil {
		return err
	}
	if err := audit(ctx, tx, store.AuditFactorAdded, userID, map[string]string{"factor": "provider"}); err != nil {
		return err
	}
	return s.applyGroups(ctx, tx, userID, id)
}

// HasIdentity reports whether a user can sign in through the provider of an issuer.
func (s *Service) HasIdentity(ctx context.Context, userID int64, issuer string) (bool, error) {
	var n int64
	err := s.db.QueryRow(ctx, `SELECT count(*) FROM identities WHERE user_id = $1 AND issuer = $2`, userID, issuer).Scan(&n)
	return n > 0, err
}

// Leave ends that a user can sign in through the provider of an issuer. It is no error when he cannot.
func (s *Service) Leave(ctx context.Context, userID int64, issuer string) error {
	return s.db.Tx(ctx, func(tx *store.Tx) error {
		n, err := tx.Exec(ctx, `DELETE FROM identities WHERE user_id = $1 AND issuer = $2`, userID, issuer)
		if err != nil || n == 0 {
			return err
		}
		return audit(ctx, tx, store.AuditFactorRemoved, userID, map[string]string{"factor": "provider"})
	})
}
