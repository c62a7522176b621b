package document

import (
	"fmt"
	"path"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/packs"
)

// loadMaps reads the defaults of the game in which a map differs from Chernarus: by map, document and the path of the value.
func loadMaps() *jsontree.Object {
	data, err := packs.Files.ReadFile("dayz/maps.json")
	tree, wrong := jsontree.Parse(data)
	maps, isObject := tree.(*jsontree.Object)
	if err != nil || wrong != nil || !isObject {
		panic(fmt.Sprintf("document: maps.json: %v, %v", err, wrong))
	}
	return maps
}

// On returns the document with the defaults that it has on the map of a mission, which its name ends with. Of maps that are not the game's
// own they are not known: there they are those of Chernarus.
func (d *Document) On(mission string) *Document {
	_, onMaps := loaded()
	values := onMaps.Object(strings.TrimPrefix(strings.ToLower(path.Ext(mission)), ".")).Object(d.Slug)
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
