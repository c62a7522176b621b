package account_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/account"
	"quartermaster/internal/store"
)

func TestLookups(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s := newService(t, db, account.Options{})
		want := s.add(t, "one@example.org")
		s.add(t, "two@example.org")
		got, err := s.ByEmail(t.Context(), " ONE@example.org ")
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		for _, email := range []string{"", "three@example.org", "one@example.org\x00", "\xff@example.org"} {
			if _, err := s.ByEmail(t.Context(), email); !errors.Is(err, store.ErrNotFound) {
				t.Errorf("ByEmail(%q): %v", email, err)
			}
		}
		if _, err := s.ByID(t.Context(), 99); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("ByID: %v", err)
		}
	})
}

func TestListSearches(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s := newService(t, db, account.Options{})
		for _, name := range []string{"Anna", "100% Bert", "under_score", `back\slash`} {
			email := fmt.Sprintf("user%d@example.org", count(t, db, `SELECT count(*) FROM users`))
			if _, err := s.Add(t.Context(), name, email, "x", account.FreePlan, false); err != nil {
				t.Fatal(err)
			}
		}
		tests := []struct {
			search string
			want   []string
		}{
			{"", []string{"Anna", "100% Bert", "under_score", `back\slash`}},
			{"aNN", []string{"Anna"}},
			{"USER2@", []string{"under_score"}},
			{"%", []string{"100% Bert"}},
			{"_", []string{"under_score"}},
			{`\`, []string{`back\slash`}},
			{"be\x00rt\xff", []string{"100% Bert"}},
			{"nobody", nil},
		}
		for _, tt := range tests {
			if diff := cmp.Diff(tt.want, names(t, s, 1, 10, tt.search)); diff != "" {
				t.Errorf("search %q: %s", tt.search, diff)
			}
			n, err := s.Count(t.Context(), tt.search)
			if err != nil || n != int64(len(tt.want)) {
				t.Errorf("Count(%q) = %d, %v, want %d", tt.search, n, err, len(tt.want))
			}
		}
	})
}

func TestListPages(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s := newService(t, db, account.Options{})
		for i := range 5 {
			s.add(t, fmt.Sprintf("%d@example.org", i))
		}
		tests := []struct {
			page int
			want []string
		}{
			{0, []string{"Name of 0@example.org", "Name of 1@example.org"}},
			{1, []string{"Name of 0@example.org", "Name of 1@example.org"}},
			{3, []string{"Name of 4@example.org"}},
			{4, nil},
		}
		for _, tt := range tests {
			if diff := cmp.Diff(tt.want, names(t, s, tt.page, 2, "")); diff != "" {
				t.Errorf("page %d: %s", tt.page, diff)
			}
		}
	})
}

func names(t *testing.T, s service, page, perPage int, search string) []string {
	t.Helper()
	users, err := s.List(t.Context(), page, perPage, search)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, u := range users {
		names = append(names, u.Name)
	}
	return names
}
