package account_test

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"quartermaster/internal/account"
	"quartermaster/internal/store"
	"quartermaster/internal/totp"
)

// withApp adds an app to a user, and returns its secret and the recovery codes.
func (s service) withApp(t *testing.T, user account.User) (secret string, codes []string) {
	t.Helper()
	secret, codes, _ = s.withAppAt(t, user)
	return secret, codes
}

// withAppAt is withApp, and returns the moment whose code is used by that.
func (s service) withAppAt(t *testing.T, user account.User) (secret string, codes []string, at time.Time) {
	t.Helper()
	at = s.db.Time()
	sealed, err := s.NewApp()
	if err == nil {
		secret, err = s.AppSecret(sealed)
	}
	if err == nil {
		_, codes, err = s.AddApp(t.Context(), user.ID, sealed, codeOf(t, secret, at), home)
	}
	if err != nil || strings.Contains(sealed, secret) {
		t.Fatal(err)
	}
	return secret, codes, at
}

func codeOf(t *testing.T, secret string, at time.Time) string {
	t.Helper()
	code, err := totp.Code(secret, totp.Step(at))
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// step takes the second step from an address, and demands an error.
func (s service) step(t *testing.T, user account.User, code string, want error) (left int) {
	t.Helper()
	left, err := s.SecondStep(t.Context(), user.ID, code, home)
	if !errors.Is(err, want) {
		t.Errorf("code %q: %v, want %v", code, err, want)
	}
	return left
}

func TestAuthenticatorApp(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s := newService(t, db, account.Options{})
		user, other := s.add(t, "one@example.org"), s.add(t, "two@example.org")
		sealed, err := s.NewApp()
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := s.AddApp(t.Context(), user.ID, sealed, "12345", home); !errors.Is(err, account.ErrCredentials) {
			t.Errorf("a wrong code: %v", err)
		}
		if s.byID(t, user.ID).SecondFactor {
			t.Error("an app without a right code is there")
		}
		secret, codes, now := s.withAppAt(t, user)
		if got := s.byID(t, user.ID); !got.SecondFactor || got.SessionEpoch != user.SessionEpoch+1 || len(codes) != 10 {
			t.Errorf("%+v with %d codes", got, len(codes))
		}
		if s.byID(t, other.ID).SecondFactor {
			t.Error("the other user has a second factor")
		}
		if n := count(t, db, `SELECT count(*) FROM authenticators WHERE secret = $1`, secret); n != 0 {
			t.Error("the secret is stored as it is")
		}
		again, err := s.NewApp()
		if err == nil {
			secret, _ := s.AppSecret(again)
			_, _, err = s.AddApp(t.Context(), user.ID, again, codeOf(t, secret, db.Time()), home)
		}
		if !errors.Is(err, account.ErrFactor) {
			t.Errorf("a second app: %v", err)
		}

		s.step(t, user, codeOf(t, secret, now), account.ErrCredentials) // used to add the app
		next := codeOf(t, secret, now.Add(30*time.Second))
		s.step(t, other, next, account.ErrCredentials)
		if left := s.step(t, user, " "+next[:3]+" "+next[3:], nil); left != -1 {
			t.Errorf("%d codes are left", left)
		}
		s.step(t, user, next, account.ErrCredentials)
		s.step(t, user, codeOf(t, secret, now), account.ErrCredentials)
	})
}

// TestACodeOpensOnce, whichever it is and however many ask at the same moment.
func TestACodeOpensOnce(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s := newService(t, db, account.Options{})
		user := s.add(t, "one@example.org")
		secret, codes := s.withApp(t, user)
		for _, code := range []string{codeOf(t, secret, db.Time().Add(30*time.Second)), codes[0]} {
			var taken sync.Map
			var all sync.WaitGroup
			for i := range 2 {
				all.Go(func() {
					if _, err := s.SecondStep(t.Context(), user.ID, code, home); err == nil {
						taken.Store(i, true)
					}
				})
			}
			all.Wait()
			n := 0
			taken.Range(func(any, any) bool { n++; return true })
			if n != 1 {
				t.Errorf("the code %s was taken %d times", code, n)
			}
		}
	})
}

func TestRecoveryCodes(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s := newService(t, db, account.Options{})
		user, other := s.add(t, "one@example.org"), s.add(t, "two@example.org")
		_, codes := s.withApp(t, user)
		s.withApp(t, other)
		s.step(t, other, codes[0], account.ErrCredentials)
		if left := s.step(t, user, strings.ToLower(strings.ReplaceAll(codes[0], "-", " ")), nil); left != 9 {
			t.Errorf("%d codes are left, want 9", left)
		}
		s.step(t, user, codes[0], account.ErrCredentials)
		if n := count(t, db, `SELECT count(*) FROM recovery_codes WHERE digest LIKE '%' || $1 || '%'`, codes[1]); n != 0 {
			t.Error("a code is stored as it is")
		}
		renewed, err := s.NewRecoveryCodes(t.Context(), user.ID)
		if err != nil || len(renewed) != 10 {
			t.Fatal(renewed, err)
		}
		s.step(t, user, codes[1], account.ErrCredentials)
		s.step(t, user, renewed[9], nil)

		// The key is lost: the app is still asked for, and only recovery codes open.
		exec(t, db, `UPDATE authenticators SET secret = NULL`)
		f, err := s.Factors(t.Context(), user.ID)
		if err != nil || !f.App || !f.AppLost || f.RecoveryCodes != 9 || !s.byID(t, user.ID).SecondFactor {
			t.Errorf("%+v, %v", f, err)
		}
		s.step(t, user, "123456", account.ErrCredentials)
		s.step(t, user, renewed[0], nil)
	})
}

// TestRemovedFactors end sessions and tokens, and the recovery codes with the last one.
func TestRemovedFactors(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s := newService(t, db, account.Options{})
		for email, remove := range map[string]func(account.User) error{
			"one@example.org": func(u account.User) error { _, err := s.RemoveApp(t.Context(), u.ID); return err },
			"two@example.org": func(u account.User) error {
				had, err := s.ResetFactors(t.Context(), "TWO@example.org")
				if err == nil && !had {
					err = errors.New("had none")
				}
				return err
			},
		} {
			user := s.add(t, email)
			s.withApp(t, user)
			token, err := s.NewToken(t.Context(), user.ID)
			if err == nil {
				err = remove(user)
			}
			if err != nil {
				t.Fatal(email, err)
			}
			got := s.byID(t, user.ID)
			_, err = s.ByToken(t.Context(), token, "", "")
			if got.SecondFactor || got.SessionEpoch != user.SessionEpoch+2 || !errors.Is(err, store.ErrNotFound) {
				t.Errorf("%+v, the token: %v", got, err)
			}
			if n := count(t, db, `SELECT count(*) FROM recovery_codes WHERE user_id = $1`, user.ID); n != 0 {
				t.Errorf("%d recovery codes are left", n)
			}
		}
		if _, err := s.RemoveApp(t.Context(), 99); !errors.Is(err, store.ErrNotFound) {
			t.Error(err)
		}
	})
}

// TestGuessesOfKnownUsersAreCountedTogether: wrong passwords and wrong codes, from whatever address; and codes by the day as well.
func TestGuessesOfKnownUsersAreCountedTogether(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T, s service) {
		user := s.byID(t, 1)
		_, codes := s.withApp(t, user)
		var throttled account.ThrottledError
		guess := func(address string) error {
			_, err := s.SecondStep(t.Context(), user.ID, "wrong", address)
			return err
		}
		for i, try := range []func() error{
			func() error { return guess("192.0.2.2") },
			func() error { return s.Confirm(t.Context(), user.ID, "wrong", "192.0.2.3") },
			func() error { return guess("192.0.2.4") },
			func() error {
				_, _, err := s.AddApp(t.Context(), user.ID, sealedBy(t, s), "1", "192.0.2.5")
				return err
			},
			func() error {
				_, err := s.ChangePassword(t.Context(), user.ID, account.PasswordChange{Current: "wrong", New: replacement}, home)
				return err
			},
		} {
			if err := try(); !errors.Is(err, account.ErrCredentials) {
				t.Fatalf("guess %d: %v", i, err)
			}
		}
		if _, err := s.SecondStep(t.Context(), user.ID, codes[0], "192.0.2.9"); !errors.As(err, &throttled) {
			t.Errorf("after five guesses a right code: %v", err)
		}
		s.expectSignIn(t, user.Email, password, home, nil) // the first step is counted by address
		for guessed := 2; guessed < 50; {
			time.Sleep(time.Minute)
			for range 5 {
				if errors.Is(guess("192.0.2.2"), account.ErrCredentials) {
					guessed++
				}
			}
		}
		time.Sleep(time.Hour)
		if _, err := s.SecondStep(t.Context(), user.ID, codes[0], home); !errors.As(err, &throttled) || throttled.RetryAfter < time.Hour {
			t.Errorf("after 50 guesses a right code: %v", err)
		}
		time.Sleep(24 * time.Hour)
		s.step(t, user, codes[0], nil)
	})
}

func sealedBy(t *testing.T, s service) string {
	t.Helper()
	sealed, err := s.NewApp()
	if err != nil {
		t.Fatal(err)
	}
	return sealed
}
