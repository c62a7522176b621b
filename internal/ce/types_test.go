package ce_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/ce"
	"quartermaster/internal/say"
	"quartermaster/internal/textfile"
)

// unset ends what is said of a number that is passed over.
const unset = ": it counts as not set, and stays in the file as it is"

func TestParseTypesReadsEveryField(t *testing.T) {
	t.Parallel()
	file := parseTypes(t, []byte(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<types>
    <!-- rifles -->
    <type name="SampleRifle">
        <nominal>10</nominal>
        <lifetime>14400</lifetime>
        <restock>1800</restock>
        <min>6</min>
        <quantmin>-1</quantmin>
        <quantmax>50</quantmax>
        <cost>100</cost>
        <flags count_in_cargo="0" count_in_hoarder="1" count_in_map="1" count_in_player="0" crafted="0" deloot="2"/>
        <category name="weapons"/>
        <tag name="floor"/>
        <usage name="Military"/>
        <usage user="TownVillage"/>
        <value name="Tier3"/>
    </type>
    <type name="Partial">
        <nominal>5</nominal>
    </type>
</types>
`))
	want := []ce.Type{
		{
			Name: "SampleRifle", Nominal: ptr(int64(10)), Lifetime: ptr(int64(14400)), Restock: ptr(int64(1800)),
			Min: ptr(int64(6)), QuantMin: ptr(int64(-1)), QuantMax: ptr(int64(50)), Cost: ptr(int64(100)),
			CountInCargo: ptr(false), CountInHoarder: ptr(true), CountInMap: ptr(true), CountInPlayer: ptr(false),
			Crafted: ptr(false), Deloot: ptr(true), Category: ptr("weapons"), Tags: []ce.Ref{{Name: "floor"}},
			Usages: []ce.Ref{{Name: "Military"}, {Name: "TownVillage", User: true}}, Values: []ce.Ref{{Name: "Tier3"}},
		},
		{Name: "Partial", Nominal: ptr(int64(5))},
	}
	for i, entry := range file.Entries {
		if diff := cmp.Diff(want[i], entry.Value); diff != "" {
			t.Error(diff)
		}
	}
	if len(file.Entries) != 2 || file.Entries[0].Line != 4 || file.Entries[1].Line != 19 {
		t.Errorf("entries on wrong lines: %+v", file.Entries)
	}
	if want := "<type name=\"Partial\">\n        <nominal>5</nominal>\n    </type>"; file.Entries[1].Raw != want {
		t.Errorf("raw text %q", file.Entries[1].Raw)
	}
}

func TestParseTypesReadsOddEntries(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		body string
		want ce.Type
	}{
		"leading zeros":         {"<nominal>007</nominal>", ce.Type{Nominal: ptr(int64(7))}},
		"plus sign":             {"<nominal>+7</nominal>", ce.Type{Nominal: ptr(int64(7))}},
		"white space":           {"<nominal>\n 7\t</nominal>", ce.Type{Nominal: ptr(int64(7))}},
		"invisible character":   {"<lifetime>604800\u202c</lifetime>", ce.Type{Lifetime: ptr(int64(604800))}},
		"comment in a number":   {"<nominal><!-- was 5 -->7</nominal>", ce.Type{Nominal: ptr(int64(7))}},
		"CDATA":                 {"<nominal><![CDATA[7]]></nominal>", ce.Type{Nominal: ptr(int64(7))}},
		"reference":             {"<nominal>&#55;</nominal>", ce.Type{Nominal: ptr(int64(7))}},
		"text beside elements":  {"<nominal>5<a>6</a></nominal>", ce.Type{Nominal: ptr(int64(5))}},
		"empty elements":        {"<nominal/><min></min><cost> </cost>", ce.Type{}},
		"first filled counts":   {"<nominal/><nominal>7</nominal><nominal>8</nominal>", ce.Type{Nominal: ptr(int64(7))}},
		"largest":               {"<nominal>2147483647</nominal>", ce.Type{Nominal: ptr(int64(2147483647))}},
		"smallest":              {"<nominal>-2147483648</nominal>", ce.Type{Nominal: ptr(int64(-2147483648))}},
		"unknown elements":      {"<waves>3</waves><a><nominal>3</nominal></a>", ce.Type{}},
		"bare lists":            {"<usage/><value></value><tag/>", ce.Type{}},
		"typo":                  {`<usage namne="Military"/>`, ce.Type{}},
		"blank name":            {`<usage name=" "/>`, ce.Type{}},
		"name before user":      {`<usage name="Town" user="TownVillage"/>`, ce.Type{Usages: []ce.Ref{{Name: "Town"}}}},
		"trimmed name":          {`<usage name=" Town "/>`, ce.Type{Usages: []ce.Ref{{Name: "Town"}}}},
		"repeated name":         {`<tag name="a"/><tag name="a"/>`, ce.Type{Tags: []ce.Ref{{Name: "a"}, {Name: "a"}}}},
		"second category":       {`<category name="food"/><category name="tools"/>`, ce.Type{Category: ptr("food")}},
		"first named category":  {`<category/><category name="tools"/>`, ce.Type{Category: ptr("tools")}},
		"some flags":            {`<flags deloot="1" crafted="-1"/>`, ce.Type{Deloot: ptr(true), Crafted: ptr(true)}},
		"flags twice":           {`<flags deloot="1"/><flags deloot="0" crafted="0"/>`, ce.Type{Deloot: ptr(true), Crafted: ptr(false)}},
		"unknown and odd flags": {`<flags lost="1" deloot=""/>`, ce.Type{}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := parseTypes(t, []byte(`<types><type name="A">`+test.body+`</type></types>`))
			test.want.Name = "A"
			if diff := cmp.Diff(test.want, file.Entries[0].Value); diff != "" {
				t.Error(diff)
			}
			if len(file.Warnings) > 0 {
				t.Errorf("warnings %v", file.Warnings)
			}
		})
	}
}

func TestParseTypesWarns(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		entry string
		want  textfile.Warning
		value *int64 // of nominal
	}{
		"decimal": {
			"<type name=\"A\">\n<nominal>0.5</nominal></type>",
			textfile.Warning{Line: 3, Says: say.Plain(`type "A": nominal "0.5" is read as 0`)},
			ptr(int64(0)),
		},
		"decimal without digits before it": {
			"<type name=\"A\"><nominal>-.5</nominal></type>",
			textfile.Warning{Line: 2, Says: say.Plain(`type "A": nominal "-.5" is read as 0`)},
			ptr(int64(0)),
		},
		"whole decimal": {
			"<type name=\"A\"><nominal>300.0</nominal></type>",
			textfile.Warning{Line: 2, Says: say.Plain(`type "A": nominal "300.0" is read as 300`)},
			ptr(int64(300)),
		},
		"too large": {
			"<type name=\"A\"><nominal>2147483648</nominal></type>",
			textfile.Warning{
				Line: 2, Says: say.Plain(`type "A": nominal "2147483648" is out of range` + unset),
			},
			nil,
		},
		"too small": {
			"<type name=\"A\"><nominal>-99999999999999999999.5</nominal></type>",
			textfile.Warning{
				Line: 2, Says: say.Plain(`type "A": nominal "-99999999999999999999.5" is out of range` + unset),
			},
			nil,
		},
		"no number": {
			"<type name=\"A\"><nominal>many</nominal></type>",
			textfile.Warning{Line: 2, Says: say.Plain(`type "A": nominal "many" is not a number` + unset)},
			nil,
		},
		"only a point": {
			"<type name=\"A\"><nominal>.</nominal></type>",
			textfile.Warning{Line: 2, Says: say.Plain(`type "A": nominal "." is not a number` + unset)},
			nil,
		},
		"two signs": {
			"<type name=\"A\"><nominal>--5</nominal></type>",
			textfile.Warning{Line: 2, Says: say.Plain(`type "A": nominal "--5" is not a number` + unset)},
			nil,
		},
		"flag that is no number": {
			"<type name=\"A\">\n\n<flags deloot=\"yes\"/></type>",
			textfile.Warning{Line: 4, Says: say.Plain(`type "A": deloot "yes" is not a number` + unset)},
			nil,
		},
		"no name": {
			"<!-- \n --><type nam=\"B\"/>\n<type name=\"A\"/>",
			textfile.Warning{Line: 3, Says: say.Plain(`<type> without name is not read`)},
			nil,
		},
		"blank name": {
			"<type name=\" \"/><type name=\"A\"/>",
			textfile.Warning{Line: 2, Says: say.Plain(`<type> without name is not read`)},
			nil,
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data := "<types>\n" + test.entry + "</types>"
			file := parseTypes(t, []byte(data))
			if diff := cmp.Diff([]textfile.Warning{test.want}, file.Warnings, inWords); diff != "" {
				t.Error(diff)
			}
			if len(file.Entries) != 1 {
				t.Fatalf("%d entries", len(file.Entries))
			}
			if diff := cmp.Diff(test.value, file.Entries[0].Value.Nominal); diff != "" {
				t.Error(diff)
			}
			if got := writeTypes(t, file.Skeleton, partsOf(file)); string(got) != data {
				t.Errorf("written as %q", got)
			}
		})
	}
}

func TestWarningsNameTheirLinesInAnyOrder(t *testing.T) {
	t.Parallel()
	file := parseTypes(t, []byte("<types>\n<type name=\"A\">\n<restock>x</restock>\n<nominal>y</nominal>\n</type>\n<type/>\n</types>"))
	want := []textfile.Warning{
		{Line: 4, Says: say.Plain(`type "A": nominal "y" is not a number` + unset)},
		{Line: 3, Says: say.Plain(`type "A": restock "x" is not a number` + unset)},
		{Line: 6, Says: say.Plain(`<type> without name is not read`)},
	}
	if diff := cmp.Diff(want, file.Warnings, inWords); diff != "" {
		t.Error(diff)
	}
}
