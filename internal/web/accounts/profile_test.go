package accounts

import (
	"testing"

	"quartermaster/internal/account"
	"quartermaster/internal/stored"
)

// TestPlanView says of each limit of a plan how much of it is used.
func TestPlanView(t *testing.T) {
	t.Parallel()
	plan := account.Plan{Name: "small", MaxInstances: 3, MaxUploads: 20, MaxGenerates: 30, MaxBytes: 1 << 20}
	view := planView(plan, 2, stored.Usage{Uploads: 5, Generates: 7, Bytes: 1 << 10, Kept: 1 << 19})
	want := []struct {
		label, text string
		used, most  int64
	}{
		{"Instances", "2 of 3", 2, 3},
		{"Stored uploads", "5 of 20", 5, 20},
		{"Stored generated files", "7 of 30", 7, 30},
		{"Storage", "1 KB of 1 MB", 1 << 10, 1 << 20},
		{"Files kept in instances", "512 KB of 1 MB", 1 << 19, 1 << 20},
	}
	if view.Name != plan.Name || len(view.Limits) != len(want) {
		t.Fatalf("%+v", view)
	}
	for i, limit := range view.Limits {
		if limit.Label != want[i].label || limit.Text != want[i].text || limit.Used != want[i].used || limit.Max != want[i].most {
			t.Errorf("%+v, want %+v", limit, want[i])
		}
	}
}
