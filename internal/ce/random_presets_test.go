package ce_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/ce"
	"quartermaster/internal/say"
	"quartermaster/internal/textfile"
)

const samplePresets = `<?xml version="1.0" encoding="UTF-8" standalone="yes" ?>
<randompresets>
		<!-- food -->
		<cargo chance="0.150" name="foodSample"> <!-- same as before -->
				<item name="SampleTuna" chance="0.110" />
				<item name="SampleApple" chance="0.07" />
		</cargo >
		<attachments chance= "1.00" name="bagsSample">
				<item name="SampleBag" chance="1.00" />
		</attachments>
		<cargo chance="0.1" />
		<cargo name="emptySample" />
</randompresets>
`

func TestParseRandomPresetsReadsEveryField(t *testing.T) {
	t.Parallel()
	want := []ce.RandomPreset{
		{
			Kind: "cargo", Name: "foodSample", Chance: 0.15,
			Items: []ce.Item{{Name: "SampleTuna", Chance: ptr(0.11)}, {Name: "SampleApple", Chance: ptr(0.07)}},
		},
		{Kind: "attachments", Name: "bagsSample", Chance: 1, Items: []ce.Item{{Name: "SampleBag", Chance: ptr(1.0)}}},
		{Kind: "cargo", Name: "emptySample", Chance: 1},
	}
	if diff := cmp.Diff(want, randomPresets().values(t, samplePresets)); diff != "" {
		t.Error(diff)
	}
	warnings := []textfile.Warning{{Line: 11, Says: say.Plain("<cargo> without name is not read")}}
	if diff := cmp.Diff(warnings, randomPresets().parse(t, samplePresets).Warnings, inWords); diff != "" {
		t.Error(diff)
	}
}

func TestPatchChangesOnlyWhatDiffersInRandomPresets(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		entry  int
		change func(*ce.RandomPreset)
		edits  []string // pairs of what is replaced in samplePresets
	}{
		"nothing": {0, func(*ce.RandomPreset) {}, nil},
		"name":    {0, func(v *ce.RandomPreset) { v.Name = "food" }, []string{"foodSample", "food"}},
		"chance":  {0, func(v *ce.RandomPreset) { v.Chance = 0.2 }, []string{`"0.150"`, `"0.2"`}},
		"item":    {0, func(v *ce.RandomPreset) { v.Items[0].Chance = ptr(0.2) }, []string{`"0.110"`, `"0.2"`}},
		"kind": {0, func(v *ce.RandomPreset) { v.Kind = "attachments" }, []string{
			`<cargo chance="0.150"`, `<attachments chance="0.150"`, "</cargo >", "</attachments >",
		}},
		"item gone": {0, func(v *ce.RandomPreset) { v.Items = v.Items[1:] }, []string{
			"\n\t\t\t\t<item name=\"SampleTuna\" chance=\"0.110\" />", "",
		}},
		"new item": {1, func(v *ce.RandomPreset) { v.Items = append(v.Items, ce.Item{Name: "New"}) }, []string{
			"\"SampleBag\" chance=\"1.00\" />", "\"SampleBag\" chance=\"1.00\" />\n\t\t\t\t<item name=\"New\" />",
		}},
		"all of an empty one": {
			2, func(v *ce.RandomPreset) {
				*v = ce.RandomPreset{Kind: "attachments", Name: "full", Chance: 0.5, Items: []ce.Item{{Name: "New"}}}
			},
			[]string{
				`<cargo name="emptySample" />`, "<attachments chance=\"0.5\" name=\"full\">\n\t\t\t\t<item name=\"New\" />\n\t\t</attachments>",
			},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want := strings.NewReplacer(test.edits...).Replace(samplePresets)
			if diff := cmp.Diff(want, randomPresets().changed(t, samplePresets, test.entry, test.change)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestFreshRandomPresetsAreCanonical(t *testing.T) {
	t.Parallel()
	want := `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<randompresets>
	<attachments chance="1" name="bagsSample">
		<item name="SampleBag" chance="1" />
	</attachments>
	<cargo chance="1" name="emptySample" />
</randompresets>
`
	if diff := cmp.Diff(want, randomPresets().fresh(t, randomPresets().values(t, samplePresets)[1:]...)); diff != "" {
		t.Error(diff)
	}
}

func TestPresetsOfOtherKindsAreRefused(t *testing.T) {
	t.Parallel()
	got := randomPresets().refusal(t, ce.RandomPreset{Kind: "item", Name: "A"})
	if want := `a <attachments> or <cargo> cannot be written: "item" is neither attachments nor cargo`; got != want {
		t.Errorf("got %s", got)
	}
	got = randomPresets().refusal(t, ce.RandomPreset{Kind: "cargo"})
	if want := "a <attachments> or <cargo> cannot be written: it has no name"; got != want {
		t.Errorf("got %s", got)
	}
}
