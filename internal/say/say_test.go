package say_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"quartermaster/internal/say"
)

// fruit is a part: it knows how it stands in a sentence.
type fruit int

func (f fruit) Part() string                 { return map[fruit]string{1: "an apple"}[f] }
func (f fruit) MarshalJSON() ([]byte, error) { return json.Marshal(int(f)) }

var table = say.Table{
	"above":   "min ({min}) is above nominal ({nominal}).",
	"list":    "There is no {names}; no {names:quoted}; no {names:some}.",
	"count":   "{n|position is|positions are} outside.",
	"price":   "It costs {price:2}, or {price}.",
	"inside":  "{where}: {what}",
	"part":    "Take {fruit}.",
	"other":   "This one.",
	"grouped": "{n:grouped|value|values}",
	"literal": "{text:literal} is no number",
}

func TestSentences(t *testing.T) {
	t.Parallel()
	long := []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"}
	for _, test := range []struct {
		says say.Message
		want string
	}{
		{say.New("above", "min", 10, "nominal", int64(5)), "min (10) is above nominal (5)."},
		{say.New("list", "names", []string{"a", "b"}), "There is no a, b; no “a”, “b”; no “a”, “b”."},
		{
			say.New("list", "names", long),
			"There is no a, b, c, d, e, f, g, h, i, j, k, l; no “a”, “b”, “c”, “d”, “e”, “f”, “g”, “h”, “i”, “j”, “k”, “l”; " +
				"no “a”, “b”, “c”, “d”, “e”, “f”, “g”, “h”, “i”, “j” and 2 more.",
		},
		{say.New("count", "n", 1), "1 position is outside."},
		{say.New("count", "n", 0), "0 positions are outside."},
		{say.New("price", "price", 1.5), "It costs 1.50, or 1.5."},
		{say.New("inside", "where", say.New("somewhere", "line", say.Line(3)), "what", say.New("other")), "Line 3: Another one."},
		{say.New("part", "fruit", fruit(1)), "Take an apple."},
		{say.New("grouped", "n", 1234567), "1,234,567 values"},
		{say.New("literal", "text", "a\"\t"), `"a\"\t" is no number`},
		{say.Plain("As {it} was."), "As {it} was."},
		{say.New("gone", "names", []string{"a"}, "n", 2), "gone, names a, n 2"},
		{say.Message{}, ""},
	} {
		if got := (say.Table{"other": "Another one."}).Sentence(test.says, table, say.Table{"somewhere": "Line {line}"}); got != test.want {
			t.Errorf("%s: %q, not %q", test.says.Stored(), got, test.want)
		}
	}
}

// TestStoredMessagesComeBack, whatever they say, with the same sentence; what is no message is a sentence from before.
func TestStoredMessagesComeBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		said := say.New(
			rapid.SampledFrom([]string{"a", "b/c"}).Draw(t, "rule"), "text", rapid.String().Draw(t, "text"), "list",
			rapid.SliceOfN(rapid.String(), 1, 4).Draw(t, "list"),
			"n", rapid.Int64().Draw(t, "n"), "x", rapid.Float64Range(-1e9, 1e9).Draw(t, "x")+0.5, "of",
			say.New("c", "name", rapid.String().Draw(t, "name")),
		)
		back := say.Parse(said.Stored())
		shown := say.Table{"a": "{text} {list} {n} {x:3} {of}", "b/c": "{n|a|b}", "c": "{name}"}
		if was, is := shown.Sentence(said), shown.Sentence(back); was != is || back.Stored() != said.Stored() {
			t.Fatalf("%q came back as %q: %s", was, is, back.Stored())
		}
	})
	for _, text := range []string{"", "types: AKM", `{"rule":`, `{"a":1}`} {
		if diff := cmp.Diff(text, say.Table{}.Sentence(say.Parse(text))); diff != "" {
			t.Error(diff)
		}
	}
}

func TestWhatIsAsked(t *testing.T) {
	t.Parallel()
	said := say.New("a", "class", "AKM", "list", []string{"Apple", "Pear"}, "place", say.New("log", "file", "script.log", "line", say.Line(7)))
	for name, want := range map[string]bool{"akm": true, "pear": true, "script.log": true, "": false, "7": false, "AK": false} {
		if said.Names(name) != want {
			t.Errorf("%q is named: %t", name, !want)
		}
	}
	if said.Line() != 7 || say.New("a", "n", 3).Line() != 0 || said.Param("class") != "AKM" || said.Param("none") != nil {
		t.Error("the parameters are not found")
	}
	more := said.With("x", 1)
	if other := said.With("y", 2); more.Param("y") != nil || other.Param("x") != nil || more.Equal(other) || !more.Equal(said.With("x", 1)) {
		t.Error("messages share parameters")
	}
	if !(say.Message{}).IsNone() || say.New("a").IsNone() {
		t.Error("what says nothing is not known")
	}
}
