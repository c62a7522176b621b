package settings

import (
	"strings"
	"testing"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

// TestPresetValue writes the values of a preview as people read them.
func TestPresetValue(t *testing.T) {
	t.Parallel()
	raid := expansion.Setting("raid")
	tests := []struct{ field, value, want string }{
		{"ExplosionTime", `30.0`, "30.0 s"},
		{"Schedule", `[]`, "empty"},
		{"Schedule", `[{"Weekday":"Friday","StartHour":18,"StartMinute":5,"DurationMinutes":90}]`, "Friday 18:05 for 1 h 30 min"},
		{"ExplosiveDamageWhitelist", `["A","B"]`, "A, B"},
	}
	for _, test := range tests {
		value, err := jsontree.Parse([]byte(test.value))
		if err != nil {
			t.Fatal(err)
		}
		if got := presetValue(raid.Field(test.field), value); got != test.want {
			t.Errorf("%s %s is %q, want %q", test.field, test.value, got, test.want)
		}
	}
	if got := presetValue(raid.Field("ExplosionTime"), nil); got != "not in the file" {
		t.Error(got)
	}
	long := strings.Repeat("ö", maxPresetValue+1)
	if got := presetValue(raid.Field("LockRaidTools"), []any{long}); got != long[:len(long)-len("ö")]+" …" {
		t.Error(got)
	}
}
