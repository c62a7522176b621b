package revisions

import (
	"encoding/csv"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"quartermaster/internal/say"
	"quartermaster/internal/store"
)

// history has a record that was made, changed in two fields and deleted. Its author is gone at the end.
func history(fn func(store.RecordChange) error) error {
	const second = 1_000_000
	for _, sides := range [][2]string{
		{"", `{"nominal":1,"min":0}`},
		{`{"nominal":1,"min":0}`, `{"nominal":2,"min":1}`},
		{`{"nominal":2,"min":1}`, ""},
	} {
		c := store.RecordChange{
			Revision: store.Revision{Number: 7, CreatedAt: second, Author: "Ada", Action: "update", Summary: say.Plain(`AKM, "changed"`)},
			Change:   store.Change{Resource: "types", SID: "a", Title: "AKM", Before: sides[0], After: sides[1]},
		}
		if c.After == "" {
			c.Author = ""
		}
		if err := fn(c); err != nil {
			return err
		}
	}
	return nil
}

// TestCSVHasALineForEachField that was changed, and one for a record that was made or deleted.
func TestCSVHasALineForEachField(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	if err := WriteCSV(&out, history); err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(strings.NewReader(out.String())).ReadAll()
	if err != nil || len(lines) != 5 || !slices.Equal(lines[0], columns) {
		t.Fatalf("%v\n%s", err, out.String())
	}
	var got []string
	for _, line := range lines[1:] {
		got = append(got, strings.Join(line[8:10], " "))
		if line[1] != "1970-01-01T00:00:01Z" || line[4] != `AKM, "changed"` || line[7] != "AKM" {
			t.Errorf("%q", line)
		}
	}
	slices.Sort(got)
	if want := []string{"changed min", "changed nominal", "created ", "deleted "}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestJSONHasBothSides, null where there is none.
func TestJSONHasBothSides(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	if err := WriteJSON(&out, history); err != nil {
		t.Fatal(err)
	}
	var read struct {
		Data []struct {
			Author        *string
			Before, After map[string]any
		}
	}
	if err := json.Unmarshal([]byte(out.String()), &read); err != nil || len(read.Data) != 3 {
		t.Fatalf("%v\n%s", err, out.String())
	}
	made, changed, deleted := read.Data[0], read.Data[1], read.Data[2]
	if made.Before != nil || deleted.After != nil || deleted.Author != nil {
		t.Errorf("made %+v, deleted %+v", made, deleted)
	}
	if changed.Before["nominal"] != 1.0 || changed.After["nominal"] != 2.0 || *changed.Author != "Ada" {
		t.Errorf("changed %+v", changed)
	}
}
