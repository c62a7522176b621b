package account

import (
	"context"
	"errors"
	"regexp"
	"testing"
	"testing/synctest"
	"time"

	"quartermaster/internal/store"
)

func TestHash(t *testing.T) {
	t.Parallel()
	h := newHasher()
	hash, err := h.hash(t.Context(), "pässword")
	if err != nil {
		t.Fatal(err)
	}
	format := regexp.MustCompile(`^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$`)
	if !format.MatchString(hash) {
		t.Errorf("hash %q", hash)
	}
	again, err := h.hash(t.Context(), "pässword")
	if err != nil || again == hash {
		t.Errorf("the same salt twice, or error %v", err)
	}
	expectMatch(t, h, hash, "pässword", true)
	expectMatch(t, h, hash, "pÄssword", false)
}

// The hashes come from the tests of Argon2's reference implementation.
func TestMatchReadsTheCostFromTheHash(t *testing.T) {
	t.Parallel()
	for _, reference := range []string{
		"$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
		"$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc",
	} {
		expectMatch(t, newHasher(), reference, "password", true)
		expectMatch(t, newHasher(), reference, "Password", false)
	}
}

func TestMatchRefusesADamagedHash(t *testing.T) {
	t.Parallel()
	const salt, key = "c29tZXNhbHRzb21lc2FsdA", "c29tZWtleXNvbWVrZXk"
	for _, damaged := range []string{
		"",
		"password",
		"$argon2i$v=19$m=64,t=1,p=1$" + salt + "$" + key,
		"$argon2id$v=16$m=64,t=1,p=1$" + salt + "$" + key,
		"$argon2id$v=19$m=64,t=0,p=1$" + salt + "$" + key,
		"$argon2id$v=19$m=64,t=1,p=0$" + salt + "$" + key,
		"$argon2id$v=19$m=64,t=1,p=256$" + salt + "$" + key,
		"$argon2id$v=19$m=64,t=1$" + salt + "$" + key,
		"$argon2id$v=19$m=64,t=1,p=1$" + salt + "$",
		"$argon2id$v=19$m=64,t=1,p=1$" + salt + "$?",
		"$argon2id$v=19$m=64,t=1,p=1$" + salt + "$" + key + "$",
	} {
		if _, err := newHasher().matches(t.Context(), damaged, "password"); !errors.Is(err, errHash) {
			t.Errorf("%q: error %v", damaged, err)
		}
	}
}

func TestHashesWaitTheirTurn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := newHasher()
		fill(h)
		var done error
		go func() { _, done = h.hash(t.Context(), "password") }()
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := h.hash(ctx, "password"); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error %v while all slots are taken", err)
		}
		<-h.slots
		synctest.Wait()
		if done != nil || len(h.slots) != hashesAtOnce-1 {
			t.Errorf("error %v, %d slots taken after a slot became free", done, len(h.slots))
		}
	})
}

// An unknown user costs a hash as a known one does: without it, the time would tell which addresses are known.
func TestSignInOfNobodyChecksAPassword(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		db, err := store.Open(t.Context(), store.Config{Dir: dir, Unsynced: true})
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = db.Close() }()
		s, err := New(db, Options{})
		if err != nil {
			t.Fatal(err)
		}
		fill(s.passwords)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := s.SignIn(ctx, "nobody@example.org", "password", "192.0.2.1"); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error %v while no password can be checked", err)
		}
	})
}

func TestUnmatchableCostsAsMuchAsAHash(t *testing.T) {
	t.Parallel()
	got, err := parseHash(unmatchable())
	want := newHash()
	if err != nil || got.memory != want.memory || got.passes != want.passes || got.threads != want.threads {
		t.Errorf("%v, error %v", got, err)
	}
	if len(got.salt) != len(want.salt) || len(got.key) != len(want.key) {
		t.Errorf("salt of %d bytes, key of %d bytes", len(got.salt), len(got.key))
	}
}

func expectMatch(t *testing.T, h *hasher, hash, password string, want bool) {
	t.Helper()
	if got, err := h.matches(t.Context(), hash, password); err != nil || got != want {
		t.Errorf("matches(%q, %q) = %v, %v, want %v", hash, password, got, err, want)
	}
}

// fill takes all slots.
func fill(h *hasher) {
	for range hashesAtOnce {
		h.slots <- struct{}{}
	}
}
