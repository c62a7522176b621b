package ce_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/ce"
	"quartermaster/internal/say"
	"quartermaster/internal/textfile"
)

const oneEvent = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<events>
    <event name="VehicleSample">
        <waves>0</waves>
        <nominal>25</nominal>
        <min>20</min>
        <max>30</max>
        <lifetime>300</lifetime>
        <restock>5</restock>
        <saferadius>500</saferadius>
        <distanceradius>400</distanceradius>
        <cleanupradius>200</cleanupradius>a
        <secondary>InfectedSample</secondary>
        <flags deletable="0" init_random="0" remove_damaged="1" sec_spawner="1"/>
        <position>fixed</position>
        <limit>mixed</limit>
        <active>1</active>
        <active>0</active>
        <children>
            <child lootmax="0" lootmin="0" max="15" min="10" type="SampleCar"/>
            <child lootmax="1" lootmin="2" max="3" min="4" type="SampleCar" spare="1"/> <!-- two -->
            <child/>
            <child max="5" type="SampleTruck"/>
        </children>
    </event>
</events>
`

func sampleEvent() ce.Event {
	return ce.Event{
		Name: "VehicleSample", Nominal: ptr(int64(25)), Min: ptr(int64(20)), Max: ptr(int64(30)),
		Lifetime: ptr(int64(300)), Restock: ptr(int64(5)), SafeRadius: ptr(int64(500)),
		DistanceRadius: ptr(int64(400)), CleanupRadius: ptr(int64(200)), Secondary: ptr("InfectedSample"),
		Deletable: ptr(false), InitRandom: ptr(false), RemoveDamaged: ptr(true),
		Position: ptr("fixed"), Limit: ptr("mixed"), Active: ptr(true),
		Children: []ce.Child{
			{Type: "SampleCar", LootMax: ptr(int64(0)), LootMin: ptr(int64(0)), Max: ptr(int64(15)), Min: ptr(int64(10))},
			{Type: "SampleCar", LootMax: ptr(int64(1)), LootMin: ptr(int64(2)), Max: ptr(int64(3)), Min: ptr(int64(4))},
			{Type: "SampleTruck", Max: ptr(int64(5))},
		},
	}
}

func TestParseEventsReadsEveryField(t *testing.T) {
	t.Parallel()
	file := parseEvents(t, []byte(oneEvent))
	if diff := cmp.Diff(sampleEvent(), file.Entries[0].Value); diff != "" {
		t.Error(diff)
	}
	if file.Entries[0].Line != 3 || len(file.Warnings) > 0 {
		t.Errorf("line %d, warnings %v", file.Entries[0].Line, file.Warnings)
	}
}

func TestParseEventsWarns(t *testing.T) {
	t.Parallel()
	file := parseEvents(t, []byte(strings.NewReplacer(
		`<active>1<`, `<active>yes<`, `max="5"`, `max="5.5"`, `<nominal>25<`, `<nominal>a<`,
	).Replace(oneEvent)))
	want := []textfile.Warning{
		{Line: 5, Says: say.Plain(`event "VehicleSample": nominal "a" is not a number: it counts as not set, and stays in the file as it is`)},
		{Line: 17, Says: say.Plain(`event "VehicleSample": active "yes" is not a number: it counts as not set, and stays in the file as it is`)},
		{Line: 23, Says: say.Plain(`event "VehicleSample": max "5.5" is read as 5`)},
	}
	if diff := cmp.Diff(want, file.Warnings, inWords); diff != "" {
		t.Error(diff)
	}
}

func TestPatchChangesOnlyWhatDiffersInEvents(t *testing.T) {
	t.Parallel()
	child := func(name string) ce.Child { return ce.Child{Type: name, Min: ptr(int64(1))} }
	const indent = "\n            "
	tests := map[string]struct {
		change   func(*ce.Event)
		old, new string // what is replaced in oneEvent
	}{
		"nothing":      {func(*ce.Event) {}, "", ""},
		"number":       {func(e *ce.Event) { e.CleanupRadius = ptr(int64(7)) }, ">200<", ">7<"},
		"no number":    {func(e *ce.Event) { e.Max = nil }, "\n        <max>30</max>", ""},
		"text":         {func(e *ce.Event) { e.Position = ptr("a<b") }, ">fixed<", ">a&lt;b<"},
		"no secondary": {func(e *ce.Event) { e.Secondary = ptr(" ") }, "\n        <secondary>InfectedSample</secondary>", ""},
		"off":          {func(e *ce.Event) { e.Active = ptr(false) }, "<active>1<", "<active>0<"},
		"flag":         {func(e *ce.Event) { e.InitRandom = ptr(true) }, `init_random="0"`, `init_random="1"`},
		"child number": {func(e *ce.Event) { e.Children[1].Min = ptr(int64(9)) }, `min="4"`, `min="9"`},
		"no number of a child": {
			func(e *ce.Event) { e.Children[0].LootMin = nil },
			` lootmin="0" max="15"`, ` max="15"`,
		},
		"new numbers of a child": {
			func(e *ce.Event) { e.Children[2].LootMax, e.Children[2].Min = ptr(int64(1)), ptr(int64(2)) },
			`<child max="5" type`, `<child lootmax="1" max="5" min="2" type`,
		},
		"first child gone": {
			func(e *ce.Event) { e.Children = e.Children[1:] },
			indent + `<child lootmax="0" lootmin="0" max="15" min="10" type="SampleCar"/>`, "",
		},
		"remarked child gone": {
			func(e *ce.Event) { e.Children = []ce.Child{e.Children[0], e.Children[2]} },
			`<child lootmax="1" lootmin="2" max="3" min="4" type="SampleCar" spare="1"/> <!-- two -->`, "<!-- two -->",
		},
		"new first child": {
			func(e *ce.Event) { e.Children = append([]ce.Child{child("New")}, e.Children...) },
			"<children>", "<children>" + indent + `<child min="1" type="New"/>`,
		},
		"new last child": {
			func(e *ce.Event) { e.Children = append(e.Children, child("New")) },
			`"SampleTruck"/>`, `"SampleTruck"/>` + indent + `<child min="1" type="New"/>`,
		},
		"other type": {
			func(e *ce.Event) { e.Children[2].Type = "Boat" },
			`<child max="5" type="SampleTruck"/>`, `<child max="5" type="Boat"/>`,
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if !strings.Contains(oneEvent, test.old) {
				t.Fatal("the test replaces what is not there")
			}
			want := strings.Replace(oneEvent, test.old, test.new, 1)
			file := parseEvents(t, []byte(oneEvent))
			parts := partsOf(file)
			test.change(&parts[0].Value)
			if diff := cmp.Diff(want, string(writeEvents(t, file.Skeleton, parts))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestChildrenFindTheirPlace(t *testing.T) {
	t.Parallel()
	children := []ce.Child{{Type: "A", Max: ptr(int64(1))}, {Type: "B"}}
	tests := map[string]struct {
		entry    string
		children []ce.Child
		want     string
	}{
		"empty list": {
			"<event name=\"E\">\n  <children/>\n</event>", children,
			"<event name=\"E\">\n  <children>\n    <child max=\"1\" type=\"A\"/>\n    <child type=\"B\"/>\n  </children>\n</event>",
		},
		"no list": {
			"<event name=\"E\">\n  <active>1</active>\n</event>", children,
			"<event name=\"E\">\n  <active>1</active>\n  <children>\n    <child max=\"1\" type=\"A\"/>\n    <child type=\"B\"/>\n  " +
				"</children>\n</event>",
		},
		"no list and none wanted": {"<event name=\"E\"/>", nil, "<event name=\"E\"/>"},
		"several lists": {
			"<event name=\"E\">\n  <children/>\n  <children>\n    <child type=\"B\"/>\n  </children>\n</event>", children,
			"<event name=\"E\">\n  <children/>\n  <children>\n    <child max=\"1\" type=\"A\"/>\n    <child type=\"B\"/>\n  </children>\n</event>",
		},
		"none left": {
			"<event name=\"E\">\n  <children>\n    <child type=\"B\"/>\n  </children>\n</event>", nil,
			"<event name=\"E\">\n  <children>\n  </children>\n</event>",
		},
		"without a type": {"<event name=\"E\">\n  <children/>\n</event>", []ce.Child{{Type: " "}}, "<event name=\"E\">\n  <children/>\n</event>"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := parseEvents(t, []byte("<events>\n"+test.entry+"\n</events>"))
			parts := partsOf(file)
			parts[0].Value.Children = test.children
			got := string(writeEvents(t, file.Skeleton, parts))
			if diff := cmp.Diff("<events>\n"+test.want+"\n</events>", got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestFreshEventIsCanonical(t *testing.T) {
	t.Parallel()
	got := writeEvents(t, textfile.Skeleton{}, []textfile.Part[ce.Event]{
		{Slot: -1, Value: sampleEvent()}, {Slot: -1, Value: ce.Event{Name: "Bare"}},
	})
	want := `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<events>
    <event name="VehicleSample">
        <nominal>25</nominal>
        <min>20</min>
        <max>30</max>
        <lifetime>300</lifetime>
        <restock>5</restock>
        <saferadius>500</saferadius>
        <distanceradius>400</distanceradius>
        <cleanupradius>200</cleanupradius>
        <secondary>InfectedSample</secondary>
        <flags deletable="0" init_random="0" remove_damaged="1"/>
        <position>fixed</position>
        <limit>mixed</limit>
        <active>1</active>
        <children>
            <child lootmax="0" lootmin="0" max="15" min="10" type="SampleCar"/>
            <child lootmax="1" lootmin="2" max="3" min="4" type="SampleCar"/>
            <child max="5" type="SampleTruck"/>
        </children>
    </event>
    <event name="Bare">
        <children/>
    </event>
</events>
`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Error(diff)
	}
}
