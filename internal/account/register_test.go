package account_test

import (
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/account"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

func TestRegisterMakesTheFirstUserAdministrator(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s := newService(t, db, account.Options{Registration: true})
		first := register(t, s, "first@example.org")
		second := register(t, s, "second@example.org")
		if !first.IsAdmin || first.Plan.Name != account.PlatinumPlan {
			t.Errorf("first user: admin %v, plan %q", first.IsAdmin, first.Plan.Name)
		}
		if second.IsAdmin || second.Plan.Name != account.FreePlan {
			t.Errorf("second user: admin %v, plan %q", second.IsAdmin, second.Plan.Name)
		}
	})
}

func TestRegisterOfOneAddressAtOnceMakesOneUser(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s := newService(t, db, account.Options{Registration: true})
		errs := make([]error, 4)
		var wg sync.WaitGroup
		for i := range errs {
			wg.Go(func() { _, errs[i] = s.Register(t.Context(), "Name", "one@example.org", password, home) })
		}
		wg.Wait()
		taken := 0
		for _, err := range errs {
			if errors.Is(err, store.ErrTaken) {
				taken++
			} else if err != nil {
				t.Error(err)
			}
		}
		if n := count(t, db, `SELECT count(*) FROM users`); n != 1 || taken != 3 {
			t.Errorf("%d users and %d refusals, want 1 and 3", n, taken)
		}
	})
}

// TestRegisterAfterAdd: beside an account of any kind, nobody becomes administrator by registering.
func TestRegisterAfterAdd(t *testing.T) {
	t.Parallel()
	for _, admin := range []bool{true, false} {
		onBoth(t, func(t *testing.T, db *store.DB) {
			s := newService(t, db, account.Options{Registration: true})
			if _, err := s.Add(t.Context(), "Operator", "op@example.org", "x", account.FreePlan, admin); err != nil {
				t.Fatal(err)
			}
			if user := register(t, s, "new@example.org"); user.IsAdmin || user.Plan.Name != account.FreePlan {
				t.Errorf("beside an administrator (%v) the one who registers is %+v", admin, user)
			}
		})
	}
}

func TestRegisterGivesTheDefaultPlan(t *testing.T) {
	t.Parallel()
	db := open(t, storetest.SQLiteConfig(t))
	plans := append(account.Plans(), account.Plan{Name: "squad", MaxUploads: 7})
	s := newService(t, db, account.Options{Registration: true, Plans: plans, DefaultPlan: "squad"})
	register(t, s, "first@example.org")
	got := register(t, s, "second@example.org").Plan
	if diff := cmp.Diff(account.Plan{Name: "squad", MaxUploads: 7}, got); diff != "" {
		t.Error(diff)
	}
}

func TestRegisterStoresTheAccount(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s := newService(t, db, account.Options{Registration: true})
		got, err := s.Register(t.Context(), "  Jörg ", " Joerg@Example.ORG\n", password, home)
		if err != nil {
			t.Fatal(err)
		}
		want := account.User{
			ID: got.ID, SID: got.SID, CreatedAt: got.CreatedAt,
			Name: "Jörg", Email: "joerg@example.org", IsAdmin: true, Plan: account.Plans()[1],
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff(got, s.byID(t, got.ID)); diff != "" {
			t.Errorf("stored differently: %s", diff)
		}
		if len(got.SID) != 10 || got.CreatedAt == 0 {
			t.Errorf("sid %q, created at %d", got.SID, got.CreatedAt)
		}
		if _, err := s.ByToken(t.Context(), "registering", "", ""); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("a new account has a token: %v", err)
		}
	})
}

func TestRegisterRefuses(t *testing.T) {
	t.Parallel()
	db := open(t, storetest.SQLiteConfig(t))
	s := newService(t, db, account.Options{Registration: true})
	s.add(t, "taken@example.org")
	tests := []struct {
		name, user, email, password string
		want                        error
	}{
		{"used address", "N", " TAKEN@example.org", password, store.ErrTaken},
		{"empty name", " ", "a@example.org", password, account.ErrName},
		{"long name", strings.Repeat("ä", 256), "a@example.org", password, account.ErrName},
		{"name with NUL", "a\x00b", "a@example.org", password, account.ErrName},
		{"no address", "N", "", password, account.ErrEmail},
		{"address without a host", "N", "a@", password, account.ErrEmail},
		{"address with a name", "N", "A <a@example.org>", password, account.ErrEmail},
		{"two addresses", "N", "a@example.org,b@example.org", password, account.ErrEmail},
		{"long address", "N", strings.Repeat("a", 250) + "@b.org", password, account.ErrEmail},
		{"short password", "N", "a@example.org", "äöüäöüä", account.ErrPassword},
		{"long password", "N", "a@example.org", strings.Repeat("p", 201), account.ErrPassword},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if _, err := s.Register(t.Context(), tt.user, tt.email, tt.password, home); !errors.Is(err, tt.want) {
				t.Errorf("error %v, want %v", err, tt.want)
			}
		})
	}
}

func TestRegisterMayBeClosed(t *testing.T) {
	t.Parallel()
	db := open(t, storetest.SQLiteConfig(t))
	s := newService(t, db, account.Options{})
	_, err := s.Register(t.Context(), "N", "a@example.org", password, home)
	if !errors.Is(err, account.ErrRegistrationClosed) {
		t.Errorf("error %v", err)
	}
	if n := count(t, db, `SELECT count(*) FROM users`); n != 0 {
		t.Errorf("%d users", n)
	}
}

func TestAdd(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s := newService(t, db, account.Options{})
		plain := s.add(t, "plain@example.org")
		admin, err := s.Add(t.Context(), "Admin", "admin@example.org", "x", account.PlatinumPlan, true)
		if err != nil {
			t.Fatal(err)
		}
		if plain.IsAdmin || plain.Plan.Name != account.FreePlan {
			t.Errorf("plain user: admin %v, plan %q", plain.IsAdmin, plain.Plan.Name)
		}
		if !admin.IsAdmin || !admin.Plan.APIAccess {
			t.Errorf("administrator: admin %v, plan %q", admin.IsAdmin, admin.Plan.Name)
		}
		if _, err := s.SignIn(t.Context(), "admin@example.org", "x", "192.0.2.1"); err != nil {
			t.Errorf("a short password of the operator's choice does not sign in: %v", err)
		}
	})
}

func TestAddRefuses(t *testing.T) {
	t.Parallel()
	db := open(t, storetest.SQLiteConfig(t))
	s := newService(t, db, account.Options{})
	s.add(t, "taken@example.org")
	tests := []struct {
		name, email, password, plan string
		want                        error
	}{
		{"used address", "Taken@example.org", password, account.FreePlan, store.ErrTaken},
		{"empty password", "a@example.org", "", account.FreePlan, account.ErrNoPassword},
		{"unknown plan", "a@example.org", password, "gold", account.ErrPlan},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if _, err := s.Add(t.Context(), "N", tt.email, tt.password, tt.plan, false); !errors.Is(err, tt.want) {
				t.Errorf("error %v, want %v", err, tt.want)
			}
		})
	}
}

func register(t *testing.T, s service, email string) account.User {
	t.Helper()
	user, err := s.Register(t.Context(), "Name", email, password, home)
	if err != nil {
		t.Fatal(err)
	}
	return user
}
