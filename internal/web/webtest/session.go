package webtest

import (
	"context"
	"strings"
	"sync"
	"time"

	"github.com/alexedwards/scs/v2"

	"quartermaster/internal/account"
	"quartermaster/internal/notes"
	"quartermaster/internal/store"
)

// User adds an account and returns a browser that is signed in as it.
func (s *Site) User(name string, admin bool) *Browser {
	s.TB.Helper()
	const insert = `INSERT INTO users (sid, name, email, password_hash, plan, is_admin, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $7)`
	email, isAdmin := strings.ToLower(name)+"@example.org", 0
	if admin {
		isAdmin = 1
	}
	if _, err := s.DB.Exec(s.TB.Context(), insert, store.NewSID(), name, email, s.passwordHash(), account.PlatinumPlan, isAdmin,
		s.DB.Now()); err != nil {
		s.TB.Fatal(err)
	}
	b := s.Visitor()
	b.User.ID = s.Count(`SELECT id FROM users WHERE email = $1`, email)
	b.enter()
	return b
}

// hashed is what is stored for password. To hash it takes long, and the same serves all users.
var hashed struct {
	sync.Once
	text string
}

func (s *Site) passwordHash() string {
	s.TB.Helper()
	hashed.Do(func() {
		user, err := s.Accounts.Add(s.TB.Context(), "Hash", "hash@example.org", Password, account.PlatinumPlan, false)
		if err == nil {
			err = s.DB.QueryRow(s.TB.Context(), `SELECT password_hash FROM users WHERE id = $1`, user.ID).Scan(&hashed.text)
		}
		if err == nil {
			_, err = s.DB.Exec(s.TB.Context(), `DELETE FROM users WHERE id = $1`, user.ID)
		}
		if err != nil {
			panic(err)
		}
	})
	return hashed.text
}

// enter signs the user in without the form, which has tests of its own.
func (b *Browser) enter() {
	b.TB.Helper()
	user, err := b.Accounts.ByID(b.TB.Context(), b.User.ID)
	if err != nil {
		b.TB.Fatal(err)
	}
	b.User = user
	b.Session(func(ctx context.Context, sessions *scs.SessionManager) {
		sessions.Put(ctx, "user", user.ID)
		sessions.Put(ctx, "epoch", user.SessionEpoch)
	})
}

// SessionName is the name of the session's cookie.
const SessionName = "quartermaster_session"

// Session changes the session of the browser, as it is stored.
func (b *Browser) Session(change func(context.Context, *scs.SessionManager)) {
	b.TB.Helper()
	kept := b.Accounts.Sessions(notes.None{})
	sessions := &scs.SessionManager{Lifetime: 2 * time.Hour, Store: kept, Codec: scs.GobCodec{}}
	ctx := account.Visiting(b.TB.Context())
	kept.Of(ctx, b.User.ID, "a test", "192.0.2.1")
	ctx, err := sessions.Load(ctx, b.Cookies[SessionName])
	if err != nil {
		b.TB.Fatal(err)
	}
	change(ctx, sessions)
	token, _, err := sessions.Commit(ctx)
	if err != nil {
		b.TB.Fatal(err)
	}
	b.Cookies[SessionName] = token
}

// Pending has the sign-in that waits for its second step end that long from now.
func (b *Browser) Pending(left time.Duration) {
	b.TB.Helper()
	b.Session(func(ctx context.Context, sessions *scs.SessionManager) {
		sessions.Put(ctx, "pending_end", b.DB.Time().Add(left).UnixMicro())
	})
}
