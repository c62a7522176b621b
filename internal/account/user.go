package account

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"quartermaster/internal/store"
)

// User is an account. Times are microseconds since 1970.
type User struct {
	ID           int64
	SID          string
	Name         string
	Email        string // lower-case
	Plan         Plan
	IsAdmin      bool
	SessionEpoch int64 // sessions that began under another epoch are over
	TokenMadeAt  int64 // 0 when the user has no API token
	DisabledAt   int64 // 0 for who may sign in
	CreatedAt    int64
	SecondFactor bool // is asked for a second factor after his password
}

// hasFactor is the condition that a row of users is of somebody with a second factor.
const hasFactor = `(EXISTS (SELECT 1 FROM authenticators a WHERE a.user_id = users.id)
	OR EXISTS (SELECT 1 FROM passkeys k WHERE k.user_id = users.id))`

// userColumns are the columns that scan reads.
const userColumns = `id, sid, name, email, plan, is_admin, session_epoch, COALESCE(token_made_at, 0), COALESCE(disabled_at, 0),
	created_at, ` + hasFactor

type scanner interface{ Scan(dest ...any) error }

// scan reads the userColumns of a row, and the columns behind them into extra.
func (s *Service) scan(row scanner, extra ...any) (User, error) {
	var u User
	var plan string
	dest := []any{
		&u.ID, &u.SID, &u.Name, &u.Email, &plan, &u.IsAdmin, &u.SessionEpoch, &u.TokenMadeAt, &u.DisabledAt, &u.CreatedAt, &u.SecondFactor,
	}
	if err := row.Scan(append(dest, extra...)...); err != nil {
		return User{}, err
	}
	var err error
	if u.Plan, err = s.Plan(plan); err != nil {
		return User{}, fmt.Errorf("user %s: %w", u.SID, err)
	}
	return u, nil
}

// ByID returns the user of the given id, or store.ErrNotFound.
func (s *Service) ByID(ctx context.Context, id int64) (User, error) {
	return s.scan(s.db.QueryRow(ctx, `SELECT `+userColumns+` FROM users WHERE id = $1`, id))
}

func (s *Service) bySID(ctx context.Context, sid string) (User, error) {
	if !storable(sid) {
		return User{}, store.ErrNotFound
	}
	return s.scan(s.db.QueryRow(ctx, `SELECT `+userColumns+` FROM users WHERE sid = $1`, sid))
}

// ByEmail returns the user with the given e-mail address in any letter case, or store.ErrNotFound.
func (s *Service) ByEmail(ctx context.Context, email string) (User, error) {
	user, _, err := s.byEmail(ctx, email)
	return user, err
}

// byEmail returns the password's hash too.
func (s *Service) byEmail(ctx context.Context, email string) (User, string, error) {
	email = normalEmail(email)
	if !storable(email) {
		return User{}, "", store.ErrNotFound
	}
	var hash string
	row := s.db.QueryRow(ctx, `SELECT `+userColumns+`, password_hash FROM users WHERE email = $1`, email)
	user, err := s.scan(row, &hash)
	return user, hash, err
}

// people is the condition that a user is somebody, and no program with a token of an instance.
const people = ` WHERE program_of IS NULL`

// matching is the condition of List and Count; $1 is a pattern.
const matching = people + ` AND (lower(name) LIKE lower($1) ESCAPE '\' OR email LIKE lower($1) ESCAPE '\')`

// List returns a page of the users whose name or e-mail address contains search, in the order of their creation. Pages
// count from 1.
func (s *Service) List(ctx context.Context, page, perPage int, search string) ([]User, error) {
	const query = `SELECT ` + userColumns + ` FROM users` + matching + ` ORDER BY id LIMIT $2 OFFSET $3`
	return s.collect(ctx, query, pattern(search), perPage, max(page-1, 0)*perPage)
}

// All returns all users in the order of their creation.
func (s *Service) All(ctx context.Context) ([]User, error) {
	return s.collect(ctx, `SELECT `+userColumns+` FROM users`+people+` ORDER BY id`)
}

// collect returns the users that a query for userColumns finds.
func (s *Service) collect(ctx context.Context, query string, args ...any) ([]User, error) {
	rows, err := s.db.Query(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var users []User
	for rows.Next() {
		user, err := s.scan(rows)
		if err != nil {
			return nil, err
		}
		users = append(users, user)
	}
	return users, rows.Err()
}

// Count returns the number of users on all pages of List.
func (s *Service) Count(ctx context.Context, search string) (int64, error) {
	var n int64
	err := s.db.QueryRow(ctx, `SELECT count(*) FROM users`+matching, pattern(search)).Scan(&n)
	return n, err
}

// update runs a statement that changes one user. It returns store.ErrNotFound when it changed none.
func (s *Service) update(ctx context.Context, query string, args ...any) error {
	n, err := s.db.Exec(ctx, query, args...)
	if err == nil && n == 0 {
		return store.ErrNotFound
	}
	return err
}

// pattern matches texts that contain search literally. Characters that cannot be stored are left out, because PostgreSQL
// refuses them.
func pattern(search string) string {
	search = strings.ToValidUTF8(strings.ReplaceAll(search, "\x00", ""), "")
	return "%" + strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(search) + "%"
}

// storable reports whether both databases can store the text.
func storable(text string) bool {
	return utf8.ValidString(text) && !strings.Contains(text, "\x00")
}

func normalEmail(email string) string { return strings.ToLower(strings.TrimSpace(email)) }
