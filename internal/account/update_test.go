package account_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/account"
	"quartermaster/internal/store"
)

func TestUpdate(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s := newService(t, db, account.Options{})
		want, other := s.add(t, "one@example.org"), s.add(t, "two@example.org")
		token, err := s.NewToken(t.Context(), want.ID)
		if err != nil {
			t.Fatal(err)
		}
		change := func(c account.Update) account.User {
			t.Helper()
			if err := s.Update(t.Context(), " One@example.org", c); err != nil {
				t.Fatal(err)
			}
			return s.byID(t, want.ID)
		}
		want = change(account.Update{Admin: new(true), Plan: new(account.PlatinumPlan)})
		if !want.IsAdmin || want.Plan.Name != account.PlatinumPlan || want.SessionEpoch != 0 {
			t.Errorf("%+v", want)
		}
		s.expectSignIn(t, want.Email, password, home, nil)
		want.SessionEpoch++
		if diff := cmp.Diff(want, change(account.Update{Password: new("x")})); diff != "" {
			t.Error(diff)
		}
		s.expectSignIn(t, want.Email, "x", home, nil)
		s.expectSignIn(t, want.Email, password, home, account.ErrCredentials)
		if _, err := s.ByToken(t.Context(), token, "", ""); err != nil {
			t.Errorf("the token ended with the password: %v", err)
		}
		want.TokenMadeAt = 0
		if diff := cmp.Diff(want, change(account.Update{EndToken: true})); diff != "" {
			t.Error(diff)
		}
		if _, err := s.ByToken(t.Context(), token, "", ""); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("the token goes on: %v", err)
		}
		if diff := cmp.Diff(other, s.byID(t, other.ID)); diff != "" {
			t.Errorf("another account was changed: %s", diff)
		}
	})
}

func TestUpdateRefuses(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s := newService(t, db, account.Options{})
		admin, err := s.Add(t.Context(), "A", "admin@example.org", password, account.FreePlan, true)
		if err != nil {
			t.Fatal(err)
		}
		s.add(t, "user@example.org")
		for _, tt := range []struct {
			email  string
			change account.Update
			want   error
		}{
			{"nobody@example.org", account.Update{Admin: new(true)}, store.ErrNotFound},
			{admin.Email, account.Update{Plan: new("gold"), EndToken: true}, account.ErrPlan},
			{admin.Email, account.Update{Password: new("")}, account.ErrNoPassword},
			{admin.Email, account.Update{Plan: new(account.PlatinumPlan), Admin: new(false)}, account.ErrLastAdmin},
			{"user@example.org", account.Update{Admin: new(false)}, nil}, // who is none is not the last one
		} {
			if err := s.Update(t.Context(), tt.email, tt.change); !errors.Is(err, tt.want) {
				t.Errorf("%s: error %v, want %v", tt.email, err, tt.want)
			}
		}
		if diff := cmp.Diff(admin, s.byID(t, admin.ID)); diff != "" {
			t.Errorf("a refused change changed something: %s", diff)
		}
	})
}

// TestOneAdministratorStays: of administrators who are all to go at the same moment one stays.
func TestOneAdministratorStays(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s := newService(t, db, account.Options{})
		emails := []string{"a@example.org", "b@example.org", "c@example.org"}
		for _, email := range emails {
			if _, err := s.Add(t.Context(), "Name", email, password, account.FreePlan, true); err != nil {
				t.Fatal(err)
			}
		}
		var all sync.WaitGroup
		for _, email := range emails {
			all.Go(func() {
				err := s.Update(context.Background(), email, account.Update{Admin: new(false)})
				if err != nil && !errors.Is(err, account.ErrLastAdmin) {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if n := count(t, db, `SELECT count(*) FROM users WHERE is_admin = 1`); n != 1 {
			t.Errorf("%d administrators are left", n)
		}
	})
}
