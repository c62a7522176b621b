package ce_test

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"quartermaster/internal/ce"
	"quartermaster/internal/textfile"
)

func optional[T any](value *rapid.Generator[T]) *rapid.Generator[*T] {
	return rapid.Ptr(value, true)
}

func someNumber() *rapid.Generator[*int64] {
	return optional(rapid.Int64Range(-1, 20))
}

func someName() *rapid.Generator[string] {
	return rapid.SampledFrom([]string{"A", "B", "C", "a", "Ä&<\"'>", "D_1"})
}

// some returns a list of up to five values; an empty one is nil, as it comes out of a file.
func some[T any](t *rapid.T, value *rapid.Generator[T], label string) []T {
	list := rapid.SliceOfN(value, 0, 5).Draw(t, label)
	if len(list) == 0 {
		return nil
	}
	return list
}

func anyRef() *rapid.Generator[ce.Ref] {
	return rapid.Custom(func(t *rapid.T) ce.Ref {
		return ce.Ref{Name: someName().Draw(t, "ref"), User: rapid.Bool().Draw(t, "user")}
	})
}

func anyType() *rapid.Generator[ce.Type] {
	return rapid.Custom(func(t *rapid.T) ce.Type {
		number := func(label string) *int64 { return someNumber().Draw(t, label) }
		flag := func(label string) *bool { return optional(rapid.Bool()).Draw(t, label) }
		return ce.Type{
			Name: someName().Draw(t, "name"), Nominal: number("nominal"), Lifetime: number("lifetime"),
			Restock: number("restock"), Min: number("min"), QuantMin: number("quantmin"),
			QuantMax: number("quantmax"), Cost: number("cost"), CountInCargo: flag("cargo"),
			CountInHoarder: flag("hoarder"), CountInMap: flag("map"), CountInPlayer: flag("player"),
			Crafted: flag("crafted"), Deloot: flag("deloot"), Category: optional(someName()).Draw(t, "category"),
			Tags: some(t, anyRef(), "tags"), Usages: some(t, anyRef(), "usages"), Values: some(t, anyRef(), "values"),
		}
	})
}

func anyChild() *rapid.Generator[ce.Child] {
	return rapid.Custom(func(t *rapid.T) ce.Child {
		number := func(label string) *int64 { return someNumber().Draw(t, label) }
		return ce.Child{
			Type: someName().Draw(t, "type"), Min: number("min"), Max: number("max"),
			LootMin: number("lootmin"), LootMax: number("lootmax"),
		}
	})
}

func anyEvent() *rapid.Generator[ce.Event] {
	return rapid.Custom(func(t *rapid.T) ce.Event {
		number := func(label string) *int64 { return someNumber().Draw(t, label) }
		flag := func(label string) *bool { return optional(rapid.Bool()).Draw(t, label) }
		text := func(label string) *string { return optional(someName()).Draw(t, label) }
		return ce.Event{
			Name: someName().Draw(t, "name"), Nominal: number("nominal"), Min: number("min"), Max: number("max"),
			Lifetime: number("lifetime"), Restock: number("restock"), SafeRadius: number("safe"),
			DistanceRadius: number("distance"), CleanupRadius: number("cleanup"), Secondary: text("secondary"),
			Deletable: flag("deletable"), InitRandom: flag("random"), RemoveDamaged: flag("damaged"),
			Position: text("position"), Limit: text("limit"), Active: flag("active"),
			Children: some(t, anyChild(), "children"),
		}
	})
}

// anyBody returns what may stand inside an element: pieces in any order, with any gaps.
func anyBody(t *rapid.T, pieces []string) string {
	gap := rapid.SampledFrom([]string{"", " ", "\n", "\n    ", "\r\n\t", "\n  <!-- <c> -- -->\n  ", " <!-- c -->", "x\n"})
	var b strings.Builder
	for _, piece := range rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 8).Draw(t, "pieces") {
		b.WriteString(gap.Draw(t, "gap") + piece)
	}
	return b.String() + gap.Draw(t, "gap")
}

// anyFile returns a file of entries, each with pieces inside, with or without a root.
func anyFile(t *rapid.T, root, element string, pieces []string) string {
	var entries []string
	for i := range rapid.IntRange(0, 5).Draw(t, "entries") {
		body := anyBody(t, pieces)
		entries = append(entries, fmt.Sprintf(`<%s name="E%d">%s</%s>`, element, i, body, element))
		entries = append(entries, fmt.Sprintf("<!-- behind %d -->", i))
	}
	entries = append(entries, "<"+element+"/>", "<"+element+` name="bare"/>`)
	text := anyBody(t, entries) + "\n"
	if rapid.Bool().Draw(t, "root") {
		text = "<" + root + ">" + text + "</" + root + ">\n"
	}
	return text
}

func typePieces() []string {
	return []string{
		"<nominal>5</nominal>", "<nominal/>", "<nominal>x</nominal>", "<min>007</min>", "<cost><!-- c -->1</cost>",
		"<waves>1</waves>", `<flags deloot="1" crafted="0" other="1"/>`, `<flags count_in_map="2"></flags>`,
		`<category name="A"/>`, "<category/>", `<tag name="A"/>`, `<usage name="A"/>`, `<usage  user="B" />`,
		"<usage/>", `<value name="C"></value>`, "<unknown>\n <usage name=\"A\"/>\n</unknown>",
	}
}

func eventPieces() []string {
	return []string{
		"<nominal>5</nominal>", "<max>0.5</max>", "<waves>1</waves>", "<active>1</active>", "<active>x</active>",
		"<position>fixed</position>", "<secondary><!-- none --></secondary>", `<flags deletable="1" sec_spawner="1"/>`,
		"<children/>", "<children>\n    <child type=\"A\" max=\"1\"/>\n    <!-- c --><child type=\"B\"/>\n  </children>",
		`<children><child lootmax="1" type="A"/><child/></children>`,
	}
}

// Any sequence of edits gives a file that reads back as the edited values, in which the entries
// that nobody touched and the comments between entries are as before.
func checkEdits[T any](
	t *rapid.T, data string, value *rapid.Generator[T],
	parse func([]byte) (*textfile.File[T], error), write func(io.Writer, textfile.Skeleton, []textfile.Part[T]) error,
) {
	file, err := parse([]byte(data))
	if err != nil {
		t.Fatal(err)
	}
	parts, touched := partsOf(file), map[int]bool{}
	for range rapid.IntRange(0, 6).Draw(t, "edits") {
		switch i := rapid.IntRange(-1, len(parts)-1).Draw(t, "entry"); {
		case i < 0:
			parts = append(parts, textfile.Part[T]{Slot: -1, Value: value.Draw(t, "new")})
		case rapid.Bool().Draw(t, "remove"):
			parts = append(parts[:i:i], parts[i+1:]...)
		default:
			touched[parts[i].Slot] = true
			parts[i].Value = value.Draw(t, "changed")
		}
	}
	var out strings.Builder
	if err := write(&out, file.Skeleton, parts); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	again, err := parse([]byte(text))
	if err != nil {
		t.Fatalf("%v in %q", err, text)
	}
	if len(again.Entries) != len(parts) {
		t.Fatalf("%d entries instead of %d in %q", len(again.Entries), len(parts), text)
	}
	for i, part := range parts {
		if diff := cmp.Diff(part.Value, again.Entries[i].Value, refsOnce(), categoryAsWord()); diff != "" {
			t.Fatalf("%s in %q", diff, text)
		}
		if part.Raw != "" && !touched[part.Slot] && part.Raw != again.Entries[i].Raw {
			t.Fatalf("an untouched entry became %q", again.Entries[i].Raw)
		}
	}
	between := strings.Join(file.Skeleton.Leads, "") + file.Skeleton.Tail
	if lost := strings.Count(between, "-->") > strings.Count(text, "-->"); lost {
		t.Fatalf("a comment was lost in %q", text)
	}
}

// refsOnce compares lists of references as what they are about: one that stands in a file twice does so
// once as well.
func refsOnce() cmp.Option {
	return cmp.Transformer("once", func(refs []ce.Ref) string {
		var once []string
		for _, ref := range refs {
			if text := fmt.Sprint(strings.ToLower(ref.Name), ref.User); !slices.Contains(once, text) {
				once = append(once, text)
			}
		}
		return strings.Join(once, ", ")
	})
}

// categoryAsWord compares categories as the game does. A file keeps its spelling of one.
func categoryAsWord() cmp.Option {
	isCategory := func(p cmp.Path) bool { return p.Last().String() == ".Category" }
	return cmp.FilterPath(isCategory, cmp.Comparer(func(a, b *string) bool {
		return (a == nil) == (b == nil) && (a == nil || strings.EqualFold(*a, *b))
	}))
}

func TestAnyEditsOfTypes(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		checkEdits(t, anyFile(t, "types", "type", typePieces()), anyType(), ce.ParseTypes, ce.WriteTypes)
	})
}

func TestAnyEditsOfEvents(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		checkEdits(t, anyFile(t, "events", "event", eventPieces()), anyEvent(), ce.ParseEvents, ce.WriteEvents)
	})
}
