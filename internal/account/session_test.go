package account_test

import (
	"testing"
	"time"

	"github.com/alexedwards/scs/v2"

	"quartermaster/internal/account"
	"quartermaster/internal/notes"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

func TestSessions(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s := sessionsOf(t, db)
		commit(t, s, "a", "first", time.Hour)
		commit(t, s, "b", "other", time.Hour)
		commit(t, s, "a", "\x00\xff second", time.Hour)
		expectSession(t, s, "a", "\x00\xff second")
		if n := count(t, db, `SELECT count(*) FROM sessions WHERE token IN ('a', 'b')`); n != 0 {
			t.Errorf("%d tokens are stored as they are", n)
		}
		for range 2 {
			if err := s.DeleteCtx(t.Context(), "a"); err != nil {
				t.Fatal(err)
			}
		}
		expectNoSession(t, s, "a")
		expectSession(t, s, "b", "other")
	})
}

func TestSessionsExpire(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s := sessionsOf(t, db)
		commit(t, s, "old", "data", -time.Minute) // the clocks of a database and its machine differ
		commit(t, s, "new", "data", time.Hour)
		expectNoSession(t, s, "old")
		if err := s.Purge(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := count(t, db, `SELECT count(*) FROM sessions`); n != 1 {
			t.Errorf("%d sessions are left, want 1", n)
		}
		expectSession(t, s, "new", "data")
	})
}

func TestSessionsServeTheManager(t *testing.T) {
	t.Parallel()
	db := open(t, storetest.SQLiteConfig(t))
	manager := scs.New()
	manager.Store = sessionsOf(t, db)
	ctx, err := manager.Load(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	manager.Put(ctx, "user", int64(7))
	token, _, err := manager.Commit(ctx)
	if err != nil {
		t.Fatal(err)
	}
	again, err := manager.Load(t.Context(), token)
	if err != nil {
		t.Fatal(err)
	}
	if got := manager.GetInt64(again, "user"); got != 7 {
		t.Errorf("user %d, want 7", got)
	}
}

func TestSessionsWithoutContext(t *testing.T) {
	t.Parallel()
	s := sessionsOf(t, open(t, storetest.SQLiteConfig(t)))
	if err := s.Commit("a", []byte("data"), time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if data, found, err := s.Find("a"); err != nil || !found || string(data) != "data" {
		t.Errorf("Find: %q, %v, %v", data, found, err)
	}
	if err := s.Delete("a"); err != nil {
		t.Fatal(err)
	}
	expectNoSession(t, s, "a")
}

func sessionsOf(t *testing.T, db *store.DB) *account.Sessions {
	t.Helper()
	return newService(t, db, account.Options{}).Sessions(notes.None{})
}

func commit(t *testing.T, s *account.Sessions, token, data string, life time.Duration) {
	t.Helper()
	if err := s.CommitCtx(t.Context(), token, []byte(data), time.Now().Add(life)); err != nil {
		t.Fatal(err)
	}
}

func expectSession(t *testing.T, s *account.Sessions, token, want string) {
	t.Helper()
	data, found, err := s.FindCtx(t.Context(), token)
	if err != nil || !found || string(data) != want {
		t.Errorf("session %q: %q, %v, %v, want %q", token, data, found, err, want)
	}
}

func expectNoSession(t *testing.T, s *account.Sessions, token string) {
	t.Helper()
	if data, found, err := s.FindCtx(t.Context(), token); err != nil || found {
		t.Errorf("session %q: %q, %v, %v, want none", token, data, found, err)
	}
}
