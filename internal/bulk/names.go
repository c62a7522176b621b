package bulk

import (
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
)

// sort says what a name in a record is the name of.
type sort string

// The sorts of names by which records refer to others.
const (
	className       sort = "class"
	eventName       sort = "event"
	cargoName       sort = "cargo"       // of a random preset
	attachmentsName sort = "attachments" // of another one
)

// renamer returns what a name is to be; a record that keeps all of them is not changed.
type renamer func(of sort, name string) string

// naming are the resources whose records call others by their names, with what goes over the names of a record and returns the
// fields that differ then.
var naming = map[*record.Resource]func(row record.Row, rename renamer) record.Values{
	record.Events: withComments(record.Events, eventNames),
	record.EventSpawns: func(row record.Row, rename renamer) record.Values {
		return textNames(record.EventSpawns, row, "name", eventName, rename)
	},
	record.SpawnableTypes: withComments(record.SpawnableTypes, blockNames),
	record.Files:          fileNames,
	record.RandomPresets: withComments(record.RandomPresets, func(row record.Row, rename renamer) record.Values {
		return listNames(record.RandomPresets, row, "items", itemName(rename))
	}),
	record.TraderSellers:     sellerNames,
	record.ExpansionSettings: documentNames(record.ExpansionSettings),
	record.MarketTraders:     documentNames(record.MarketTraders),
	record.MarketCategories:  documentNames(record.MarketCategories),
	record.AILoadouts:        documentNames(record.AILoadouts),
	record.TraderZones:       documentNames(record.TraderZones),
}

func eventNames(row record.Row, rename renamer) record.Values {
	values := textNames(record.Events, row, "secondary", eventName, rename)
	return merged(values, listNames(record.Events, row, "children", func(child *jsontree.Object) {
		renameIn(child, "type", className, rename)
	}))
}

func blockNames(row record.Row, rename renamer) record.Values {
	return listNames(record.SpawnableTypes, row, "blocks", func(block *jsontree.Object) {
		kind, _ := block.Get("kind")
		of, _ := kind.(string)
		renameIn(block, "preset", sort(of), rename)
		items, _ := block.Get("items")
		for _, item := range jsontree.Members(items) {
			itemName(rename)(item.(*jsontree.Object))
		}
	})
}

func itemName(rename renamer) func(*jsontree.Object) {
	return func(item *jsontree.Object) { renameIn(item, "name", className, rename) }
}

func sellerNames(row record.Row, rename renamer) record.Values {
	r := record.TraderSellers
	values := textNames(r, row, "object_class", className, rename)
	tree := parsed(row[r.Index("attachments")])
	list, changed := renamedList(tree, func(name string) string { return rename(className, name) })
	if changed {
		values = merged(values, record.Values{"attachments": string(jsontree.AppendValue(nil, list))})
	}
	return values
}

// textNames goes over a field that is one name.
func textNames(r *record.Resource, row record.Row, field string, of sort, rename renamer) record.Values {
	name, _ := row[r.Index(field)].(string)
	if name == "" {
		return nil
	}
	if other := rename(of, name); other != name {
		return record.Values{field: other}
	}
	return nil
}

// listNames goes over the records of a List; each changes one of them.
func listNames(r *record.Resource, row record.Row, field string, each func(*jsontree.Object)) record.Values {
	stored, _ := row[r.Index(field)].(string)
	tree := parsed(stored)
	for _, member := range jsontree.Members(tree) {
		if object, ok := member.(*jsontree.Object); ok {
			each(object)
		}
	}
	if text := string(jsontree.AppendValue(nil, tree)); tree != nil && text != stored {
		return record.Values{field: text}
	}
	return nil
}

// parsed returns the tree of a stored JSON text, nil where there is none.
func parsed(stored any) any {
	text, _ := stored.(string)
	tree, _ := jsontree.Parse([]byte(text))
	return tree
}

func renameIn(object *jsontree.Object, key string, of sort, rename renamer) {
	value, _ := object.Get(key)
	if name, _ := value.(string); name != "" {
		object.Set(key, rename(of, name))
	}
}

func renamedList(tree any, rename func(string) string) (list []any, changed bool) {
	for _, member := range jsontree.Members(tree) {
		name, isText := member.(string)
		if other := rename(name); isText && other != name {
			member, changed = other, true
		}
		list = append(list, member)
	}
	return list, changed
}

func merged(a, b record.Values) record.Values {
	if a == nil {
		return b
	}
	for name, value := range b {
		a[name] = value
	}
	return a
}

// documentNames goes over the fields of a document that hold class names, as the mod's schema says.
func documentNames(r *record.Resource) func(record.Row, renamer) record.Values {
	return func(row record.Row, rename renamer) record.Values {
		text, _ := row[r.Index("document")].(string)
		document, err := expansion.Read(text)
		schema := r.DocumentOf(r.TitleOf(row))
		if err != nil || schema == nil {
			return nil // it stays as it is
		}
		tree := document.Tree.Clone()
		if !renameClasses(schema, tree, rename) {
			return nil
		}
		return record.Values{"document": &expansion.Draft{Base: document, Tree: tree}}
	}
}

// renameField goes over the class names in one field of a document: a text, a list of texts, or the keys of a map.
func renameField(f *expansion.Field, object *jsontree.Object, value any, rename renamer) (changed bool) {
	renamed := func(name string) string {
		class := strings.TrimSpace(name)
		if other := rename(className, class); other != class {
			return other
		}
		return name
	}
	switch v := value.(type) {
	case string:
		if other := renamed(v); other != v {
			object.Set(f.Name, other)
			return true
		}
	case []any:
		list, differs := renamedList(v, renamed)
		if differs {
			object.Set(f.Name, list)
		}
		return differs
	case *jsontree.Object:
		return renameKeys(f, object, v, renamed)
	}
	return false
}

func renameKeys(f *expansion.Field, object, value *jsontree.Object, renamed func(string) string) (changed bool) {
	keys := new(jsontree.Object)
	for key, member := range value.All() {
		other := renamed(key)
		changed = changed || other != key
		keys.Set(other, member)
	}
	if changed && f.Shape == expansion.Map {
		object.Set(f.Name, keys)
		return true
	}
	return false
}
