package ce_test

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"quartermaster/internal/ce"
	"quartermaster/internal/textfile"
)

// repeated is a list that may hold equal elements, each on a line of its own.
type repeated[T any] struct {
	parse       func([]byte) (*textfile.File[T], error)
	write       func(io.Writer, textfile.Skeleton, []textfile.Part[T]) error
	open, close string
	element     string // with %d for its number, %s for the name and %s for the number that is changed
	change      func(value *T, element int, to float64)
}

// A change of one number of one element changes this element's line and no other, however many are like it.
func (r repeated[T]) check(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SampledFrom([]string{"A", "A", "B"})
		numbers := rapid.SampledFrom([]string{"1", "1.0", "2", "2.00"})
		count := rapid.IntRange(1, 7).Draw(t, "count")
		lines := []string{r.open}
		for i := range count {
			lines = append(lines, fmt.Sprintf(r.element, i, names.Draw(t, "name"), numbers.Draw(t, "number")))
		}
		file, err := r.parse([]byte(strings.Join(append(lines, r.close, ""), "\n")))
		if err != nil {
			t.Fatal(err)
		}
		parts, changed := partsOf(file), rapid.IntRange(0, count-1).Draw(t, "changed")
		r.change(&parts[0].Value, changed, float64(rapid.IntRange(3, 9).Draw(t, "to")))
		var out strings.Builder
		if err := r.write(&out, file.Skeleton, parts); err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(out.String(), "\n")[1 : count+1] {
			if kept := line == lines[i+1]; kept != (i != changed) {
				t.Fatalf("element %d was changed, and line %d is %q, which was %q", changed, i, line, lines[i+1])
			}
		}
	})
}

func TestAChangeOfOneOfManyEqualElements(t *testing.T) {
	t.Parallel()
	t.Run("blocks", repeated[ce.SpawnableType]{
		parse: ce.ParseSpawnableTypes, write: ce.WriteSpawnableTypes,
		open: "<spawnabletypes><type name=\"T\">", close: "</type></spawnabletypes>",
		element: `	<cargo n="%d" preset="%s" chance="%s" />`,
		change:  func(v *ce.SpawnableType, n int, to float64) { v.Blocks[n].Chance = &to },
	}.check)
	t.Run("blocks with items", repeated[ce.SpawnableType]{
		parse: ce.ParseSpawnableTypes, write: ce.WriteSpawnableTypes,
		open: "<spawnabletypes><type name=\"T\">", close: "</type></spawnabletypes>",
		element: `	<cargo n="%d" chance="1"><item name="%s" chance="%s" /></cargo>`,
		change:  func(v *ce.SpawnableType, n int, to float64) { v.Blocks[n].Items[0].Chance = &to },
	}.check)
	t.Run("items of a block", repeated[ce.SpawnableType]{
		parse: ce.ParseSpawnableTypes, write: ce.WriteSpawnableTypes,
		open: "<spawnabletypes><type name=\"T\"><cargo>", close: "</cargo></type></spawnabletypes>",
		element: `	<item n="%d" name="%s" chance="%s" />`,
		change:  func(v *ce.SpawnableType, n int, to float64) { v.Blocks[0].Items[n].Chance = &to },
	}.check)
	t.Run("items of a preset", repeated[ce.RandomPreset]{
		parse: ce.ParseRandomPresets, write: ce.WriteRandomPresets,
		open: "<randompresets><cargo chance=\"1\" name=\"P\">", close: "</cargo></randompresets>",
		element: `	<item n="%d" name="%s" chance="%s" />`,
		change:  func(v *ce.RandomPreset, n int, to float64) { v.Items[n].Chance = &to },
	}.check)
	t.Run("children", repeated[ce.Event]{
		parse: ce.ParseEvents, write: ce.WriteEvents,
		open: "<events><event name=\"E\"><children>", close: "</children></event></events>",
		element: `	<child n="%d" type="%s" max="%s"/>`,
		change: func(v *ce.Event, n int, to float64) {
			whole := int64(to)
			v.Children[n].Max = &whole
		},
	}.check)
	t.Run("positions", repeated[ce.EventSpawn]{
		parse: ce.ParseEventSpawns, write: ce.WriteEventSpawns,
		open: "<eventposdef><event name=\"E\">", close: "</event></eventposdef>",
		element: `	<pos n="%d" x="1" z="1" group="%s" a="%s" />`,
		change:  func(v *ce.EventSpawn, n int, to float64) { v.Positions[n].A = &to },
	}.check)
	t.Run("places of positions", repeated[ce.EventSpawn]{
		parse: ce.ParseEventSpawns, write: ce.WriteEventSpawns,
		open: "<eventposdef><event name=\"E\">", close: "</event></eventposdef>",
		element: `	<pos n="%d" group="%s" x="%s" z="1" />`,
		change:  func(v *ce.EventSpawn, n int, to float64) { v.Positions[n].X = to },
	}.check)
}

// A name that is listed twice, in any letter case, stays as it is written until it is taken off.
func TestNamesThatAreListedTwice(t *testing.T) {
	t.Parallel()
	const sample = "<types>\n<type name=\"A\">\n<nominal>1</nominal>\n<category name=\"Tools\"/>\n" +
		"<usage name=\"Farm\"/>\n<usage name=\"farm\"/>\n<usage user=\"farm\"/>\n<usage name=\"Coast\"/>\n<usage " +
		"name=\"Farm\"/>\n</type>\n</types>\n"
	farm, group, coast := ce.Ref{Name: "FARM"}, ce.Ref{Name: "Farm", User: true}, ce.Ref{Name: "COAST"}
	category := "TOOLS"
	tests := map[string]struct {
		usages []ce.Ref
		edits  []string
	}{
		"nothing":       {[]ce.Ref{farm, group, coast}, nil},
		"one that goes": {[]ce.Ref{group, coast}, []string{"<usage name=\"Farm\"/>\n", "", "<usage name=\"farm\"/>\n", ""}},
		"another goes":  {[]ce.Ref{farm, group}, []string{"<usage name=\"Coast\"/>\n", ""}},
		"a new one": {
			[]ce.Ref{farm, group, coast, {Name: "Town"}},
			[]string{"<usage name=\"Coast\"/>\n", "<usage name=\"Coast\"/>\n<usage name=\"Town\"/>\n"},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			parts := partsOf(parseTypes(t, []byte(sample)))
			parts[0].Value.Usages, parts[0].Value.Category = test.usages, &category
			got := string(writeTypes(t, parseTypes(t, []byte(sample)).Skeleton, parts))
			if want := strings.NewReplacer(test.edits...).Replace(sample); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}
