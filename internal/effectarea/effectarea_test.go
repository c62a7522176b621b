package effectarea_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/effectarea"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/say"
	"quartermaster/internal/textfile"
)

const sample = `{
    "Version": 1.10,
    "Areas": [
        { 	"AreaName": "Bow", 
			"Type": "ContaminatedArea_Static",
			"TriggerType": "",
			"Data": { 
				"Pos": [ 13917, 0.0, 11178.125 ],
				"Radius": 7.5e1,
				"NegHeight": 3,
				"ParticleName": "graphics/gas"
				},
			"PlayerData": {
				"TinyPartName": "graphics/tiny"
			},
			"Note": null
			},
		{"AreaName":"Spring"},
		{ "AreaName": "Vent", "Data": {"Pos": [1, 2, 3], "Radius": 1} }
    ],

	"SafePositions":[
		[434, 13624]
	]
}`

func ptr[T any](v T) *T { return &v }

// tb is what a test and a property have in common.
type tb interface {
	Helper()
	Fatal(args ...any)
}

func parse(t tb, data string) *textfile.File[effectarea.Area] {
	t.Helper()
	file, err := effectarea.Parse([]byte(data))
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func write(t tb, s textfile.Skeleton, parts []textfile.Part[effectarea.Area]) string {
	t.Helper()
	var b strings.Builder
	if err := effectarea.Write(&b, s, parts); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func object(pairs ...any) *jsontree.Object {
	o := new(jsontree.Object)
	for i := 0; i < len(pairs); i += 2 {
		o.Set(pairs[i].(string), pairs[i+1])
	}
	return o
}

// byValue compares objects by what they hold.
func byValue() cmp.Option {
	return cmp.Comparer(func(a, b *jsontree.Object) bool { return a.Len() == b.Len() && jsontree.Equal(a, b) })
}

func added(value effectarea.Area) textfile.Part[effectarea.Area] {
	return textfile.Part[effectarea.Area]{Slot: -1, Value: value}
}

func values(parts []textfile.Part[effectarea.Area]) []effectarea.Area {
	list := make([]effectarea.Area, len(parts))
	for i, part := range parts {
		list[i] = part.Value
	}
	return list
}

func TestAreasAreRead(t *testing.T) {
	t.Parallel()
	file := parse(t, "\ufeff"+sample)
	want := []effectarea.Area{
		{
			Name: "Bow", Type: ptr("ContaminatedArea_Static"), Trigger: ptr(""),
			X: ptr(13917.0), Y: ptr(0.0), Z: ptr(11178.125), Radius: ptr(75.0), Particles: ptr("graphics/gas"),
			Data: object("NegHeight", jsontree.Number("3")), Player: object("TinyPartName", "graphics/tiny"),
		},
		{Name: "Spring"},
		{Name: "Vent", X: ptr(1.0), Y: ptr(2.0), Z: ptr(3.0), Radius: ptr(1.0)},
	}
	if diff := cmp.Diff(want, values(file.Parts()), byValue()); diff != "" {
		t.Error(diff)
	}
	if entry := file.Entries[1]; entry.Line != 18 || entry.Raw != `{"AreaName":"Spring"}` {
		t.Errorf("line %d: %q", entry.Line, entry.Raw)
	}
	if len(file.Warnings) > 0 {
		t.Error(file.Warnings)
	}
	if got := write(t, file.Skeleton, file.Parts()); got != "\ufeff"+sample {
		t.Errorf("written as %q", got)
	}
}

func TestValuesOfAnotherKindAreKept(t *testing.T) {
	t.Parallel()
	const data = "{\"Areas\": [\n{\"Data\": {\"Pos\": [1, 2], \"Radius\": \"75\", \"PosHeight\": 1e999}, \"Type\": 5, \"PlayerData\": []}]}"
	file := parse(t, data)
	var messages []string
	for _, warning := range file.Warnings {
		if warning.Line != 2 {
			t.Errorf("%+v", warning)
		}
		problem, isKept := warning.Says.Param("problem").(say.Message)
		messages = append(messages, effectarea.Sentences.Sentence(problem.Or(warning.Says)))
		if want := messages[len(messages)-1] + "; it is kept as it is"; isKept && effectarea.Sentences.Sentence(warning.Says) != want {
			t.Errorf("%+v is not %q", warning, want)
		}
	}
	slices.Sort(messages)
	want := []string{
		"PlayerData is not an object", "Pos is not a list of three numbers", "PosHeight is not a number", "Radius is not a number",
		"Type is not a text", "an area without AreaName",
	}
	if diff := cmp.Diff(want, messages); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]effectarea.Area{{}}, values(file.Parts()), byValue()); diff != "" {
		t.Error(diff)
	}
	parts := file.Parts()
	parts[0].Value.Radius, parts[0].Value.X = ptr(75.0), ptr(4.0)
	wantText := strings.NewReplacer("[1, 2]", "[4, 0, 0]", `"75"`, "75").Replace(data)
	if got := write(t, file.Skeleton, parts); got != wantText {
		t.Errorf("written as %q", got)
	}
}

func TestWrongDocuments(t *testing.T) {
	t.Parallel()
	for data, want := range map[string]string{
		"":                        "line 1, column 1: the document ends where a value is expected",
		"{\"Areas\": [\n{},\n]}":  "line 3, column 1: ']' where a value is expected",
		"\ufeff[]":                "line 1, column 1: an object with the key Areas is expected",
		"{\n \"Areas\": {}}":      "line 2, column 11: Areas must be a list",
		"{\"Areas\":\n [ null ]}": "line 2, column 4: an area must be an object",
	} {
		if _, err := effectarea.Parse([]byte(data)); err == nil || err.Error() != want {
			t.Errorf("%q: %v", data, err)
		}
	}
}

// An edit replaces one piece of the sample by another and leaves the rest of it alone.
func TestAreaEdits(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		entry    int
		edit     func(*effectarea.Area)
		old, new string
	}{
		"name": {0, func(a *effectarea.Area) { a.Name = "Stern" }, `"Bow"`, `"Stern"`},
		"trigger": {
			0, func(a *effectarea.Area) { a.Trigger = ptr("GeyserTrigger") }, `"TriggerType": ""`, `"TriggerType": "GeyserTrigger"`,
		},
		"one coordinate":    {0, func(a *effectarea.Area) { a.Y = ptr(12.5) }, "0.0,", "12.5,"},
		"radius":            {0, func(a *effectarea.Area) { a.Radius = ptr(80.0) }, "7.5e1", "80"},
		"thousandths":       {0, func(a *effectarea.Area) { a.Z = ptr(11178.13) }, "", ""},
		"height added":      {0, func(a *effectarea.Area) { a.Height = ptr(20.0) }, "7.5e1,", "7.5e1,\n\t\t\t\t\"PosHeight\": 20,"},
		"particles removed": {0, func(a *effectarea.Area) { a.Particles = nil }, ",\n\t\t\t\t\"ParticleName\": \"graphics/gas\"", ""},
		"other data": {0, func(a *effectarea.Area) {
			a.Data = object("NegHeight", jsontree.Number("3.0"), "EffectInterval", jsontree.Number("5"))
		}, `gas"`, "gas\",\n\t\t\t\t\"EffectInterval\": 5"},
		"other data removed": {0, func(a *effectarea.Area) { a.Data = nil }, ",\n\t\t\t\t\"NegHeight\": 3", ""},
		"own keys in data":   {0, func(a *effectarea.Area) { a.Data = object("NegHeight", jsontree.Number("3"), "Radius", "x") }, "", ""},
		"player data":        {0, func(a *effectarea.Area) { a.Player = object("TinyPartName", "é") }, `"graphics/tiny"`, `"é"`},
		"player data gone":   {0, func(a *effectarea.Area) { a.Player = nil }, "{\n\t\t\t\t\"TinyPartName\": \"graphics/tiny\"\n\t\t\t}", "{}"},
		"data added": {
			1, func(a *effectarea.Area) { a.X = ptr(1.0) }, `"Spring"`, "\"Spring\", \"Data\": {\n\t\t\t\"Pos\": [1, 0, 0]\n\t\t}",
		},
		"position removed": {2, func(a *effectarea.Area) { a.X, a.Y, a.Z = nil, nil, nil }, `"Pos": [1, 2, 3], `, ""},
		"empty for none":   {1, func(a *effectarea.Area) { a.Data, a.Player = object(), object() }, "", ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := parse(t, sample)
			parts := file.Parts()
			test.edit(&parts[test.entry].Value)
			want := strings.Replace(sample, test.old, test.new, 1)
			if diff := cmp.Diff(want, write(t, file.Skeleton, parts)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestAreasAreAddedRemovedAndMoved(t *testing.T) {
	t.Parallel()
	file := parse(t, sample)
	bow, spring, vent := file.Entries[0].Raw, file.Entries[1].Raw, file.Entries[2].Raw
	head, _, _ := strings.Cut(sample, bow)
	_, tail, _ := strings.Cut(sample, vent)
	const gap = ",\n\t\t"
	bare := strings.TrimRight(head, "\n ") // before a zone that keeps its own indentation
	parts := file.Parts()
	geyser := added(effectarea.Area{
		Name: "Geyser", Type: ptr("GeyserArea"), X: ptr(1.0), Y: ptr(0.0), Z: ptr(2.5), Radius: ptr(10.0),
		Data: object("EffectInterval", jsontree.Number("5")),
	})
	const fresh = "{\n\t\t\t\"AreaName\": \"Geyser\",\n\t\t\t\"Type\": \"GeyserArea\",\n\t\t\t\"Data\": {\n\t\t\t\t\"Pos\": [1, 0, " +
		"2.5],\n\t\t\t\t\"Radius\": 10,\n\t\t\t\t\"EffectInterval\": 5\n\t\t\t}\n\t\t}"
	for name, test := range map[string]struct {
		parts []textfile.Part[effectarea.Area]
		want  string
	}{
		"first removed":  {parts[1:], bare + "\n\t\t" + spring + gap + vent + tail},
		"last removed":   {parts[:2], head + bow + gap + spring + tail},
		"all removed":    {nil, bare + tail},
		"moved":          {[]textfile.Part[effectarea.Area]{parts[2], parts[0]}, bare + "\n\t\t" + vent + gap + bow + tail},
		"added":          {append(slices.Clone(parts), geyser), head + bow + gap + spring + gap + vent + gap + fresh + tail},
		"added in front": {[]textfile.Part[effectarea.Area]{geyser, parts[1]}, head + fresh + gap + spring + tail},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, write(t, file.Skeleton, test.parts)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestAreasOfADocumentWithoutAny(t *testing.T) {
	t.Parallel()
	parts := []textfile.Part[effectarea.Area]{added(effectarea.Area{Name: "A"}), added(effectarea.Area{Name: "B"})}
	const areas = `"Areas": [
        {
            "AreaName": "A"
        },
        {
            "AreaName": "B"
        }
    ]`
	for data, want := range map[string]string{
		"":                                "{\n    " + areas + "\n}",
		"{}":                              "{\n    " + areas + "\n}",
		"\ufeff{\n    \"Areas\": [ ]\n}":  "\ufeff{\n    " + areas + "\n}",
		"{\n    \"Areas\": null\n}\n":     "{\n    " + areas + "\n}\n",
		"{\n    \"SafePositions\": []\n}": "{\n    " + areas + ",\n    \"SafePositions\": []\n}",
	} {
		got := write(t, textfile.Skeleton{Tail: data}, parts)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q: %s", data, diff)
		}
		if data == "" {
			data = "{}"
		}
		if got := write(t, textfile.Skeleton{Tail: data}, nil); got != data {
			t.Errorf("%q without areas is written as %q", data, got)
		}
	}
}

func TestDetect(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, data string
		want       bool
	}{
		{`mpmissions\a\CFGEFFECTAREA.json`, "{}", true},
		{"cfgEffectArea.json", "{", true},
		{"areas.json", sample, true},
		{"areas.json", `{"Areas": []}`, false},
		{"areas.json", `{"Areas": [{"Name": "A"}]}`, false},
		{"areas.txt", sample, false},
	} {
		if got := effectarea.Detect(test.name, []byte(test.data)); got != test.want {
			t.Errorf("%s with %.20q: %v", test.name, test.data, got)
		}
	}
}

// What stays is as it was, its indentation too.
func TestTheFirstOfUnevenAreasIsRemoved(t *testing.T) {
	t.Parallel()
	const text = "{\"Areas\": [\n        {\"AreaName\":\"A\"},\n\t\t{\"AreaName\":\"B\"},\n    {\"AreaName\":\"C\"}\n]}"
	file := parse(t, text)
	parts := file.Parts()
	for _, test := range []struct {
		gone int
		want string
	}{
		{1, "{\"Areas\": [\n\t\t{\"AreaName\":\"B\"},\n    {\"AreaName\":\"C\"}\n]}"},
		{2, "{\"Areas\": [\n    {\"AreaName\":\"C\"}\n]}"},
	} {
		if diff := cmp.Diff(test.want, write(t, file.Skeleton, parts[test.gone:])); diff != "" {
			t.Errorf("without the first %d (-want +got):\n%s", test.gone, diff)
		}
	}
}

func TestSettings(t *testing.T) {
	t.Parallel()
	text := "\ufeff" + sample
	list, err := effectarea.Settings(text)
	if err != nil || len(list) != 2 {
		t.Fatal(list, err)
	}
	if got := list[1]; got.Path != "SafePositions" || got.Value != "[[434,13624]]" {
		t.Errorf("got %+v", got)
	}
	want := strings.Replace(text, "434, 13624", "1, 2", 1)
	if got := textfile.SetSettings(text, list, map[string]string{"SafePositions": "[\n\t\t[1, 2]\n\t]"}); got != want {
		t.Errorf("got %s", got)
	}
}
