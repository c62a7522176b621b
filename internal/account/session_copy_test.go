package account_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"quartermaster/internal/account"
	"quartermaster/internal/notes"
	"quartermaster/internal/notes/notestest"
	"quartermaster/internal/observe"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// visits are the sessions as a server sees them, whose data are the name of a state.
type visits struct {
	*account.Sessions
	user int64
}

// read reads the session of a token as a request does, and its user where there is one.
func (v visits) read(t *testing.T, token string) (state string) {
	t.Helper()
	ctx := account.Visiting(t.Context())
	data, found, err := v.FindCtx(ctx, token)
	if err != nil {
		t.Fatal(err)
	}
	if !found {
		return "none"
	}
	if user, err := v.User(ctx, v.user); err != nil || user.ID != v.user {
		return "no user"
	}
	return string(data)
}

// write stores a state of the session, as a request does that has read it.
func (v visits) write(t *testing.T, token, state string) {
	t.Helper()
	ctx := account.Visiting(t.Context())
	if _, found, err := v.FindCtx(ctx, token); err != nil {
		t.Fatal(err)
	} else if found {
		_, _ = v.User(ctx, v.user) // for the copy
	}
	v.Of(ctx, v.user, "a device", "192.0.2.7")
	if err := v.CommitCtx(ctx, token, []byte(state), time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
}

// TestCopiesOfSessionsDecideNothing: what ends or changes a session counts at once on the other server, whatever becomes of the copies.
func TestCopiesOfSessionsDecideNothing(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		accounts := newService(t, db, account.Options{})
		for name, change := range map[string]struct {
			run  func(t *testing.T, here visits)
			want string
		}{
			"nothing": {func(*testing.T, visits) {}, "second"},
			"sign-out": {func(t *testing.T, here visits) {
				if err := here.DeleteCtx(t.Context(), "token"); err != nil {
					t.Fatal(err)
				}
			}, "none"},
			"sign-out during a request": {func(t *testing.T, here visits) {
				ctx := account.Visiting(t.Context())
				_, found, err := here.FindCtx(ctx, "token")
				err = errors.Join(err, here.DeleteCtx(t.Context(), "token"), here.CommitCtx(ctx, "token", []byte("late"), time.Now().Add(time.Hour)))
				if err != nil || !found {
					t.Fatal(found, err)
				}
			}, "none"},
			"another state": {func(t *testing.T, here visits) { here.write(t, "token", "third") }, "third"},
			"its user goes": {func(t *testing.T, here visits) { exec(t, db, `DELETE FROM users WHERE id = $1`, here.user) }, "none"},
			"its user ends it": {func(t *testing.T, here visits) {
				list, err := here.List(t.Context(), here.user, "token")
				if err == nil && len(list) == 1 && list[0].Current && list[0].Address == "192.0.2.7" {
					err = here.End(t.Context(), here.user, list[0].ID)
				}
				if err != nil || len(list) != 1 {
					t.Fatal(list, err)
				}
			}, "none"},
			"its user ends all": {func(t *testing.T, here visits) {
				if _, err := accounts.EndSessions(t.Context(), here.user); err != nil {
					t.Fatal(err)
				}
			}, "none"},
			"its end": {func(t *testing.T, _ visits) { exec(t, db, `UPDATE sessions SET expires_at = 1`) }, "none"},
		} {
			for _, fault := range []string{"none", "lost", "emptied", "brought back", "brought back from before"} {
				exec(t, db, `DELETE FROM sessions`)
				n := notestest.NewMemory()
				user := storetest.User(t, db)
				here, there := visits{accounts.Sessions(n), user}, visits{accounts.Sessions(n), user}
				here.write(t, "token", "first")
				there.read(t, "token")
				first := n.Copy()
				here.write(t, "token", "second")
				there.read(t, "token")
				second := n.Copy()
				n.Lose(fault == "lost")
				change.run(t, here)
				n.Lose(false)
				switch fault {
				case "emptied":
					n.Restore(notestest.NewMemory())
				case "brought back":
					n.Restore(second)
				case "brought back from before":
					n.Restore(first)
				}
				for range 2 {
					if got := there.read(t, "token"); got != change.want {
						t.Errorf("after %s, with copies %s: %s, want %s", name, fault, got, change.want)
					}
				}
			}
		}
	})
}

func exec(t *testing.T, db *store.DB, text string, args ...any) {
	t.Helper()
	if _, err := db.Exec(t.Context(), text, args...); err != nil {
		t.Fatal(err)
	}
}

// TestACopyOfASessionCannotBeMade by somebody who can write to where copies lie, nor moved to another session.
func TestACopyOfASessionCannotBeMade(t *testing.T) {
	t.Parallel()
	accounts := newService(t, open(t, storetest.SQLiteConfig(t)), account.Options{})
	n := &spied{Memory: notestest.NewMemory()}
	user := accounts.add(t, "one@example.org").ID
	s := visits{accounts.Sessions(n), user}
	s.write(t, "a", "of a")
	s.read(t, "a")
	ofA, keyOfA := n.text, n.key
	s.write(t, "b", "of b")
	s.read(t, "b")
	for _, text := range []string{ofA, "", `{"User":1,"End":1,"Data":"eA=="}`} {
		n.Put(t.Context(), n.key, text, time.Hour)
		if got := s.read(t, "b"); got != "of b" {
			t.Errorf("with the copy %q the session is %s", text, got)
		}
	}
	if keyOfA == "" || keyOfA == "a" {
		t.Errorf("the copy lies under %q", keyOfA)
	}
}

// spied are notes of which the last one is seen.
type spied struct {
	*notestest.Memory
	key, text string
}

// Put implements notes.Notes.
func (s *spied) Put(ctx context.Context, key, text string, life time.Duration) {
	s.key, s.text = key, text
	s.Memory.Put(ctx, key, text, life)
}

// queries counts what the database is asked.
type queries struct{ n atomic.Int64 }

// Begin implements observe.Observer.
func (q *queries) Begin(ctx context.Context, o observe.Operation) (context.Context, func(error)) {
	if o.Name == "database query" {
		q.n.Add(1)
	}
	return ctx, func(error) {}
}

// Looked implements observe.Observer.
func (*queries) Looked(string, bool) {}

func TestACopySavesAStatement(t *testing.T) {
	t.Parallel()
	c := storetest.SQLiteConfig(t)
	c.Observed = true
	accounts := newService(t, open(t, c), account.Options{})
	user := accounts.add(t, "one@example.org").ID
	for copies, want := range map[notes.Notes]int64{notes.None{}: 2, notestest.NewMemory(): 1} {
		s := visits{accounts.Sessions(copies), user}
		s.write(t, "token", "state")
		s.read(t, "token")
		q := new(queries)
		ctx := account.Visiting(observe.With(t.Context(), q))
		if _, found, err := s.FindCtx(ctx, "token"); !found || err != nil {
			t.Fatal(found, err)
		}
		if _, err := s.User(ctx, user); err != nil {
			t.Fatal(err)
		}
		if got := q.n.Load(); got != want {
			t.Errorf("with %T a session and its user take %d statements, want %d", copies, got, want)
		}
	}
}
