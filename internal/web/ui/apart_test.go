package ui_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/web/ui"
)

// TestLongListsAreShownApart: short values are read whole, of long lists only what differs.
func TestLongListsAreShownApart(t *testing.T) {
	t.Parallel()
	var many []string
	for n := range 50 {
		many = append(many, `{"x":`+strconv.Itoa(n)+`,"z":7,"note":null}`)
	}
	all := "[" + strings.Join(many, ",") + "]"
	more := strings.Replace(all, `{"x":0,`, `{"x":900,`, 1)
	tests := []struct {
		name        string
		values, say []string
	}{
		{"numbers", []string{"4", "5", "null"}, []string{"4", "5", ""}},
		{"short lists", []string{`["Town","Farm"]`, `["Town"]`}, []string{"Town, Farm", "Town"}},
		{"short rows", []string{`[{"x":1,"z":2},{"x":3,"z":4}]`, "[]"}, []string{"x 1, z 2; x 3, z 4", ""}},
		{"long lists", []string{all, more}, []string{"x 0, z 7; 49 entries the same", "x 900, z 7; 49 entries the same"}},
		{"long lists, one of them as before", []string{all, more, all}, []string{
			"x 0, z 7; 49 entries the same", "x 900, z 7; 49 entries the same", "x 0, z 7; 49 entries the same",
		}},
		{"a long text", []string{`"` + strings.Repeat("ä", 400) + `"`}, []string{strings.Repeat("ä", 300) + " …"}},
	}
	for _, test := range tests {
		values := make([]any, len(test.values))
		for i, text := range test.values {
			values[i] = parsed(text)
		}
		if got := ui.Apart(values...); !slices.Equal(got, test.say) {
			t.Errorf("%s: %q", test.name, got)
		}
	}
	if got := ui.Apart(parsed(all), nil); len([]rune(got[0])) > 310 || got[1] != "" {
		t.Errorf("a long list that is gone: %q", got)
	}
}

func parsed(text string) any {
	value, _ := jsontree.Parse([]byte(text))
	return value
}
