package documents

import "testing"

func TestImported(t *testing.T) {
	t.Parallel()
	tests := map[string][]string{
		"The trader Bo was imported.":       {"Bo"},
		"2 traders were imported: Bo, Ada.": {"Bo", "Ada"},
	}
	for want, names := range tests {
		if got := imported(names, "trader", "traders"); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
