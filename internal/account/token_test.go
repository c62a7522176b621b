package account_test

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/account"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

func TestTokenLife(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s := newService(t, db, account.Options{})
		user := s.add(t, "one@example.org")
		other := newToken(t, s, s.add(t, "two@example.org").ID)

		first := newToken(t, s, user.ID)
		expectToken(t, s, first, user.ID)
		if s.byID(t, user.ID).TokenMadeAt == 0 {
			t.Error("the user shows no token")
		}
		second, err := s.TokenForEmail(t.Context(), "One@example.org")
		if err != nil {
			t.Fatal(err)
		}
		expectToken(t, s, second, user.ID)
		expectNoToken(t, s, first)

		if err := s.RevokeToken(t.Context(), user.ID); err != nil {
			t.Fatal(err)
		}
		expectNoToken(t, s, second)
		expectToken(t, s, other, user.ID+1)
		if diff := cmp.Diff(user, s.byID(t, user.ID)); diff != "" {
			t.Errorf("the user has changed: %s", diff)
		}
	})
}

func TestTokenIsRandomAndNotStored(t *testing.T) {
	t.Parallel()
	db := open(t, storetest.SQLiteConfig(t))
	s := newService(t, db, account.Options{})
	token := newToken(t, s, s.add(t, "one@example.org").ID)
	if !regexp.MustCompile(`^[A-Za-z0-9]{48}$`).MatchString(token) {
		t.Errorf("token %q", token)
	}
	var digest string
	if err := db.QueryRow(t.Context(), `SELECT token_digest FROM users`).Scan(&digest); err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`^[0-9a-f]{64}$`).MatchString(digest) {
		t.Errorf("digest %q", digest)
	}
	expectNoToken(t, s, digest)
}

func TestTokenOfOtherLetterCaseOrLengthIsUnknown(t *testing.T) {
	t.Parallel()
	db := open(t, storetest.SQLiteConfig(t))
	s := newService(t, db, account.Options{})
	token := newToken(t, s, s.add(t, "one@example.org").ID)
	for _, wrong := range []string{"", token + "a", token[1:], "1|" + token, swapCase(token)} {
		expectNoToken(t, s, wrong)
	}
}

func TestTokenOfNobody(t *testing.T) {
	t.Parallel()
	s := newService(t, open(t, storetest.SQLiteConfig(t)), account.Options{})
	_, newErr := s.NewToken(t.Context(), 99)
	_, emailErr := s.TokenForEmail(t.Context(), "nobody@example.org")
	for _, err := range []error{newErr, emailErr, s.RevokeToken(t.Context(), 99)} {
		if !errors.Is(err, store.ErrNotFound) {
			t.Errorf("error %v, want %v", err, store.ErrNotFound)
		}
	}
}

func BenchmarkByToken(b *testing.B) {
	s := newService(b, open(b, storetest.SQLiteConfig(b)), account.Options{})
	id := s.add(b, "one@example.org").ID
	token := newToken(b, s, id)
	_, instance := storetest.Instance(b, s.db, id)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.ByToken(b.Context(), token, instance, ""); err != nil {
			b.Fatal(err)
		}
	}
}

func newToken(t testing.TB, s service, userID int64) string {
	t.Helper()
	token, err := s.NewToken(t.Context(), userID)
	if err != nil {
		t.Fatal(err)
	}
	return token
}

func expectToken(t *testing.T, s service, token string, userID int64) {
	t.Helper()
	user, err := s.ByToken(t.Context(), token, "", "")
	if err != nil || user.ID != userID {
		t.Errorf("ByToken: user %d, error %v, want user %d", user.ID, err, userID)
	}
}

func expectNoToken(t *testing.T, s service, token string) {
	t.Helper()
	if user, err := s.ByToken(t.Context(), token, "", ""); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("ByToken(%q): user %d, error %v", token, user.ID, err)
	}
}

func swapCase(text string) string {
	return strings.Map(func(r rune) rune {
		if upper := strings.ToUpper(string(r)); upper != string(r) {
			return []rune(upper)[0]
		}
		return []rune(strings.ToLower(string(r)))[0]
	}, text)
}
