package pack

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"quartermaster/internal/expansion"
)

// sound are the files of a pack of documents without mistakes.
const (
	soundDocuments = `{"slug": "game", "name": "Game", "about": "Files of the game.", "version": "1.0",
  "documents": ["files"], "game_numbers": true,
  "$defs": {"crate": {"type": "object", "required": ["Class"], "properties": {
    "Class": {"type": "string", "title": "Class", "x-mark": "class", "default": ""},
    "Inside": {"type": "array", "title": "Inside", "default": [], "items": {"$ref": "#/$defs/crate"}}}}}}`
	soundDocument = `{"name": "crates", "title": "Crates", "about": "Crates.", "path": "<mission>/crates.json",
  "version": 3, "version_field": "V",
  "sections": [{"name": "all", "title": "All"}],
  "schema": {"type": "object", "properties": {
    "V": {"type": "integer", "title": "Version", "x-mark": "version", "default": 3},
    "Mode": {"type": "integer", "title": "Mode", "enum": [0, 2], "x-labels": {"0": "Off"}, "default": 2,
      "x-firm": true, "x-section": "all"},
    "Old": {"type": "integer", "title": "Old", "enum": [0, 1], "x-removed": 2},
    "New": {"type": "number", "title": "New", "x-since": "1.26", "default": 1.5},
    "Color": {"type": "string", "title": "Color", "x-mark": "color"},
    "Size": {"type": "array", "title": "Size", "x-mark": "vector", "items": {"type": "number"}, "default": [1, 1, 1]},
    "Stock": {"type": "object", "title": "Stock", "propertyNames": {"x-mark": "class"},
      "additionalProperties": {"type": "integer", "minimum": -1}},
    "Levels": {"type": "object", "title": "Levels", "propertyNames": {"x-mark": "integer"},
      "additionalProperties": {"$ref": "#/$defs/crate"}},
    "First": {"$ref": "#/$defs/crate", "title": "First", "x-optional": true, "x-section": "all"}}}}`
)

func game(pack, document string) fstest.MapFS {
	return fstest.MapFS{"game/pack.json": {Data: []byte(pack)}, "game/files/crates.json": {Data: []byte(document)}}
}

// TestDocuments: what the keywords of documents make of a field.
func TestDocuments(t *testing.T) {
	t.Parallel()
	packs, wrong := Check(game(soundDocuments, soundDocument), ".")
	if len(wrong) > 0 || len(packs) != 1 {
		t.Fatal(asTexts(wrong))
	}
	if f := packs[0].Files[0]; f.Name != "crates" || f.Format != "json" || !slices.Equal(f.Paths(), []string{"<mission>/crates.json"}) {
		t.Errorf("as a file: %+v", f)
	}
	d := expansion.Load(game(soundDocuments, soundDocument), "game", "files")[0]
	for name, holds := range map[string]func(f *expansion.Field) bool{
		"V":    func(f *expansion.Field) bool { return f.Format == expansion.VersionFormat && !f.Plain },
		"Mode": func(f *expansion.Field) bool { return f.Type == expansion.Enum && f.Firm && f.Choices[1].Label == "2" },
		"Old":  func(f *expansion.Field) bool { return f.Type == expansion.Bool && f.Removed == 2 && f.Optional },
		"New": func(f *expansion.Field) bool {
			return f.Since == "1.26" && strings.HasSuffix(f.Help, "1.26 of the game.")
		},
		"Color": func(f *expansion.Field) bool { return f.Format == expansion.ColorFormat },
		"Size":  func(f *expansion.Field) bool { return f.Type == expansion.Vector && f.Shape == expansion.Single },
		"Stock": func(f *expansion.Field) bool {
			return f.Shape == expansion.Map && f.Format == expansion.ClassFormat && *f.Min == -1
		},
		"Levels": func(f *expansion.Field) bool { return f.Keys == expansion.Int && f.Fields[0].Needed },
		"First": func(f *expansion.Field) bool {
			return f.Optional && f.Section == "all" && f.Field("Inside").Fields[1] == f.Fields[1]
		},
	} {
		if f := d.Field(name); f == nil || !holds(f) {
			t.Errorf("%s: %+v", name, f)
		}
	}
}

// TestMistakesOfDocuments plants one mistake at a time, and wants it named with its file and place.
func TestMistakesOfDocuments(t *testing.T) {
	t.Parallel()
	const pack, document = "game/pack.json: ", "game/files/crates.json: "
	for _, test := range []struct{ old, planted, want string }{
		{`"documents": ["files"]`, `"documents": "files"`, pack + "documents: must be a list"},
		{`"title": "Inside"`, `"titel": "Inside"`, pack + "$defs.crate.properties.Inside.titel: is not known"},
		{`"required": ["Class"]`, `"required": ["Kind"]`, pack + "$defs.crate.required.0: is none of the properties"},
		{`"name": "crates"`, `"name": "boxes"`, document + "name: must be the name of the file"},
		{`"path": "<mission>/crates.json"`, `"place": "crates"`, document + "path: is missing"},
		{`"version": 3`, `"format": "ini"`, document + "format: must be one of"},
		{
			`"version": 3`, `"presets": [{"name": "a", "title": "A", "multiply": {"New": "x"}}]`,
			document + "presets.0.multiply.New: must be a number",
		},
		{`"x-section": "all"}}}`, `"x-section": "top"}}}`, document + "schema: First has the x-section top"},
		{`"default": 1.5`, `"default": "x"`, document + "schema.properties.New.default: is not a value"},
		{`"x-mark": "vector"`, `"x-mark": "vectors"`, document + "schema.properties.Size.x-mark: must be one of"},
		{`#/$defs/crate", "title"`, `#/$defs/box", "title"`, document + "schema.properties.First.$ref: must be"},
		{`"schema": {"type"`, `"schema": {"typ"`, document + "schema.typ: is not known"},
	} {
		ofPack := strings.Replace(soundDocuments, test.old, test.planted, 1)
		ofDocument := strings.Replace(soundDocument, test.old, test.planted, 1)
		if ofPack == soundDocuments && ofDocument == soundDocument {
			t.Errorf("%s is nowhere", test.old)
		}
		if _, wrong := Check(game(ofPack, ofDocument), "."); !strings.Contains(asTexts(wrong), test.want) {
			t.Errorf("%s: %q, want %q", test.planted, asTexts(wrong), test.want)
		}
	}
	if _, wrong := Parse([]byte(soundDocuments)); !strings.Contains(asTexts(wrong), "documents: is for packs that are folders") {
		t.Errorf("a pack of documents without its folder: %s", asTexts(wrong))
	}
}
