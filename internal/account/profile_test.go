package account_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/account"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

const replacement = "battery staple"

func TestChangePassword(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s := newService(t, db, account.Options{})
		want := s.add(t, "one@example.org")
		got, err := s.ChangePassword(t.Context(), want.ID, account.PasswordChange{Current: password, New: replacement}, home)
		if err != nil {
			t.Fatal(err)
		}
		want.SessionEpoch++
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		s.expectSignIn(t, "one@example.org", replacement, home, nil)
		s.expectSignIn(t, "one@example.org", password, home, account.ErrCredentials)
	})
}

func TestChangePasswordRefuses(t *testing.T) {
	t.Parallel()
	db := open(t, storetest.SQLiteConfig(t))
	s := newService(t, db, account.Options{})
	user := s.add(t, "one@example.org")
	tests := []struct {
		name                 string
		id                   int64
		current, replacement string
		want                 error
	}{
		{"wrong current password", user.ID, "wrong", replacement, account.ErrCredentials},
		{"short password", user.ID, password, "1234567", account.ErrPassword},
		{"unknown user", 99, password, replacement, store.ErrNotFound},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := s.ChangePassword(t.Context(), tt.id, account.PasswordChange{Current: tt.current, New: tt.replacement}, home)
			if !errors.Is(err, tt.want) {
				t.Errorf("error %v, want %v", err, tt.want)
			}
			if diff := cmp.Diff(user, s.byID(t, user.ID)); diff != "" {
				t.Errorf("the user has changed: %s", diff)
			}
		})
	}
}

func TestChangePasswordIsThrottled(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T, s service) {
		wrong, right := account.PasswordChange{Current: "wrong", New: replacement}, account.PasswordChange{Current: password, New: replacement}
		for range 5 {
			if _, err := s.ChangePassword(t.Context(), 1, wrong, home); !errors.Is(err, account.ErrCredentials) {
				t.Fatal(err)
			}
		}
		var throttled account.ThrottledError
		if _, err := s.ChangePassword(t.Context(), 1, right, home); !errors.As(err, &throttled) {
			t.Errorf("error %v after five failures", err)
		}
		s.expectSignIn(t, "one@example.org", password, home, nil)
	})
}

func TestRename(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s := newService(t, db, account.Options{})
		want := s.add(t, "one@example.org")
		other := s.add(t, "two@example.org")
		if err := s.Rename(t.Context(), want.ID, " Новое имя "); err != nil {
			t.Fatal(err)
		}
		want.Name = "Новое имя"
		if diff := cmp.Diff([]account.User{want, other}, []account.User{s.byID(t, want.ID), s.byID(t, other.ID)}); diff != "" {
			t.Error(diff)
		}
		if err := s.Rename(t.Context(), want.ID, ""); !errors.Is(err, account.ErrName) {
			t.Errorf("empty name: %v", err)
		}
		if err := s.Rename(t.Context(), 99, "Name"); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("unknown user: %v", err)
		}
	})
}
