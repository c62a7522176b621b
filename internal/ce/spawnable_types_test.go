package ce_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/ce"
	"quartermaster/internal/say"
	"quartermaster/internal/textfile"
)

const sampleSpawnable = `<?xml version="1.0" encoding="UTF-8" standalone="yes" ?>
<spawnabletypes>
	<type name="SampleTent">
		<hoarder />
	</type>
	<type name="SampleRifle" note="x">
		<subcounter min="30" max="60" />
		<damage min="0.0" max="0.320" /> <!-- worn -->
		<tag name="shelves" />
		<cargo preset="mixArmy" />
		<attachments chance="0.50">
			<item name="SampleOptic" chance="1.00" /> <!-- far -->
			<item name="SampleLight" />
			<item nam="SampleTypo" chance="1.0" />
		</attachments>
		<attachement chance="1.0" />
		<cargo chance="1.0"><item name="SampleAmmo" chance="40" /></cargo>
		<attachments><item name="SampleStock" chance="0,5" /></attachments>
	</type>
	<type name="SampleNothing" />
</spawnabletypes>
`

func sampleRifle() ce.SpawnableType {
	return ce.SpawnableType{
		Name: "SampleRifle", DamageMin: ptr(0.0), DamageMax: ptr(0.32), Tags: []string{"shelves"},
		Blocks: []ce.Block{
			{Kind: "cargo", Preset: ptr("mixArmy")},
			{Kind: "attachments", Chance: ptr(0.5), Items: []ce.Item{{Name: "SampleOptic", Chance: ptr(1.0)}, {Name: "SampleLight"}}},
			{Kind: "cargo", Chance: ptr(1.0), Items: []ce.Item{{Name: "SampleAmmo", Chance: ptr(40.0)}}},
			{Kind: "attachments", Items: []ce.Item{{Name: "SampleStock"}}},
		},
	}
}

func TestParseSpawnableTypesReadsEveryField(t *testing.T) {
	t.Parallel()
	want := []ce.SpawnableType{{Name: "SampleTent", Hoarder: true}, sampleRifle(), {Name: "SampleNothing"}}
	if diff := cmp.Diff(want, spawnableTypes().values(t, sampleSpawnable)); diff != "" {
		t.Error(diff)
	}
	warnings := []textfile.Warning{{
		Line: 18, Says: say.Plain(`type "SampleRifle": chance "0,5" is not a number: it counts as not set, and stays in the file as it is`),
	}}
	if diff := cmp.Diff(warnings, spawnableTypes().parse(t, sampleSpawnable).Warnings, inWords); diff != "" {
		t.Error(diff)
	}
}

func TestDecimalsAreReadWithCare(t *testing.T) {
	t.Parallel()
	const notRead = " is not a number: it counts as not set, and stays in the file as it is"
	tests := map[string]struct {
		text    string
		want    *float64
		warning string
	}{
		"plain":          {"0.35", ptr(0.35), ""},
		"many digits":    {"0.3499999940395355", ptr(0.3499999940395355), ""},
		"no whole part":  {".5", ptr(0.5), ""},
		"no fraction":    {"5.", ptr(5.0), ""},
		"signs":          {"-1.50", ptr(-1.5), ""},
		"exponent":       {"1e-05", ptr(1e-5), ""},
		"blanks":         {" 1.0\u202c ", ptr(1.0), ""},
		"empty":          {" ", nil, ""},
		"comma":          {"0,5", nil, `chance "0,5"` + notRead},
		"word":           {"often", nil, `chance "often"` + notRead},
		"not a number":   {"NaN", nil, `chance "NaN"` + notRead},
		"infinity":       {"Inf", nil, `chance "Inf"` + notRead},
		"hexadecimal":    {"0x1p-2", nil, `chance "0x1p-2"` + notRead},
		"underscore":     {"1_0", nil, `chance "1_0"` + notRead},
		"too large":      {"1e999", nil, `chance "1e999" is out of range: it counts as not set, and stays in the file as it is`},
		"several points": {"1.2.3", nil, `chance "1.2.3"` + notRead},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data := `<type name="A"><cargo chance="` + test.text + `"/></type>`
			file := spawnableTypes().parse(t, data)
			if diff := cmp.Diff(test.want, file.Entries[0].Value.Blocks[0].Chance); diff != "" {
				t.Error(diff)
			}
			var want []textfile.Warning
			if test.warning != "" {
				want = []textfile.Warning{{Line: 1, Says: say.Plain(`type "A": ` + test.warning)}}
			}
			if diff := cmp.Diff(want, file.Warnings, inWords); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestPatchChangesOnlyWhatDiffersInSpawnableTypes(t *testing.T) {
	t.Parallel()
	const indent = "\n\t\t"
	const preset = indent + `<cargo preset="mixArmy" />`
	const optics = indent + `<attachments chance="0.50">` +
		indent + "\t" + `<item name="SampleOptic" chance="1.00" /> <!-- far -->` +
		indent + "\t" + `<item name="SampleLight" />` +
		indent + "\t" + `<item nam="SampleTypo" chance="1.0" />` + indent + "</attachments>"
	const typo, ammo = indent + `<attachement chance="1.0" />`, indent + `<cargo chance="1.0"><item name="SampleAmmo" chance="40" /></cargo>`
	items := func(v *ce.SpawnableType, block int, items ...ce.Item) { v.Blocks[block].Items = items }
	optic, light := ce.Item{Name: "SampleOptic", Chance: ptr(1.0)}, ce.Item{Name: "SampleLight"}
	added := ce.Item{Name: "New", Chance: ptr(0.25)}
	block := ce.Block{Kind: "attachments", Chance: ptr(0.1), Items: []ce.Item{added, {Name: "A&B"}}}
	const blockText = indent + `<attachments chance="0.1">` + indent + "\t" + `<item name="New" chance="0.25" />` +
		indent + "\t" + `<item name="A&amp;B" />` + indent + "</attachments>"
	tests := map[string]struct {
		change   func(*ce.SpawnableType)
		old, new string // what is replaced in sampleSpawnable
	}{
		"nothing":        {func(*ce.SpawnableType) {}, "", ""},
		"name":           {func(v *ce.SpawnableType) { v.Name = "B" }, `"SampleRifle"`, `"B"`},
		"hoarder":        {func(v *ce.SpawnableType) { v.Hoarder = true }, ` note="x">`, ` note="x">` + indent + "<hoarder />"},
		"damage":         {func(v *ce.SpawnableType) { v.DamageMax = ptr(0.5) }, `"0.320"`, `"0.5"`},
		"half a damage":  {func(v *ce.SpawnableType) { v.DamageMin = nil }, ` min="0.0"`, ""},
		"no damage":      {func(v *ce.SpawnableType) { v.DamageMin, v.DamageMax = nil, nil }, `<damage min="0.0" max="0.320" /> `, ""},
		"no tag":         {func(v *ce.SpawnableType) { v.Tags = nil }, indent + `<tag name="shelves" />`, ""},
		"other preset":   {func(v *ce.SpawnableType) { v.Blocks[0].Preset = ptr("mixTown") }, `"mixArmy"`, `"mixTown"`},
		"chance":         {func(v *ce.SpawnableType) { v.Blocks[1].Chance = ptr(0.7) }, `"0.50"`, `"0.7"`},
		"no chance":      {func(v *ce.SpawnableType) { v.Blocks[2].Chance = nil }, `<cargo chance="1.0">`, `<cargo>`},
		"item's chance":  {func(v *ce.SpawnableType) { items(v, 1, ce.Item{Name: "SampleOptic"}, light) }, ` chance="1.00" />`, " />"},
		"item's weight":  {func(v *ce.SpawnableType) { items(v, 2, ce.Item{Name: "SampleAmmo", Chance: ptr(2.0)}) }, `"40"`, `"2"`},
		"item's name":    {func(v *ce.SpawnableType) { items(v, 1, ce.Item{Name: "C", Chance: ptr(1.0)}, light) }, "SampleOptic", "C"},
		"readable again": {func(v *ce.SpawnableType) { v.Blocks[3].Items[0].Chance = ptr(0.5) }, `"0,5"`, `"0.5"`},
		"new item": {
			func(v *ce.SpawnableType) { items(v, 1, optic, light, added) },
			`"SampleLight" />`, `"SampleLight" />` + indent + "\t" + `<item name="New" chance="0.25" />`,
		},
		"new item on a line": {
			func(v *ce.SpawnableType) { v.Blocks[2].Items = append(v.Blocks[2].Items, added) },
			`chance="40" />`, `chance="40" /><item name="New" chance="0.25" />`,
		},
		"item gone": {
			func(v *ce.SpawnableType) { items(v, 1, optic) },
			indent + "\t" + `<item name="SampleLight" />`, "",
		},
		"items swapped": {
			func(v *ce.SpawnableType) { items(v, 1, light, optic) },
			`<item name="SampleOptic" chance="1.00" /> <!-- far -->` + indent + "\t" + `<item name="SampleLight" />`,
			`<item name="SampleLight" />` + indent + "\t" + `<item name="SampleOptic" chance="1.00" /> <!-- far -->`,
		},
		"items for a preset": {
			func(v *ce.SpawnableType) { v.Blocks[0].Preset, v.Blocks[0].Items = nil, []ce.Item{added} },
			preset, indent + "<cargo>" + indent + "\t" + `<item name="New" chance="0.25" />` + indent + "</cargo>",
		},
		"first block gone": {func(v *ce.SpawnableType) { v.Blocks = v.Blocks[1:] }, preset, ""},
		"block with remarks gone": {
			func(v *ce.SpawnableType) { v.Blocks = append(v.Blocks[:1:1], v.Blocks[2:]...) }, optics, "",
		},
		"new first block": {
			func(v *ce.SpawnableType) { v.Blocks = append([]ce.Block{block}, v.Blocks...) }, preset, blockText + preset,
		},
		"block between": {
			func(v *ce.SpawnableType) {
				v.Blocks = append(v.Blocks[:2:2], append([]ce.Block{block}, v.Blocks[2:]...)...)
			},
			optics, optics + blockText,
		},
		// What moves takes its comments, typos and number texts along.
		"blocks swapped": {
			func(v *ce.SpawnableType) { v.Blocks[1], v.Blocks[2] = v.Blocks[2], v.Blocks[1] },
			optics + typo + ammo, ammo + optics + typo,
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if !strings.Contains(sampleSpawnable, test.old) {
				t.Fatal("the test replaces what is not there")
			}
			want := strings.Replace(sampleSpawnable, test.old, test.new, 1)
			if diff := cmp.Diff(want, spawnableTypes().changed(t, sampleSpawnable, 1, test.change)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestHoarderCanBeTakenAway(t *testing.T) {
	t.Parallel()
	got := spawnableTypes().changed(t, sampleSpawnable, 0, func(v *ce.SpawnableType) { v.Hoarder = false })
	if want := strings.Replace(sampleSpawnable, "\n\t\t<hoarder />", "", 1); got != want {
		t.Error(cmp.Diff(want, got))
	}
}

func TestFreshSpawnableTypesAreCanonical(t *testing.T) {
	t.Parallel()
	value := sampleRifle()
	value.Hoarder = true
	want := `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<spawnabletypes>
	<type name="SampleRifle">
		<hoarder />
		<damage min="0" max="0.32" />
		<tag name="shelves" />
		<cargo preset="mixArmy" />
		<attachments chance="0.5">
			<item name="SampleOptic" chance="1" />
			<item name="SampleLight" />
		</attachments>
		<cargo chance="1">
			<item name="SampleAmmo" chance="40" />
		</cargo>
		<attachments>
			<item name="SampleStock" />
		</attachments>
	</type>
	<type name="Bare" />
</spawnabletypes>
`
	if diff := cmp.Diff(want, spawnableTypes().fresh(t, value, ce.SpawnableType{Name: "Bare"})); diff != "" {
		t.Error(diff)
	}
}

func TestBlocksOfOtherKindsAreRefused(t *testing.T) {
	t.Parallel()
	got := spawnableTypes().refusal(t, ce.SpawnableType{Name: "A", Blocks: []ce.Block{{Kind: "cargo"}, {Kind: "tag/><x"}}})
	if want := `a <type> cannot be written: "tag/><x" is neither attachments nor cargo`; got != want {
		t.Errorf("got %s", got)
	}
}
