package pages

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestDrawText(t *testing.T) {
	t.Parallel()
	var view Diff
	view.DrawText("--- a\n+++ b\n@@ -7,3 +7,2 @@\n same\r\n--- gone\n+\n@@ -0,0 +1,1 @@\n+new\n\\ No newline at end of file\n", "")
	want := []Hunk{
		{"Line 7", []diffLine{{7, 7, "same"}, {8, 0, "-- gone"}, {0, 8, ""}}},
		{"Line 1", []diffLine{{0, 1, "new"}}},
	}
	if diff := cmp.Diff(want, view.Hunks); diff != "" || view.Notes != nil {
		t.Errorf("notes %q (-want +got):\n%s", view.Notes, diff)
	}
}
