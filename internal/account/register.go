package account

import (
	"context"
	"errors"
	"fmt"
	"net/mail"
	"strings"
	"time"
	"unicode/utf8"

	"quartermaster/internal/store"
	"quartermaster/internal/throttle"
)

const (
	nameMax  = 255 // characters
	emailMax = 255 // bytes
)

// turn marks a registration in progress. It is in a column of unique values, so that the insert of a second one waits until the
// first has ended, and then sees the user that the first has created. No token has this digest.
const turn = "registering"

// RegistrationOpen reports whether visitors may register.
func (s *Service) RegistrationOpen() bool { return s.registration }

// IsNew reports whether there is no account yet.
func (s *Service) IsNew(ctx context.Context) (bool, error) {
	var accounts int64
	err := s.db.QueryRow(ctx, `SELECT count(*) FROM (SELECT 1 AS n FROM users LIMIT 1) u`).Scan(&accounts)
	return accounts == 0, err
}

// Register creates the account of a visitor. The very first account becomes an administrator's, with PlatinumPlan; all others
// get the default plan.
//
// It returns ErrRegistrationClosed, ErrName, ErrEmail, ErrPassword, or ThrottledError after too many registrations from one
// network address. When the e-mail address is in use it returns store.ErrTaken, which the visitor must not learn: that takes as
// long as creating an account.
func (s *Service) Register(ctx context.Context, name, email, password, address string) (User, error) {
	if !s.registration {
		return User{}, ErrRegistrationClosed
	}
	return s.RegisterInvited(ctx, name, email, password, address)
}

// RegisterInvited is Register for a visitor with an invitation, which is a permission to register.
func (s *Service) RegisterInvited(ctx context.Context, name, email, password, address string) (User, error) {
	if err := checkPassword(password); err != nil {
		return User{}, err
	}
	name, email, err := checkIdentity(name, email)
	if err != nil {
		return User{}, err
	}
	if err := s.admitRegistration(ctx, address); err != nil {
		return User{}, err
	}
	user, err := s.create(ctx, newUser{name: name, email: email, plan: s.defaultPlan, registers: true}, password)
	if errors.Is(err, store.ErrTaken) {
		err = errors.Join(err, s.pretend(ctx, email))
	}
	return user, err
}

// registrationsPerAddress is how many registrations a minute one network address may try.
const registrationsPerAddress = 30

func (s *Service) admitRegistration(ctx context.Context, address string) error {
	result, err := s.limiter.Hit(ctx, "register:"+throttle.Network(address), registrationsPerAddress, failureWindow)
	if err != nil {
		return fmt.Errorf("registration limit: %w", err)
	}
	if !result.Allowed {
		return ThrottledError{RetryAfter: max(s.until(result), time.Second)}
	}
	return nil
}

// pretend writes as much as a new account does and changes nothing, because the time that the disk takes would reveal which
// addresses are known.
func (s *Service) pretend(ctx context.Context, email string) error {
	return s.update(ctx, `UPDATE users SET email = email WHERE email = $1`, email)
}

// Add creates an account for the operator: it is not made an administrator's for being the first, and the password may have any
// length but zero.
//
// It returns ErrName, ErrEmail, ErrNoPassword, ErrPlan, or store.ErrTaken when the e-mail address is in use.
func (s *Service) Add(ctx context.Context, name, email, password, plan string, admin bool) (User, error) {
	if password == "" {
		return User{}, ErrNoPassword
	}
	if _, err := s.Plan(plan); err != nil {
		return User{}, err
	}
	return s.create(ctx, newUser{name: name, email: email, plan: plan, admin: admin}, password)
}

// newUser holds the values of a new account.
type newUser struct {
	name, email, plan string
	admin             bool
	registers         bool // is a visitor, and so may become the first administrator
}

// mark is the value of the token's digest until the account is complete.
func (u newUser) mark() any {
	if u.registers {
		return turn
	}
	return nil
}

func (s *Service) create(ctx context.Context, u newUser, password string) (User, error) {
	var err error
	if u.name, u.email, err = checkIdentity(u.name, u.email); err != nil {
		return User{}, err
	}
	hash, err := s.passwords.hash(ctx, password)
	if err != nil {
		return User{}, err
	}
	var user User
	err = s.db.Tx(ctx, func(tx *store.Tx) error {
		id, err := insert(ctx, tx, u, hash)
		if err != nil {
			return err
		}
		user, err = s.scan(tx.QueryRow(ctx, `SELECT `+userColumns+` FROM users WHERE id = $1`, id))
		return err
	})
	return user, err
}

// insert adds the user's row and returns its id; the first user becomes an administrator.
func insert(ctx context.Context, tx *store.Tx, u newUser, hash string) (id int64, err error) {
	const query = `INSERT INTO users (sid, name, email, password_hash, plan, is_admin, token_digest, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id`
	now := tx.Now()
	row := tx.QueryRow(ctx, query, store.NewSID(), u.name, u.email, hash, u.plan, number(u.admin), u.mark(), now, now)
	if err := row.Scan(&id); err != nil || !u.registers {
		return id, err
	}
	return id, promote(ctx, tx, id)
}

// promote ends a registration's turn. It makes the user an administrator when there is no other account: operators who create
// accounts on the command line create their administrators there too.
func promote(ctx context.Context, tx *store.Tx, id int64) error {
	if _, err := tx.Exec(ctx, `UPDATE users SET token_digest = NULL WHERE id = $1`, id); err != nil {
		return err
	}
	const query = `UPDATE users SET is_admin = 1, plan = $1
		WHERE id = $2 AND NOT EXISTS (SELECT 1 FROM users WHERE id <> $3)`
	_, err := tx.Exec(ctx, query, PlatinumPlan, id, id)
	return err
}

// checkIdentity returns name and email in the form in which they are stored, or ErrName or ErrEmail.
func checkIdentity(name, email string) (storedName, storedEmail string, err error) {
	if name, err = checkName(name); err != nil {
		return "", "", err
	}
	email = normalEmail(email)
	address, err := mail.ParseAddress(email)
	if err != nil || address.Address != email || len(email) > emailMax || !storable(email) {
		return "", "", ErrEmail
	}
	return name, email, nil
}

func checkName(name string) (string, error) {
	name = strings.TrimSpace(name)
	if name == "" || utf8.RuneCountInString(name) > nameMax || !storable(name) {
		return "", ErrName
	}
	return name, nil
}
