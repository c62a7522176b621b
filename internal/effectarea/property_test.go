package effectarea_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"quartermaster/internal/effectarea"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/textfile"
)

func anyArea() *rapid.Generator[effectarea.Area] {
	text := rapid.Ptr(rapid.SampledFrom([]string{"", "A", "é/\"]},{"}), true)
	number := rapid.Ptr(rapid.SampledFrom([]float64{0, -1.25, 13917, 0.01}), true)
	members := rapid.Custom(func(t *rapid.T) *jsontree.Object {
		o := new(jsontree.Object)
		for _, key := range rapid.SliceOfN(rapid.SampledFrom([]string{"NegHeight", "OuterRingToggle", "Own", "TinyPartName"}), 0, 3).Draw(t,
			"keys") {
			o.Set(key, rapid.SampledFrom([]any{true, nil, jsontree.Number("1.0"), "x", []any{jsontree.Number("1")}}).Draw(t, "value"))
		}
		return o
	})
	return rapid.Custom(func(t *rapid.T) effectarea.Area {
		a := effectarea.Area{
			Name: rapid.SampledFrom([]string{"A", "B \\ \n"}).Draw(t, "name"), Type: text.Draw(t, "type"), Trigger: text.Draw(t, "trigger"),
			Radius: number.Draw(t, "radius"), Height: number.Draw(t, "height"), Particles: text.Draw(t, "particles"),
			Data: members.Draw(t, "data"), Player: members.Draw(t, "player"),
		}
		if rapid.Bool().Draw(t, "position") {
			coordinate := rapid.SampledFrom([]float64{0, -1.25, 13917})
			a.X, a.Y, a.Z = ptr(coordinate.Draw(t, "x")), ptr(coordinate.Draw(t, "y")), ptr(coordinate.Draw(t, "z"))
		}
		return a
	})
}

// anyMembers returns the text of an object with some of the keys in any order, some of them twice.
func anyMembers(keys, values *rapid.Generator[string]) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		gap := rapid.SampledFrom([]string{" ", "", "\n\t\t", "\r\n "}).Draw(t, "inside")
		var members []string
		for _, key := range rapid.SliceOfN(keys, 0, 4).Draw(t, "members") {
			members = append(members, gap+`"`+key+`":`+values.Draw(t, "value"))
		}
		return "{" + strings.Join(members, ",") + gap + "}"
	})
}

// anyAreaText returns a zone as a file may hold it: keys that are unknown, null, given twice or of another type.
func anyAreaText() *rapid.Generator[string] {
	plain := rapid.SampledFrom([]string{"1.50", "0", "true", "null", `"x"`, "[ 1 ]", `{"a": {"b":1}}`})
	data := rapid.SampledFrom([]string{"Pos", "Radius", "PosHeight", "ParticleName", "NegHeight", "OuterRingToggle", "Own"})
	held := rapid.OneOf(plain, rapid.SampledFrom([]string{"[ 1.50, 2 ,3e2 ]", "[1,2]"}))
	player := rapid.SampledFrom([]string{"AroundPartName", "TinyPartName", "PPERequesterType", "Own", "NegHeight"})
	keys := rapid.SampledFrom([]string{"AreaName", "Type", "TriggerType", "Data", "PlayerData", "Note"})
	return anyMembers(keys, rapid.OneOf(plain, anyMembers(data, held), anyMembers(player, plain)))
}

// anyDocument returns a document of areas in any layout.
func anyDocument(t *rapid.T) string {
	areas := rapid.SliceOfN(rapid.OneOf(anyAreaText(), rapid.SampledFrom([]string{
		`{}`, `{"AreaName":"A"}`, "{ \t\"AreaName\": \"Bow\",\n\t\t\"Data\": {\"Pos\": [ 1.50, 2 ,3e2 ], \"NegHeight\": 3}\n\t}",
		`{"Data": {"Pos": [1], "Radius": "x"}, "Note": [1]}`, "{\r\n  \"Data\": null,\r\n  \"PlayerData\": {}\r\n}",
		`{"AreaName": "C", "Data": {"NegHeight": 3, "Own": 1}, "PlayerData": {"AroundPartName": "a", "TinyPartName": "t", "Own": null}}`,
	})), 0, 4).Draw(t, "areas")
	gap := rapid.SampledFrom([]string{",", ", ", ",\n\t", " ,\r\n    "}).Draw(t, "gap")
	around := rapid.SampledFrom([][2]string{
		{`{"Areas":[`, `]}`},
		{"\ufeff{\n    \"Areas\": [\n        ", "\n    ],\n\t\"SafePositions\":[[1, 2]]\n}\n"},
		{`{"Areas": 0, "Areas": [ `, ` ], "X": {"Areas": []}}`},
	}).Draw(t, "around")
	return around[0] + strings.Join(areas, gap) + around[1]
}

// Any sequence of edits gives a document that reads back as the edited values; entries that nobody touched keep their text.
func TestAnyEdits(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		data := anyDocument(t)
		file := parse(t, data)
		parts, touched := file.Parts(), map[int]bool{}
		for range rapid.IntRange(0, 6).Draw(t, "edits") {
			i, next := rapid.IntRange(0, len(parts)).Draw(t, "at"), anyArea().Draw(t, "value")
			switch action := rapid.IntRange(0, 2).Draw(t, "action"); {
			case action == 0 || i == len(parts):
				parts = slices.Insert(parts, i, added(next))
			case action == 1:
				parts = slices.Delete(parts, i, i+1)
			default:
				parts[i].Value, touched[parts[i].Slot] = next, true
			}
		}
		checkWritten(t, file.Skeleton, parts, touched)
	})
}

func checkWritten(t *rapid.T, s textfile.Skeleton, parts []textfile.Part[effectarea.Area], touched map[int]bool) {
	text := write(t, s, parts)
	again := parse(t, text)
	if diff := cmp.Diff(values(parts), values(again.Parts()), byValue()); diff != "" {
		t.Fatalf("%s in %q", diff, text)
	}
	for i, part := range parts {
		if part.Raw != "" && !touched[part.Slot] && part.Raw != again.Entries[i].Raw {
			t.Fatalf("an untouched area became %q", again.Entries[i].Raw)
		}
	}
	if strings.Contains(s.Tail, "SafePositions") && !strings.Contains(text, "\"SafePositions\":[[1, 2]]\n}\n") {
		t.Fatalf("the rest of the document was lost in %q", text)
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		sample, "{}", "\ufeff{\"Areas\":[{},{\"Data\":{\"Pos\":[1,2,3]}}]}", `{"Areas":null}`, `{"Areas":[],"Areas":[{}]}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		effectarea.Detect("a.json", data)
		file, err := effectarea.Parse(data)
		if err != nil {
			return
		}
		if got := write(t, file.Skeleton, file.Parts()); got != string(data) {
			t.Errorf("%q is written as %q", data, got)
		}
		parts := append(file.Parts(), added(effectarea.Area{Name: "A", Radius: ptr(1.5)}))
		for i := range parts {
			parts[i].Value.Height = ptr(7.0)
		}
		again := parse(t, write(t, file.Skeleton, parts))
		if diff := cmp.Diff(values(parts), values(again.Parts()), byValue()); diff != "" {
			t.Errorf("%q: %s", data, diff)
		}
	})
}
