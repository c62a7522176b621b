package cli

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/account"
)

func TestPlanLimits(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text string
		want planLimits
	}{
		{"20,30,40MB", planLimits{true, 20, 30, 40_000_000, -1}},
		{" 1 , 0 , 1 GiB ", planLimits{true, 1, 0, 1 << 30, -1}},
		{"0,0,0", planLimits{true, 0, 0, 0, -1}},
		{"1,1,512B", planLimits{true, 1, 1, 512, -1}},
		{"1,1,2MiB", planLimits{true, 1, 1, 2 << 20, -1}},
		{"1,1,2MiB, 0", planLimits{true, 1, 1, 2 << 20, 0}},
		{"1,1,3GB", planLimits{true, 1, 1, 3_000_000_000, -1}},
	}
	for _, tt := range tests {
		var got planLimits
		if err := got.UnmarshalText([]byte(tt.text)); err != nil || got != tt.want {
			t.Errorf("%q: %+v, %v", tt.text, got, err)
		}
	}
	for text, want := range map[string]string{
		"":                  "is not of the form",
		"20,20":             "is not of the form",
		"1,2,3,4,5":         "is not of the form",
		"x,1,1MB":           "is not a number of files",
		"1,-1,1MB":          "is not a number of files",
		"1,2,3,x":           "is not a number of files or instances",
		"1,1,":              "is not a size",
		"1,1,MB":            "is not a size",
		"1,1,-1MB":          "is not a size",
		"1,1,1KB":           "is not a size",
		"1,1,99999999999GB": "is not a size",
	} {
		var got planLimits
		if err := got.UnmarshalText([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
	}
}

func TestPlansOfTheFlags(t *testing.T) {
	t.Parallel()
	if diff := cmp.Diff(account.Plans(), planFlags{}.plans()); diff != "" {
		t.Error(diff)
	}
	want := account.Plans()
	want[0].MaxUploads, want[0].MaxGenerates, want[0].MaxBytes = 1, 2, 3
	if diff := cmp.Diff(want, planFlags{FreeLimits: planLimits{true, 1, 2, 3, -1}}.plans()); diff != "" {
		t.Error(diff)
	}
	want[0].MaxInstances = 4
	if diff := cmp.Diff(want, planFlags{FreeLimits: planLimits{true, 1, 2, 3, 4}}.plans()); diff != "" {
		t.Error(diff)
	}
}
