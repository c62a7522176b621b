package geo

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"quartermaster/internal/expansion"
	"quartermaster/internal/record"
)

// ProblemsLayer is the slug of the layer of problems: positions of records that the lint has found something about.
const ProblemsLayer = "problems"

// layers are made when they are first asked for: a start does without them.
var layers = sync.OnceValue(allLayers)

// Layers returns the layers in the order in which a map lists them.
func Layers() []*Layer { return layers() }

// layerNamed returns the layer with a slug, or nil.
func layerNamed(slug string) *Layer {
	i := slices.IndexFunc(layers(), func(l *Layer) bool { return l.Slug == slug })
	if i < 0 {
		return nil
	}
	return layers()[i]
}

// allLayers makes the layers of all declarations: the records', those of the schemas of the mod, and those of other files.
func allLayers() (list []*Layer) {
	recorded := map[*expansion.Schema]bool{}
	for _, r := range record.All() {
		for i, l := range r.Located {
			list = append(list, recordLayer(r, l, i))
		}
		if r.HoldsDocuments() && r != record.ExpansionSettings {
			schema := r.DocumentOf("")
			recorded[schema] = true
			list = appendSchema(list, schema, &Layer{Slug: lastOf(r.Path), Resource: r})
		}
	}
	for _, schema := range expansion.Settings() {
		list = appendSchema(list, schema, &Layer{Slug: schema.Slug, Resource: record.ExpansionSettings, Setting: schema.Slug})
	}
	for _, schema := range expansion.Documents() {
		if !recorded[schema] {
			list = appendSchema(list, schema, &Layer{
				Slug: schema.Slug, files: []fileShape{schemaFiles(schema)}, made: newFilesOf(schema.Slug),
				going: newFilesOf(schema.Slug) != nil || schema.Slug == questGivers,
			})
		}
	}
	list = append(list, fileLayers()...)
	return append(list, &Layer{Slug: ModsLayer, Title: "Files of mods", packed: true}, &Layer{Slug: ProblemsLayer, Title: "Problems"})
}

func lastOf(path string) string { return path[strings.LastIndex(path, "/")+1:] }

// recordLayer is the layer of a declaration of a resource; of several the first has the name of the resource.
func recordLayer(r *record.Resource, l record.Located, i int) *Layer {
	s := &shape{
		x: l.X, y: l.Y, z: l.Z, at: l.At, angle: l.Angle, radius: l.Radius, above: true, sort: l.Sort,
	}
	layer := &Layer{Slug: r.Path, Title: l.Title, Resource: r, shapes: []*shape{s}}
	if l.List != "" {
		s.list = []string{l.List}
	}
	if i > 0 {
		s.part = true
		layer.Slug += "-" + strings.ReplaceAll(l.At, "_", "-")
	}
	return layer
}

// layerTitles are what people call positions of which the page of the settings or documents has another title.
var layerTitles = map[string]string{
	"trader-zones": "Trader zones", "base-building": "Zones of base building", "map": "Markers", "market": "Places for bought vehicles",
	"spawn":           "Places to spawn",
	"mission-airdrop": "Airdrops", "mission-contaminated-area": "Contaminated areas", "p2p-market-trader": "Player market traders",
	"personal-storage-container": "Personal storages", questGivers: "Quest givers",
}

// questGivers is the layer of those who offer quests: a file each, which is not made on the map, as a giver without quests is none.
const questGivers = "quest-npc"

// appendSchema appends a layer, if documents of the schema have positions.
func appendSchema(list []*Layer, schema *expansion.Schema, layer *Layer) []*Layer {
	layer.schema, layer.Title = schema, cmp.Or(layerTitles[layer.Slug], schema.Title)
	layer.shapes = shapesIn(nil, "", schema.Fields())
	if len(layer.shapes) == 0 {
		return list
	}
	markParts(layer.shapes)
	return append(list, layer)
}

// markParts marks the positions of objects that have another one before.
func markParts(shapes []*shape) {
	for i, s := range shapes {
		s.part = slices.ContainsFunc(shapes[:i], func(before *shape) bool { return slices.Equal(before.list, s.list) })
	}
}

// deepest is how many objects deep positions are looked for: loot in documents holds loot without end.
const deepest = 3

// shapesIn returns the positions that objects with those fields have, and those in them.
func shapesIn(list []string, label string, fields []*expansion.Field) (shapes []*shape) {
	own := shape{list: list, radius: namedOf(fields, "Radius", "m_Radius"), names: namesOf(fields), sortAll: label}
	for _, f := range fields {
		s := own
		switch {
		case f.Type == expansion.Vector && !f.IsPosition():
			continue
		case f.Type == expansion.Vector && f.Shape == expansion.Single, f.Shape == expansion.List && f.Format == expansion.PositionFormat:
			s.at, s.unset, s.ground = f.Name, true, f.Format == expansion.PositionFormat
		case f.Type == expansion.Vector && f.Shape == expansion.List:
			s.points, s.closed = f.Name, strings.Contains(label, "corners") || strings.HasPrefix(last(list), "Polygon")
			s.loose = !s.closed && !strings.Contains(f.Name, "Waypoints")
		case f.Type == expansion.Object && (f.Shape == expansion.Single || f.Shape == expansion.List):
			if len(list) == deepest {
				continue
			}
			shapes = append(shapes, shapesIn(append(slices.Clone(list), f.Name), f.Label, f.Fields)...)
			continue
		default:
			continue
		}
		shapes = append(shapes, &s)
	}
	if x := fieldOf(fields, "x"); x != nil && x.IsPosition() {
		own.x, own.z = "x", "z"
		shapes = append(shapes, &own)
	}
	return shapes
}

func last(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[len(list)-1]
}

// namedOf returns the first of the names that a field has, or "".
func namedOf(fields []*expansion.Field, names ...string) string {
	for _, name := range names {
		if fieldOf(fields, name) != nil {
			return name
		}
	}
	return ""
}

// namesOf returns the fields that say what an object is called.
func namesOf(fields []*expansion.Field) (names []string) {
	for _, name := range []string{
		"Name", "m_Name", "NPCName", "DisplayName", "m_DisplayName", "m_MarkerName", "MarkerName", "MissionName", "ClassName", "m_ClassName",
		"m_UID",
	} {
		if namedOf(fields, name) != "" {
			names = append(names, name)
		}
	}
	return names
}
