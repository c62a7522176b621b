package trader_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"quartermaster/internal/say"
	"quartermaster/internal/textfile"
	"quartermaster/internal/trader"
)

const sampleObjects = `// Green Mountain
//-----------
<TraderMarker> 			0 		// number of the trader
<TraderMarkerPosition>	3699.27, 402.130,  5967.91 	// x, y, z
<TraderMarkerSafezone>	500
							// radius
<Object> 			SurvivorF_Irena	// class
<ObjectPosition>	3699.27, 402.13,     5967.91
<ObjectOrientation>	-13.234265, 0,			0
//<ObjectAttachment>	NPC_DUMMY
<ObjectAttachment>	Bandana
<ObjectAttachment>	Dress	// red
<ObjectAttachment>	Shoes
//-----------

<TraderMarker> 1
<TraderMarkerPosition>1 2 3
<VehicleSpawn> 1, 2, x
<Object> Box
<ObjectPosition> 4, 5, 6
<FileEnd>`

func ptr[T any](v T) *T { return &v }

func parseObjects(t rapid.TB, data string) *textfile.File[trader.Place] {
	t.Helper()
	file, err := trader.ParseObjects([]byte(data))
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func writeObjects(t rapid.TB, s textfile.Skeleton, parts []textfile.Part[trader.Place]) string {
	t.Helper()
	var b strings.Builder
	if err := trader.WriteObjects(&b, s, parts); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func samplePlaces() []trader.Place {
	return []trader.Place{
		{IsMarker: true, Position: &trader.Vector{3699.27, 402.13, 5967.91}, Safezone: ptr(int64(500))},
		{
			Class: "SurvivorF_Irena", Position: &trader.Vector{3699.27, 402.13, 5967.91},
			Orientation: &trader.Vector{-13.234265, 0, 0}, Attachments: []string{"Bandana", "Dress", "Shoes"},
		},
		{IsMarker: true, Trader: 1, Position: &trader.Vector{1, 2, 3}},
		{Class: "Box", Position: &trader.Vector{4, 5, 6}},
	}
}

func TestObjectsAreRead(t *testing.T) {
	t.Parallel()
	file := parseObjects(t, sampleObjects)
	var places []trader.Place
	for _, entry := range file.Entries {
		places = append(places, entry.Value)
	}
	if diff := cmp.Diff(samplePlaces(), places); diff != "" {
		t.Error(diff)
	}
	warnings := []textfile.Warning{
		{Line: 17, Says: say.Plain(`"1 2 3" is not what <TraderMarkerPosition> takes; it is kept as it is`)},
		{Line: 18, Says: say.Plain(`"1, 2, x" is not what <VehicleSpawn> takes; it is kept as it is`)},
	}
	if diff := cmp.Diff(warnings, file.Warnings, inWords); diff != "" {
		t.Error(diff)
	}
	if raw := file.Entries[2].Raw; raw != "<TraderMarker> 1\n<TraderMarkerPosition>1 2 3\n<VehicleSpawn> 1, 2, x\n" ||
		file.Entries[2].Line != 16 {
		t.Errorf("line %d: %q", file.Entries[2].Line, raw)
	}
	if got := writeObjects(t, file.Skeleton, file.Parts()); got != sampleObjects {
		t.Errorf("written as %q", got)
	}
}

func TestStrayPropertiesAreKept(t *testing.T) {
	t.Parallel()
	const data = "\ufeff<ObjectPosition> 1, 2, 3\r\n<Object> A\r\n<VehicleSpawn> 1, 2, 3\r\nstray\r\n<ObjectPosition> 1, 2, 3\r\n" +
		"<ObjectPosition> 4, 5, 6\r\n<TraderMarker> two\r\n<FileEnd>\r\n<Object> B\r\n"
	file := parseObjects(t, data)
	warnings := []textfile.Warning{
		{Line: 1, Says: say.Plain("stands before the first marker or object; it is kept as it is")},
		{Line: 3, Says: say.Plain("is no property of the <Object> before it; it is kept as it is")},
		{Line: 4, Says: say.Plain("is no property of the <Object> before it; it is kept as it is")},
		{Line: 6, Says: say.Plain("a second <ObjectPosition> is not read; it is kept as it is")},
		{Line: 7, Says: say.Plain(`"two" is not what <TraderMarker> takes; it is kept as it is`)},
		{Line: 9, Says: say.Plain("stands behind <FileEnd> and is not read")},
	}
	if diff := cmp.Diff(warnings, file.Warnings, inWords); diff != "" {
		t.Error(diff)
	}
	if got := writeObjects(t, file.Skeleton, file.Parts()); got != data || len(file.Entries) != 2 {
		t.Errorf("%d entries, written as %q", len(file.Entries), got)
	}
}

// An edit replaces one piece of the sample by another and leaves the rest of it alone.
func TestObjectEdits(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		entry    int
		edit     func(*trader.Place)
		old, new string
	}{
		"one coordinate":       {0, func(p *trader.Place) { p.Position[0] = 3700 }, "3699.27, 402.130,", "3700, 402.130,"},
		"number of the trader": {0, func(p *trader.Place) { p.Trader = 2 }, "			0 	", "			2 	"},
		"safezone":             {0, func(p *trader.Place) { *p.Safezone = 0 }, "500\n", "0\n"},
		"safezone removed": {
			0, func(p *trader.Place) { p.Safezone = nil }, "<TraderMarkerSafezone>	500\n							// radius\n", "							// radius\n",
		},
		"vehicle spawn added": {
			0, func(p *trader.Place) { p.VehicleSpawn = &trader.Vector{1.5, 2, -3} },
			"500\n", "500\n<VehicleSpawn>	1.5, 2, -3\n",
		},
		"unreadable value": {2, func(p *trader.Place) { p.VehicleSpawn = &trader.Vector{1, 2, 3} }, "1, 2, x", "1, 2, 3"},
		"commas put right": {2, func(p *trader.Place) { p.Position[2] = 4 }, "1 2 3", "1, 2, 4"},
		"class":            {1, func(p *trader.Place) { p.Class = "SurvivorF_Eva" }, "SurvivorF_Irena	//", "SurvivorF_Eva	//"},
		"letter case":      {1, func(p *trader.Place) { p.Class, p.Attachments[0] = "survivorf_irena", "BANDANA" }, "", ""},
		"attachment changed": {
			1, func(p *trader.Place) { p.Attachments[1] = "Skirt" },
			"Dress	// red", "Skirt	// red",
		},
		"attachment removed": {
			1, func(p *trader.Place) { p.Attachments = []string{"Bandana", "Shoes"} }, "<ObjectAttachment>	Dress	// red\n", "",
		},
		"attachment added": {
			1, func(p *trader.Place) { p.Attachments = []string{"Bandana", "Belt", "Dress", "Shoes"} },
			"Bandana\n", "Bandana\n<ObjectAttachment>	Belt\n",
		},
		"first attachments": {
			3, func(p *trader.Place) { p.Attachments = []string{"A", "B"} },
			"6\n", "6\n<ObjectAttachment>	A\n<ObjectAttachment>	B\n",
		},
		"attachments removed": {
			1, func(p *trader.Place) { p.Attachments = nil },
			"<ObjectAttachment>	Bandana\n<ObjectAttachment>	Dress	// red\n<ObjectAttachment>	Shoes\n", "",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := parseObjects(t, sampleObjects)
			parts := file.Parts()
			test.edit(&parts[test.entry].Value)
			// The commented-out attachment is found by the search as well.
			want := sampleObjects
			if at := strings.LastIndex(want, test.old); test.old != "" {
				want = want[:at] + test.new + want[at+len(test.old):]
			}
			if test.entry == 0 {
				want = strings.Replace(sampleObjects, test.old, test.new, 1)
			}
			if diff := cmp.Diff(want, writeObjects(t, file.Skeleton, parts)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestPlacesAreAddedAndRemoved(t *testing.T) {
	t.Parallel()
	file := parseObjects(t, sampleObjects)
	parts := file.Parts()[:2]
	parts = append(parts, textfile.Part[trader.Place]{Slot: -1, Value: trader.Place{
		IsMarker: true, Trader: 7, Position: &trader.Vector{1, 2, 3}, Safezone: ptr(int64(0)),
		VehicleSpawn: &trader.Vector{4, 5, 6}, VehicleOrientation: &trader.Vector{90, 0, 0},
	}})
	got := writeObjects(t, file.Skeleton, parts)
	start, _, _ := strings.Cut(sampleObjects, "//-----------\n\n")
	want := start + `
<TraderMarker>	7
<TraderMarkerPosition>	1, 2, 3
<TraderMarkerSafezone>	0
<VehicleSpawn>	4, 5, 6
<VehicleSpawnOri>	90, 0, 0
//-----------

<FileEnd>`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestNewObjectsHaveTheUsualLayout(t *testing.T) {
	t.Parallel()
	var parts []textfile.Part[trader.Place]
	for _, place := range samplePlaces()[:2] {
		parts = append(parts, textfile.Part[trader.Place]{Slot: -1, Value: place})
	}
	const want = `<TraderMarker>	0
<TraderMarkerPosition>	3699.27, 402.13, 5967.91
<TraderMarkerSafezone>	500

<Object>	SurvivorF_Irena
<ObjectPosition>	3699.27, 402.13, 5967.91
<ObjectOrientation>	-13.234265, 0, 0
<ObjectAttachment>	Bandana
<ObjectAttachment>	Dress
<ObjectAttachment>	Shoes
<FileEnd>
`
	if diff := cmp.Diff(want, writeObjects(t, textfile.Skeleton{}, parts)); diff != "" {
		t.Error(diff)
	}
}

func TestUnwritablePlaces(t *testing.T) {
	t.Parallel()
	for want, value := range map[string]trader.Place{
		`the object "A // B" cannot be written: it would not be read back as it is`:        {Class: "A // B"},
		`the object "A\n<Object> B" cannot be written: it would not be read back as it is`: {Class: "A\n<Object> B"},
		`the object "A" cannot be written: it would not be read back as it is`:             {Class: "A", Attachments: []string{"B\n<FileEnd>"}},
		`the object "A\x00" cannot be written: it would not be read back as it is`:         {Class: "A\x00"},
	} {
		var b strings.Builder
		parts := []textfile.Part[trader.Place]{{Slot: -1, Value: value}}
		if err := trader.WriteObjects(&b, textfile.Skeleton{}, parts); err == nil || err.Error() != want || b.Len() > 0 {
			t.Errorf("%+v: error %v, written %q", value, err, b.String())
		}
	}
}

func TestObjectsAt(t *testing.T) {
	t.Parallel()
	places := []trader.Place{
		{IsMarker: true, Position: &trader.Vector{1, 2, 3}},
		{Class: "Near", Position: &trader.Vector{1, 2, 4}},
		{IsMarker: true, Position: &trader.Vector{5, 6, 7}},
		{IsMarker: true},
		{Class: "Exact", Position: &trader.Vector{5, 6, 7}},
		{IsMarker: true, Position: &trader.Vector{8, 8, 8}},
		{IsMarker: true, Position: &trader.Vector{9, 9, 9}},
		{IsMarker: true, Position: &trader.Vector{9, 9, 9}},
		{Class: "Of the second", Position: &trader.Vector{9, 9, 9}},
		{Class: "Of the first", Position: &trader.Vector{9, 9, 9}},
		{IsMarker: true, Position: &trader.Vector{9, 9, 9}},
	}
	want := []int{1, -1, 4, 4, -1, -1, 9, 8, -1, -1, 8}
	if diff := cmp.Diff(want, trader.ObjectsAt(places)); diff != "" {
		t.Error(diff)
	}
}

func TestReadingOrder(t *testing.T) {
	t.Parallel()
	files := map[string]*trader.Config{
		"traderconfig.txt": {Next: "Cars.TXT"}, "cars.txt": {Next: "Boats.txt"}, "boats.txt": {Next: "traderconfig.txt"}, "lost.txt": {},
	}
	want := []string{"traderconfig.txt", "cars.txt", "boats.txt"}
	if diff := cmp.Diff(want, trader.ReadingOrder("TraderConfig.txt", files)); diff != "" {
		t.Error(diff)
	}
	delete(files, "boats.txt")
	if diff := cmp.Diff(want[:2], trader.ReadingOrder("TraderConfig.txt", files)); diff != "" {
		t.Error(diff)
	}
}
