package pack

import (
	"strings"
	"testing"
	"testing/fstest"
)

// soundPack is a pack without mistakes, into which TestPlantedMistakes plants one at a time.
const soundPack = `{
  "slug": "boats", "name": "Boats", "about": {"de": "Boote.", "en": "Boats that float."}, "version": "1.0", "workshop": "123",
  "run_time": ["Boats/Players/**"],
  "files": [
    {"name": "harbours", "title": "Harbours", "paths": ["Boats/Harbours*.json"], "except": ["Boats/HarboursOld.json"], "has": ["Harbours"],
     "schema": {
       "type": "object", "$defs": {"class": {"type": "string", "title": "Class", "x-mark": "class"}},
       "required": ["Harbours"],
       "properties": {
         "Version": {"type": "integer", "title": "Version", "x-mark": "version"},
         "Enabled": {"type": "integer", "title": "Enabled", "enum": [0, 1], "default": 1},
         "Mode": {"type": "integer", "title": "Mode", "enum": [0, 2], "x-labels": {"0": "Off", "2": "Fast"}, "default": 2},
         "Harbours": {"type": "array", "title": "Harbours", "items": {"type": "object", "properties": {
           "Name": {"type": "string", "title": "Name", "x-key": true},
           "Place": {"type": "array", "title": "Place", "x-mark": "position", "items": {"type": "number"}},
           "Least": {"type": "integer", "title": "Least", "minimum": 0, "maximum": 10, "default": 1},
           "Most": {"type": "integer", "title": "Most", "x-unit": "boats"},
           "Boat": {"$ref": "#/$defs/class"},
           "Next": {"type": "string", "title": "Next", "x-refers": "Harbours.*.Name", "x-except": ["NONE"]},
           "Hours": {"type": "string", "title": "Hours", "pattern": "^\\d+-\\d+$", "x-says": "From and to, such as 8-20."}
         }}},
         "Prices": {"type": "object", "title": "Prices", "additionalProperties": {"type": "number"}}
       }
     },
     "rules": [{"id": "least-over-most", "each": "Harbours.*", "when": "Least>$Most", "at": "Least",
      "says": "{Name} wants at least {Least}.",
       "example": {"Name": "A", "Least": 2, "Most": 1}}]
    },
    {"name": "staff", "title": "Staff", "paths": ["Boats/staff.txt"], "format": "lines", "lines": {"columns": ["id", "rank"]},
     "schema": {"type": "array",
      "items": {"type": "object", "properties": {"id": {"type": "string", "title": "Id"}, "rank": {"type": "integer", "title": "Rank"}}}}}
  ]
}`

// soundSample fits the pack.
const soundSample = `{"Version": 3, "Enabled": 1, "Mode": 2, "Harbours": [
  {"Name": "North", "Place": [1, 2, 3], "Least": 1, "Most": 2, "Boat": "Boat_01", "Next": "South", "Hours": "8-20"},
  {"Name": "South", "Place": [1, 2, 3], "Least": 1, "Most": 2, "Boat": "Boat_01", "Next": "NONE", "Hours": ""}
], "Prices": {"Boat_01": 5.5}}`

func checked(pack, sample string) []Mistake {
	_, wrong := Check(fstest.MapFS{
		"boats/pack.json":                          {Data: []byte(pack)},
		"boats/samples/Boats/HarboursNorth.json":   {Data: []byte(sample)},
		"boats/samples/Boats/staff.txt":            {Data: []byte("anna 2 // the boss\n# nobody else\n")},
		"boats/samples/Boats/Players/somebody.txt": {Data: []byte("run-time data")},
	}, ".")
	return wrong
}

func TestSoundPack(t *testing.T) {
	t.Parallel()
	if wrong := checked(soundPack, soundSample); len(wrong) > 0 {
		t.Error(asTexts(wrong))
	}
	if about := boats(t).Packs()[0].About; about != "Boats that float." {
		t.Errorf("of several languages it is said in English, not %q", about)
	}
}

func asTexts(wrong []Mistake) string {
	texts := make([]string, len(wrong))
	for i, m := range wrong {
		texts[i] = m.Error()
	}
	return strings.Join(texts, "\n")
}

// TestPlantedMistakes plants one mistake at a time, in the pack or in its sample, and wants it named with its file and place.
func TestPlantedMistakes(t *testing.T) {
	t.Parallel()
	const pack, sample = "boats/pack.json: ", "boats/samples/Boats/HarboursNorth.json: "
	for _, test := range []struct{ old, planted, want string }{
		{`"slug": "boats"`, `"slug": "Boats!"`, pack + "slug: must be of small letters"},
		{`"slug": "boats"`, `"slug": "ships"`, pack + "slug: must be the name of the folder, boats"},
		{`"name": "Boats", `, ``, pack + "name: is missing"},
		{`"version": "1.0"`, `"version": 1`, pack + "version: must be a text"},
		{`{"de": "Boote."`, `{"German": "Boote."`, pack + "about.German: must be a language"},
		{`"workshop": "123"`, `"workshop": "boats"`, pack + "workshop: must be the number"},
		{`"run_time": [`, `"runtime": [`, pack + "runtime: is not known here"},
		{`"Boats/Players/**"`, `"Boats\\Players"`, pack + "run_time.0: has a backslash"},
		{`"paths": ["Boats/Harbours*.json"]`, `"paths": ["**"]`, pack + "files.0.paths.0: would be every file"},
		{`"paths": ["Boats/Harbours*.json"]`, `"paths": ["../Boats/Harbours*.json"]`, pack + "files.0.paths.0: must be below"},
		{`"paths": ["Boats/Harbours*.json"], `, ``, pack + "files.0.paths: is missing"},
		{`"title": "Harbours", "paths"`, `"paths"`, pack + "files.0.title: is missing"},
		{`"name": "staff"`, `"name": "harbours"`, pack + "files.1.name: is that of another file"},
		{`"format": "lines"`, `"format": "csv"`, pack + "files.1.format: must be one of"},
		{`"format": "lines", `, ``, pack + "files.1.lines: is for files of the format lines"},
		{
			`"type": "integer", "title": "Version"`, `"type": "int", "title": "Version"`,
			pack + "files.0.schema.properties.Version.type: must be one of",
		},
		{
			`"type": "integer", "title": "Version"`, `"type": "integer", "titel": "Version"`,
			pack + "files.0.schema.properties.Version.titel: is not known",
		},
		{`"x-mark": "version"`, `"x-mark": "vers"`, pack + "files.0.schema.properties.Version.x-mark: must be one of"},
		{`"x-mark": "version"`, `"x-mark": "class"`, pack + "files.0.schema.properties.Version.x-mark: does not suit"},
		{
			`"title": "Name", "x-key": true`, `"title": "Name", "x-key": true, "x-mark": "secret"`,
			pack + "files.0.schema.properties.Harbours.items.properties.Name.x-mark: a rule would tell",
		},
		{`"enum": [0, 1], "default": 1`, `"enum": [0, "1"]`, pack + "files.0.schema.properties.Enabled.enum.1: is not of the type"},
		{
			`"enum": [0, 2], "x-labels": {"0": "Off", "2": "Fast"}, "default": 2`, `"enum": [0, 2], "x-labels": {"0": "Off", "3": "Fast"}`,
			pack + "files.0.schema.properties.Mode.x-labels.3: is none of the values",
		},
		{
			`"minimum": 0, "maximum": 10`, `"minimum": 20, "maximum": 10`,
			pack + "files.0.schema.properties.Harbours.items.properties.Least.minimum: is above",
		},
		{
			`"maximum": 10, "default": 1`, `"maximum": 10, "default": "one"`,
			pack + "files.0.schema.properties.Harbours.items.properties.Least.default: is not a value",
		},
		{`"default": 2}`, `"default": 7}`, pack + "files.0.schema.properties.Mode.default: is not a value"},
		{`"required": ["Harbours"]`, `"required": ["Harbors"]`, pack + "files.0.schema.required.0: is none of the properties"},
		{`#/$defs/class`, `#/$defs/klass`, pack + "files.0.schema.properties.Harbours.items.properties.Boat.$ref: must be"},
		{`"pattern": "^`, `"pattern": "(^`, pack + "files.0.schema.properties.Harbours.items.properties.Hours.pattern: is no regular expression"},
		{
			`"x-refers": "Harbours.*.Name"`, `"x-refers": "Harbours.*.Nome"`,
			pack + "files.0.schema.properties.Harbours.items.properties.Next.x-refers: the schema of harbours has no",
		},
		{
			`"x-refers": "Harbours.*.Name"`, `"x-refers": "ships#*.Name"`,
			pack + "files.0.schema.properties.Harbours.items.properties.Next.x-refers: there is no file ships",
		},
		{`"when": "Least>$Most"`, `"when": "Least>"`, pack + "files.0.rules.0.when: "},
		{`"when": "Least>$Most"`, `"when": "Least"`, pack + "files.0.rules.0.when: “Least”: a key and a comparison are needed"},
		{`"when": "Least>$Most"`, `"when": "Leest>$Most"`, pack + "files.0.rules.0.example: the rule does not find this"},
		{`"Least": 2, "Most": 1`, `"Least": 1, "Most": 2`, pack + "files.0.rules.0.example: the rule does not find this"},
		{`"each": "Harbours.*"`, `"each": "Harbour.*"`, pack + "files.0.rules.0: each: the schema has no Harbour.*"},
		{`wants at least {Least}`, `wants at least {Lest}`, pack + "files.0.rules.0: when or says: the schema has no Harbours.*.Lest"},
		{`"at": "Least"`, `"at": "Minimum"`, pack + "files.0.rules.0: at: the schema has no"},
		{`"version": "1.0", "workshop"`, `"version": "1.0" "workshop"`, pack + "line 2"},
		{`"Enabled": 1, "Mode": 2`, `"Enabled": "1", "Mode": 2`, sample + "Enabled: must be"},
		{`"Mode": 2, "Harbours": [`, `"Mode": 7, "Harbours": [`, sample + "Mode: is none of the values"},
		{
			`"Most": 2, "Boat": "Boat_01", "Next": "South"`, `"Most": 2, "Crew": 2, "Boat": "Boat_01", "Next": "South"`,
			sample + "Harbours.0.Crew: is no key",
		},
		{`"Next": "South"`, `"Next": "East"`, sample + "Harbours.0.Next: “East” is not there"},
		{`"Name": "South"`, `"Name": "North"`, sample + "Harbours.1.Name: Two entries have “North”"},
		{`"Hours": "8-20"`, `"Hours": "8 to 20"`, sample + "Harbours.0.Hours: “8 to 20” is not written as it has to be. From and to"},
		{
			`"Least": 1, "Most": 2, "Boat": "Boat_01", "Next": "South"`, `"Least": 3, "Most": 2, "Boat": "Boat_01", "Next": "South"`,
			sample + "Harbours.0.Least: North wants at least 3.",
		},
		{
			`"Place": [1, 2, 3], "Least": 1, "Most": 2, "Boat": "Boat_01", "Next": "South"`,
			`"Place": [1, 2], "Least": 1, "Most": 2, "Boat": "Boat_01", "Next": "South"`, sample + "Harbours.0.Place: must be",
		},
		{
			`"type": "integer", "title": "Version"`, `"x-section": "top", "title": "Version"`,
			pack + "files.0.schema: Version has the x-section top",
		},
		{
			`"additionalProperties": {"type": "number"}`, `"propertyNames": {"x-mark": "url"}, "additionalProperties": {"type": "number"}`,
			pack + "files.0.schema.properties.Prices.propertyNames.x-mark: must be one of class, integer",
		},
		{`{"Version": 3, "Enabled"`, `[{"Version": 3, "Enabled"`, sample},
	} {
		ofPack, ofSample := strings.Replace(soundPack, test.old, test.planted, 1), strings.Replace(soundSample, test.old, test.planted, 1)
		if strings.HasPrefix(test.want, sample) {
			ofPack = soundPack
		}
		if ofPack == soundPack && ofSample == soundSample {
			t.Errorf("%s is nowhere", test.old)
		}
		if got := asTexts(checked(ofPack, ofSample)); !strings.Contains(got, test.want) {
			t.Errorf("%s: %q, want %q", test.planted, got, test.want)
		}
	}
}
