package account_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/account"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

func TestPlanDefaults(t *testing.T) {
	t.Parallel()
	want := []account.Plan{
		{Name: "free", APIAccess: false, MaxUploads: 20, MaxGenerates: 20, MaxBytes: 20_000_000, MaxInstances: 20},
		{Name: "platinum", APIAccess: true, MaxUploads: 1000, MaxGenerates: 1000, MaxBytes: 1_073_741_824, MaxInstances: 1000},
	}
	if diff := cmp.Diff(want, account.Plans()); diff != "" {
		t.Error(diff)
	}
}

func TestSetPlan(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s := newService(t, db, account.Options{})
		want := s.add(t, "one@example.org")
		if err := s.SetPlan(t.Context(), want.ID, account.PlatinumPlan); err != nil {
			t.Fatal(err)
		}
		want.Plan = account.Plans()[1]
		if diff := cmp.Diff(want, s.byID(t, want.ID)); diff != "" {
			t.Error(diff)
		}
		if err := s.SetPlan(t.Context(), want.ID, "gold"); !errors.Is(err, account.ErrPlan) {
			t.Errorf("unknown plan: %v", err)
		}
		if err := s.SetPlan(t.Context(), 99, account.FreePlan); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("unknown user: %v", err)
		}
	})
}

func TestUserOfARemovedPlan(t *testing.T) {
	t.Parallel()
	db := open(t, storetest.SQLiteConfig(t))
	squad := newService(t, db, account.Options{Plans: append(account.Plans(), account.Plan{Name: "squad"})})
	user := squad.add(t, "one@example.org")
	if err := squad.SetPlan(t.Context(), user.ID, "squad"); err != nil {
		t.Fatal(err)
	}
	if _, err := newService(t, db, account.Options{}).ByID(t.Context(), user.ID); !errors.Is(err, account.ErrPlan) {
		t.Errorf("error %v, want %v", err, account.ErrPlan)
	}
}

func TestNewNeedsItsPlans(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		opts account.Options
	}{
		{"unknown default plan", account.Options{DefaultPlan: "gold"}},
		{"no plan for the administrator", account.Options{Plans: account.Plans()[:1]}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if _, err := account.New(nil, tt.opts); !errors.Is(err, account.ErrPlan) {
				t.Errorf("error %v, want %v", err, account.ErrPlan)
			}
		})
	}
}
