package document

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

// mapDefaults are the defaults of the game in which a map differs from Chernarus: by map, document and the path of the value.
type mapDefaults map[string]map[string]*jsontree.Object

// loadMaps reads the table of the maps.
func loadMaps(files fs.FS) mapDefaults {
	var raw map[string]map[string]json.RawMessage
	data, err := fs.ReadFile(files, "maps.json")
	if err == nil {
		err = json.Unmarshal(data, &raw)
	}
	table := mapDefaults{}
	for terrain, documents := range raw {
		table[terrain] = map[string]*jsontree.Object{}
		for slug, values := range documents {
			tree, wrong := jsontree.Parse(values)
			if wrong != nil {
				err = wrong
			}
			table[terrain][slug], _ = tree.(*jsontree.Object)
		}
	}
	if err != nil {
		panic(fmt.Sprintf("document: maps.json: %v", err))
	}
	return table
}

// On returns the document with the defaults that it has on the map of a mission, which its name ends with. Of maps that are not the game's
// own they are not known: there they are those of Chernarus.
func (d *Document) On(mission string) *Document {
	_, onMaps := loaded()
	values := onMaps[strings.TrimPrefix(strings.ToLower(path.Ext(mission)), ".")][d.Slug]
	if d.Slug == serverSlug {
		values = values.Clone()
		values.Set("Missions.DayZ.template", mission)
	}
	if values == nil {
		return d
	}
	there := *d
	there.Schema = d.With(withDefaults(d.Fields(), "", values))
	return &there
}

// withDefaults returns fields with other defaults, which go by their paths. The fields themselves are not changed.
func withDefaults(fields []*expansion.Field, at string, defaults *jsontree.Object) []*expansion.Field {
	changed := make([]*expansion.Field, len(fields))
	for i, f := range fields {
		next, name := *f, jsontree.Join(at, f.Name)
		if value, named := defaults.Get(name); named {
			next.Default = value
		}
		if f.Shape == expansion.Single {
			next.Fields = withDefaults(f.Fields, name, defaults)
		}
		changed[i] = &next
	}
	return changed
}
