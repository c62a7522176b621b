package recordform

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
)

func TestLinesOfPositions(t *testing.T) {
	t.Parallel()
	f := record.EventSpawns.Field("positions")
	tests := []struct{ stored, text string }{
		{`[{"x":7500.5,"z":8200,"y":null,"a":90,"group":null}]`, `7500.5 8200 - 90`},
		{`[{"x":1,"z":2,"y":null,"a":null,"group":null},{"x":3,"z":4,"y":0,"a":-1.5,"group":"West"}]`, "1 2\n3 4 0 -1.5 West"},
		{`[{"x":1,"z":2,"y":null,"a":null,"group":"a b"},{"x":1,"z":2,"y":null,"a":null,"group":"-"}]`, "1 2 - - \"a b\"\n1 2 - - \"-\""},
	}
	for _, test := range tests {
		text := linesText(f, storedMembers(test.stored))
		if diff := cmp.Diff(test.text, text); diff != "" {
			t.Errorf("%s: %s", test.stored, diff)
		}
		if got := acceptedLines(t, f, text); got != test.stored {
			t.Errorf("%q gives %s, want %s", text, got, test.stored)
		}
	}
}

// acceptedLines are the lines of a field of event spawns as they are stored.
func acceptedLines(t testing.TB, f *record.Field, text string) string {
	t.Helper()
	body := new(jsontree.Object)
	body.Set(f.Name, parseLines(f, text))
	values, problems, err := record.EventSpawns.Accept(t.Context(), body, noOther{}, true)
	if err != nil || len(problems) > 0 {
		t.Fatal(problems, err)
	}
	return values[f.Name].(string)
}

// TestLinesKeepEveryName writes lists of records with the oddest names as lines and reads them again.
func TestLinesKeepEveryName(t *testing.T) {
	t.Parallel()
	f := record.RandomPresets.Field("items")
	rapid.Check(t, func(t *rapid.T) {
		type item struct {
			Name   string   `json:"name"`
			Chance *float64 `json:"chance"`
		}
		name := rapid.OneOf(rapid.StringN(1, 20, -1), rapid.StringOfN(rapid.RuneFrom([]rune("-\"\\ \t\na1`'")), 1, 8, -1))
		items := rapid.SliceOf(rapid.Custom(func(t *rapid.T) item {
			return item{name.Draw(t, "name"), rapid.Ptr(rapid.Float64Range(-10, 10), true).Draw(t, "chance")}
		})).Draw(t, "items")
		stored, err := json.Marshal(items)
		if err != nil {
			t.Fatal(err)
		}
		want := storedMembers(string(stored))
		text := linesText(f, want)
		got := parseLines(f, text)
		if diff := cmp.Diff(textsOf(f, want), textsOf(f, got)); diff != "" {
			t.Fatalf("%q: %s", text, diff)
		}
	})
}

func textsOf(f *record.Field, list []any) []map[string]string {
	texts := []map[string]string{}
	for _, member := range list {
		texts = append(texts, rowTexts(f, member))
	}
	return texts
}

// noOther answers a validation as if there were no other record.
type noOther struct{}

func (noOther) Missing(context.Context, string, []string) (map[string]bool, error) { return nil, nil }

func (noOther) Taken(context.Context, string, any) (bool, error) { return false, nil }
