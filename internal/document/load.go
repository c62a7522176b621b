package document

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"sync"

	"quartermaster/internal/expansion"
	"quartermaster/internal/servercfg"
)

//go:embed declared
var declared embed.FS

// declaration holds what a declared file says beside its schema.
type declaration struct {
	Format    string
	Root      string            // of XML: the name of the root element
	Variables string            // of XML: the name of elements that are variables with name, type and value
	Texts     map[string]string // of XML: the attribute that makes an element a text, by the path of the element
	Several   bool
	Named     string
	Presets   []rawPreset
}

// loaded reads the declarations when they are first asked for: a start does without them.
var loaded = sync.OnceValues(load)

// All returns the documents of the game in the order of their slugs, followed by those of the Expansion mod that are no records: settings,
// quests, missions, player markets and personal storage.
func All() []*Document {
	list, _ := loaded()
	return list
}

// Named returns the document of that slug, or nil.
func Named(slug string) *Document {
	for _, d := range All() {
		if d.Slug == slug {
			return d
		}
	}
	return nil
}

// load reads the declarations. A mistake in one panics: it shows in every test that asks for a document.
func load() (list []*Document, maps mapDefaults) {
	files, err := fs.Sub(declared, "declared")
	if err != nil {
		panic(err)
	}
	for _, schema := range expansion.Load(files, "files") {
		list = append(list, declare(files, schema))
	}
	for _, schema := range expansion.Settings() {
		list = append(list, &Document{Schema: schema, Format: "json", format: jsonFormat{}})
	}
	for _, schema := range expansion.Documents() {
		if !slices.Contains(recorded, schema) {
			list = append(list, &Document{Schema: schema, Format: "json", Several: true, OfMod: true, format: jsonFormat{}})
		}
	}
	return list, loadMaps(files)
}

// recorded are the documents of the mod that are records.
var recorded = []*expansion.Schema{expansion.Category, expansion.Trader, expansion.Zone, expansion.Loadout}

func declare(files fs.FS, schema *expansion.Schema) *Document {
	var said declaration
	data, err := fs.ReadFile(files, "files/"+schema.Slug+".json")
	if err == nil {
		err = json.Unmarshal(data, &said)
	}
	if err != nil {
		panic(fmt.Sprintf("document: %s: %v", schema.Slug, err))
	}
	d := &Document{Schema: schema, Format: said.Format, Several: said.Several, NamedBy: said.Named}
	for _, raw := range said.Presets {
		p, err := raw.read()
		if err != nil {
			panic(fmt.Sprintf("document: %s: %v", schema.Slug, err))
		}
		d.Presets = append(d.Presets, p)
	}
	if d.format = said.formatOf(schema); d.format == nil {
		panic("document: " + schema.Slug + " has no format that is known")
	}
	return d
}

// formatOf returns how the text of a document is taken apart and written; nil for a format that is not known.
func (said *declaration) formatOf(schema *expansion.Schema) format {
	switch {
	case said.Format == "json":
		return jsonFormat{}
	case said.Format == "cfg":
		return cfgFormat{parse: servercfg.Parse, fields: schema.Fields()}
	case said.Format == "lines":
		return cfgFormat{parse: servercfg.ParseLines, fields: schema.Fields()}
	case said.Format == "map":
		return linesFormat{ways: isWay(schema)}
	case said.Variables != "":
		return variablesFormat{root: said.Root, element: said.Variables, fields: schema.Fields()}
	case said.Format == "xml":
		return xmlFormat{root: said.Root, texts: said.Texts, fields: schema.Fields()}
	}
	return nil
}
