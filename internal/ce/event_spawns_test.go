package ce_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/ce"
	"quartermaster/internal/say"
	"quartermaster/internal/textfile"
)

const sampleSpawns = `<?xml version="1.0" encoding="UTF-8" standalone="yes" ?>
<eventposdef>
	<event name="StaticSample">
		<zone smin="1" smax="3" dmin="3" dmax="5" r="45.0" />
		<pos x="558.850000" z="12918.95" a="-1" />
		<pos x="2593.47" z="5094.11" a="0" y="201.66" group="Sample_Train"/> <!-- rails -->
		<pos x="5" z="6" spare="1" />
		<pos x="7" />
		<pos x="a" z="1" />
	</event>
    <event name="InfectedSample" />
</eventposdef>
`

func sampleSpawn() ce.EventSpawn {
	return ce.EventSpawn{
		Name: "StaticSample",
		Zone: ce.Zone{SMin: ptr(1.0), SMax: ptr(3.0), DMin: ptr(3.0), DMax: ptr(5.0), R: ptr(45.0)},
		Positions: []ce.EventPosition{
			{Point: ce.Point{X: 558.85, Z: 12918.95, A: ptr(-1.0)}},
			{Point: ce.Point{X: 2593.47, Z: 5094.11, A: ptr(0.0), Y: ptr(201.66)}, Group: ptr("Sample_Train")},
			{Point: ce.Point{X: 5, Z: 6}},
		},
	}
}

func TestParseEventSpawnsReadsEveryField(t *testing.T) {
	t.Parallel()
	want := []ce.EventSpawn{sampleSpawn(), {Name: "InfectedSample"}}
	if diff := cmp.Diff(want, eventSpawns().values(t, sampleSpawns)); diff != "" {
		t.Error(diff)
	}
	warnings := []textfile.Warning{
		{Line: 8, Says: say.Plain(`event "StaticSample": <pos> without a number as its z is not read`)},
		{Line: 9, Says: say.Plain(`event "StaticSample": <pos> without a number as its x is not read`)},
	}
	if diff := cmp.Diff(warnings, eventSpawns().parse(t, sampleSpawns).Warnings, inWords); diff != "" {
		t.Error(diff)
	}
}

func TestPatchChangesOnlyWhatDiffersInEventSpawns(t *testing.T) {
	t.Parallel()
	const indent = "\n\t\t"
	const first = indent + `<pos x="558.850000" z="12918.95" a="-1" />`
	const train = indent + `<pos x="2593.47" z="5094.11" a="0" y="201.66" group="Sample_Train"/>`
	added := ce.EventPosition{Point: ce.Point{X: 1.5, Z: 2, Y: ptr(3.0)}}
	tests := map[string]struct {
		entry    int
		change   func(*ce.EventSpawn)
		old, new string // what is replaced in sampleSpawns
	}{
		"nothing": {0, func(*ce.EventSpawn) {}, "", ""},
		"name":    {0, func(v *ce.EventSpawn) { v.Name = "StaticOther" }, "StaticSample", "StaticOther"},
		"zone":    {0, func(v *ce.EventSpawn) { v.Zone.R = ptr(50.5) }, `"45.0"`, `"50.5"`},
		"part of a zone": {
			0, func(v *ce.EventSpawn) { v.Zone.SMin, v.Zone.DMax = nil, nil }, `smin="1" smax="3" dmin="3" dmax="5"`, `smax="3" dmin="3"`,
		},
		"no zone": {
			0, func(v *ce.EventSpawn) { v.Zone = ce.Zone{} }, indent + `<zone smin="1" smax="3" dmin="3" dmax="5" r="45.0" />`, "",
		},
		"x":            {0, func(v *ce.EventSpawn) { v.Positions[0].X = 559 }, "558.850000", "559"},
		"direction":    {0, func(v *ce.EventSpawn) { v.Positions[1].A = ptr(90.0) }, `a="0"`, `a="90"`},
		"no direction": {0, func(v *ce.EventSpawn) { v.Positions[0].A = nil }, ` a="-1"`, ""},
		"height":       {0, func(v *ce.EventSpawn) { v.Positions[0].Y = ptr(7.75) }, `a="-1"`, `a="-1" y="7.75"`},
		"group":        {0, func(v *ce.EventSpawn) { v.Positions[2].Group = ptr("A") }, `z="6"`, `z="6" group="A"`},
		"no group":     {0, func(v *ce.EventSpawn) { v.Positions[1].Group = ptr(" ") }, ` group="Sample_Train"`, ""},
		"first gone":   {0, func(v *ce.EventSpawn) { v.Positions = v.Positions[1:] }, first, ""},
		"new first": {
			0, func(v *ce.EventSpawn) { v.Positions = append([]ce.EventPosition{added}, v.Positions...) }, first,
			indent + `<pos x="1.5" z="2" y="3" />` + first,
		},
		"new last": {
			0, func(v *ce.EventSpawn) { v.Positions = append(v.Positions, added) }, `spare="1" />`,
			`spare="1" />` + indent + `<pos x="1.5" z="2" y="3" />`,
		},
		"swapped": {
			0, func(v *ce.EventSpawn) { v.Positions[0], v.Positions[1] = v.Positions[1], v.Positions[0] }, first + train + " <!-- rails -->",
			train + first + indent + "<!-- rails -->",
		},
		"none left": {
			0, func(v *ce.EventSpawn) { v.Positions = nil }, first + train + " <!-- rails -->" + indent + `<pos x="5" z="6" spare="1" />`,
			indent + "<!-- rails -->",
		},
		"new in an empty": {
			1, func(v *ce.EventSpawn) { v.Positions, v.Zone.R = []ce.EventPosition{added}, ptr(1.0) }, `<event name="InfectedSample" />`,
			"<event name=\"InfectedSample\">\n\t\t<zone r=\"1\" />\n\t\t<pos x=\"1.5\" z=\"2\" y=\"3\" />\n\t</event>",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if !strings.Contains(sampleSpawns, test.old) {
				t.Fatal("the test replaces what is not there")
			}
			want := strings.Replace(sampleSpawns, test.old, test.new, 1)
			if diff := cmp.Diff(want, eventSpawns().changed(t, sampleSpawns, test.entry, test.change)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestFreshEventSpawnsAreCanonical(t *testing.T) {
	t.Parallel()
	want := `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<eventposdef>
	<event name="StaticSample">
		<zone smin="1" smax="3" dmin="3" dmax="5" r="45" />
		<pos x="558.85" z="12918.95" a="-1" />
		<pos x="2593.47" z="5094.11" a="0" y="201.66" group="Sample_Train" />
		<pos x="5" z="6" />
	</event>
	<event name="InfectedSample" />
</eventposdef>
`
	if diff := cmp.Diff(want, eventSpawns().fresh(t, eventSpawns().values(t, sampleSpawns)...)); diff != "" {
		t.Error(diff)
	}
}
