package gameversion_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"quartermaster/internal/change"
	"quartermaster/internal/gameversion"
	"quartermaster/internal/jsontree"
)

// tree parses a value, which a test has written.
func tree(text string) any {
	value, err := jsontree.Parse([]byte(text))
	if err != nil {
		panic(err)
	}
	return value
}

func object(text string) *jsontree.Object { return tree(text).(*jsontree.Object) }

// load returns the versions of a table with an entry each.
func load(t *testing.T, entries ...string) []*gameversion.Version {
	t.Helper()
	var b gameversion.Builder
	for n, text := range entries {
		var files gameversion.Imprint
		files.AddEntry("types", "akm", object(text))
		b.Add("enoch", fmt.Sprint("1.", n), &files)
	}
	versions, err := gameversion.Load(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return versions
}

func text(value any) string { return string(jsontree.AppendValue(nil, value)) }

func TestValuesAreFoundAgain(t *testing.T) {
	t.Parallel()
	const entry = `{"nominal":10,"lifetime":null,"usage":["Town","Farm"],"blocks":[{"kind":"cargo","chance":0.5},{"kind":"cargo","chance":1}]}`
	versions := load(t, entry, `{"nominal":12,"lifetime":60,"usage":["Coast"],"blocks":[]}`)
	for name, c := range map[string]struct{ mine, want string }{
		"as they are":           {entry, entry},
		"other numbers":         {strings.Replace(entry, "10", "77", 1), entry},
		"other spellings":       {strings.Replace(entry, "0.5", "0.50", 1), strings.Replace(entry, "0.5", "0.50", 1)},
		"another word":          {strings.Replace(entry, "Town", "Coast", 1), strings.Replace(entry, `"Town","Farm"`, `"Farm","Town"`, 1)},
		"an element less":       {strings.Replace(entry, `,{"kind":"cargo","chance":1}`, "", 1), entry},
		"an element more":       {strings.Replace(entry, `"blocks":[`, `"blocks":[{"kind":"gun","chance":7},`, 1), entry},
		"a value inside of one": {strings.Replace(entry, "0.5", "0.9", 1), entry},
	} {
		got := versions[0].Entry("types", "akm", 0, object(c.mine))
		if d := cmp.Diff(c.want, text(got)); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
	if versions[0].Entry("types", "akm", 1) != nil || versions[0].Entry("types", "m4", 0) != nil ||
		versions[0].Entry("events", "akm", 0) != nil {
		t.Error("an entry is there that the version does not have")
	}
}

// What cannot be found is unknown, not another value.
func TestWhatIsNotFoundIsUnknown(t *testing.T) {
	t.Parallel()
	const long = `{"name":"a text of the game's own","usage":["Town"]}`
	got := load(t, long)[0].Entry("types", "akm", 0, object(`{"name":"mine","usage":["Farm"]}`))
	name, _ := got.Get("name")
	if name != change.Unknown || change.IsKnown(got) {
		t.Errorf("got %s", text(got))
	}
}

// anyTree draws a value out of few, so that two draws are often alike.
func anyTree(t *rapid.T, depth int) any {
	sorts := []string{"number", "text", "null"}
	if depth > 0 {
		sorts = append(sorts, "object", "list", "words")
	}
	list := []any{}
	switch rapid.SampledFrom(sorts).Draw(t, "sort") {
	case "number":
		return jsontree.Number(rapid.SampledFrom([]string{"0", "1", "1.0", "0.5", "77"}).Draw(t, "number"))
	case "text":
		return rapid.SampledFrom([]string{"", "a", "A", "a longer text than what is usual"}).Draw(t, "text")
	case "words":
		for range rapid.IntRange(0, 3).Draw(t, "length") {
			list = append(list, rapid.SampledFrom([]string{"a", "b", "B", "c"}).Draw(t, "word"))
		}
		return list
	case "list":
		for range rapid.IntRange(0, 3).Draw(t, "length") {
			list = append(list, anyTree(t, depth-1))
		}
		return list
	case "object":
		return anyObject(t, depth)
	}
	return nil
}

func anyObject(t *rapid.T, depth int) *jsontree.Object {
	o := new(jsontree.Object)
	for _, key := range []string{"x", "z", "name"} {
		if rapid.Bool().Draw(t, key) {
			o.Set(key, anyTree(t, depth-1))
		}
	}
	return o
}

// agrees reports whether what was found says nothing that is not so.
func agrees(found, is any) bool {
	list, isList := is.([]any)
	others, areOthers := found.([]any)
	object, isObject := is.(*jsontree.Object)
	other, isOther := found.(*jsontree.Object)
	switch {
	case found == change.Unknown:
		return true
	case isList && areOthers && areWords(list):
		return agreeWords(others, list)
	case isList && areOthers:
		return slices.EqualFunc(others, list, agrees)
	case isObject && isOther:
		for key, value := range other.All() {
			if was, there := object.Get(key); there && !agrees(value, was) || !there && value != nil {
				return false
			}
		}
		return true
	}
	return jsontree.Equal(found, is)
}

func areWords(list []any) bool {
	return !slices.ContainsFunc(list, func(v any) bool { _, is := v.(string); return !is })
}

// agreeWords compares sets, whose letter case counts for nothing.
func agreeWords(found, is []any) bool {
	in := func(list []any, word any) bool {
		return slices.ContainsFunc(list, func(other any) bool { return strings.EqualFold(text(other), text(word)) })
	}
	all := !slices.Contains(found, any(change.Unknown))
	return !slices.ContainsFunc(found, func(word any) bool { return word != change.Unknown && !in(is, word) }) &&
		!slices.ContainsFunc(is, func(word any) bool { return all && !in(found, word) })
}

// Whatever the texts at hand say, nothing is found that the version does not say.
func TestNothingElseIsFound(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var b gameversion.Builder
		documents := []any{anyTree(t, 3), anyTree(t, 3)}
		for n, d := range documents {
			var files gameversion.Imprint
			files.AddDocument("globals", d)
			b.Add("enoch", fmt.Sprint(n), &files)
		}
		versions, err := gameversion.Load(b.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		candidates := []any{anyTree(t, 3), anyTree(t, 3)}
		for n, d := range documents {
			if found, ok := versions[n].Document("globals", candidates...); !ok || !agrees(found, d) {
				t.Fatalf("found %s, which is %s, with %s", text(found), text(d), text(candidates))
			}
			if found, ok := versions[n].Document("globals", append(candidates, d)...); !ok || !change.IsKnown(found) {
				t.Fatalf("found %s, which is %s, although it was at hand", text(found), text(d))
			}
		}
	})
}

func TestTally(t *testing.T) {
	t.Parallel()
	versions := load(t, `{"nominal":10,"min":5,"usage":["Town"]}`, `{"nominal":12,"min":5,"usage":["Farm"]}`)
	var file gameversion.Imprint
	file.AddEntry("types", "akm", object(`{"nominal":12,"min":7,"usage":["farm"]}`))
	file.AddEntry("types", "own", object(`{"nominal":12}`))
	var got []string
	for _, tally := range gameversion.TallyAll(versions, &file) {
		got = append(got, fmt.Sprint(tally.Version.Name, " ", tally.Entries, " ", tally.Values, " ", tally.Equal))
	}
	if d := cmp.Diff([]string{"1.0 1 4 1", "1.1 1 4 3"}, got); d != "" {
		t.Error(d)
	}
}

func TestLoadRefusesWhatIsNoTable(t *testing.T) {
	t.Parallel()
	var b gameversion.Builder
	b.Add("enoch", "1.0", new(gameversion.Imprint))
	whole := b.Bytes()
	if _, err := gameversion.Load(whole); err != nil {
		t.Error(err)
	}
	for n := range whole {
		if _, err := gameversion.Load(whole[:n]); err == nil {
			t.Errorf("%d of %d bytes are read", n, len(whole))
		}
	}
}

func TestNamesOfVersions(t *testing.T) {
	t.Parallel()
	for tag, want := range map[string]string{"DZ_128": "1.28", "DZ_105": "1.05", "DZ_114_Halloween": "1.14 Halloween", "my own": "my own"} {
		if got := gameversion.NameOf(tag); got != want {
			t.Errorf("%s: %s", tag, got)
		}
	}
	names := []string{"1.28", "1.9", "1.14 Halloween", "1.14"}
	slices.SortFunc(names, gameversion.CompareNames)
	if d := cmp.Diff([]string{"1.9", "1.14", "1.14 Halloween", "1.28"}, names); d != "" {
		t.Error(d)
	}
}

// FuzzLoad holds that a table that is cut off or damaged does no harm.
func FuzzLoad(f *testing.F) {
	var b gameversion.Builder
	var files gameversion.Imprint
	files.AddEntry("types", "akm", object(`{"nominal":10,"usage":["Town"]}`))
	b.Add("enoch", "1.0", &files)
	f.Add(b.Bytes())
	f.Fuzz(func(_ *testing.T, data []byte) {
		versions, _ := gameversion.Load(data)
		for _, v := range versions {
			v.Entry("types", "akm", 0, object(`{"nominal":11}`))
		}
	})
}
