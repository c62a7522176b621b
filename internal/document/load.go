package document

import (
	"cmp"
	"slices"
	"sync"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/notation"
	"quartermaster/internal/servercfg"
	"quartermaster/packs"
)

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
func load() (list []*Document, maps *jsontree.Object) {
	for _, declared := range expansion.Load(packs.Files, "dayz", "files") {
		list = append(list, declare(declared))
		if wrong := declared.Head.Mistakes(); len(wrong) > 0 {
			panic("document: " + wrong[0].Error())
		}
	}
	for _, schema := range expansion.Settings() {
		list = append(list, &Document{Schema: schema, Format: "json", format: jsonFormat{}})
	}
	for _, schema := range expansion.Documents() {
		if !slices.Contains(recorded, schema) {
			list = append(list, &Document{Schema: schema, Format: "json", Several: true, OfMod: true, format: jsonFormat{}})
		}
	}
	return list, loadMaps()
}

// recorded are the documents of the mod that are records.
var recorded = []*expansion.Schema{expansion.Category, expansion.Trader, expansion.Zone, expansion.Loadout}

// Mistakes returns what is wrong with a document of a pack.
func Mistakes(declared *expansion.Declared) []notation.Mistake {
	if wrong := declared.Mistakes(); len(wrong) > 0 {
		return wrong
	}
	declare(declared)
	return declared.Head.Mistakes()
}

// declare reads what a file says beside its schema. Mistakes are told in its head.
func declare(declared *expansion.Declared) *Document {
	n := declared.Head
	object, _ := n.Value.(*jsontree.Object)
	d := &Document{
		Schema: declared.Schema, Format: FormatOf(declared),
		Several: n.Of(object, "several").Truth(), NamedBy: n.Of(object, "named").Text(),
	}
	for _, member := range n.Of(object, "presets").Members() {
		d.Presets = append(d.Presets, presetOf(member))
	}
	d.format = formatOf(n, object, d)
	return d
}

// FormatOf returns the name of what a document of a pack is written in.
func FormatOf(declared *expansion.Declared) string {
	object, _ := declared.Head.Value.(*jsontree.Object)
	return cmp.Or(declared.Head.Of(object, "format").OneOf("json", "xml", "cfg", "lines", "map"), "json")
}

// formatOf returns how the text of a document is taken apart and written.
func formatOf(n notation.Node, object *jsontree.Object, d *Document) format {
	root, element := n.Of(object, "root").Text(), n.Of(object, "variables").Text()
	switch {
	case d.Format == "cfg":
		return cfgFormat{parse: servercfg.Parse, fields: d.Fields()}
	case d.Format == "lines":
		return cfgFormat{parse: servercfg.ParseLines, fields: d.Fields()}
	case d.Format == "map":
		return linesFormat{ways: isWay(d.Schema)}
	case element != "":
		return variablesFormat{root: root, element: element, fields: d.Fields()}
	case d.Format == "xml":
		return xmlFormat{root: root, texts: textsOf(n.Of(object, "texts")), fields: d.Fields()}
	}
	return jsonFormat{}
}

// textsOf reads the attributes that make elements texts, by the paths of the elements.
func textsOf(n notation.Node) map[string]string {
	paths, isObject := n.Value.(*jsontree.Object)
	if !isObject {
		return nil
	}
	texts := map[string]string{}
	for path := range paths.All() {
		texts[path] = n.Of(paths, path).Needed()
	}
	return texts
}
