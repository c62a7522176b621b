package geo

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"quartermaster/internal/expansion"
	"quartermaster/internal/record"
)

// Layer is a sort of positions that a map shows together.
type Layer struct {
	Slug  string // "event-spawns"
	Title string // "Event positions"

	// Resource holds the positions: its records, or of the settings of the mod the one that Setting names. It is nil for files without
	// records and for what is found out, such as problems.
	Resource *record.Resource
	Setting  string

	shapes []*shape
	schema *expansion.Schema // of documents
	files  []fileShape       // those without records
	made   *newFiles         // how new positions make files of their own; nil if they do not
	going  bool              // the file of a position goes with it
}

// MakesFiles reports whether each new position is a new file.
func (l *Layer) MakesFiles() bool { return l.made != nil }

// GoesWithFiles reports whether a position that a file is about is removed by deleting the file.
func (l *Layer) GoesWithFiles() bool { return l.going }

// Whole returns the paths of the positions that a file is about: they are in no list, and not the second of an object.
func (l *Layer) Whole() (paths []string) {
	if l.Resource != nil {
		return nil
	}
	for _, s := range l.shapes {
		if !s.part && !l.isListed(s) {
			paths = append(paths, found{shape: s, path: strings.Join(s.list, ".")}.id())
		}
	}
	return paths
}

// isListed reports whether a document can have several positions of a shape.
func (l *Layer) isListed(s *shape) bool {
	fields := l.fields()
	for _, key := range s.list {
		f := fieldOf(fields, key)
		if f == nil || f.Shape == expansion.List {
			return true
		}
		fields = f.Fields
	}
	return false
}

// Adds reports whether new positions can be added to the layer.
func (l *Layer) Adds() bool { return len(l.Sorts()) > 0 }

// Edits reports whether positions of the layer can be changed.
func (l *Layer) Edits() bool {
	return l.Resource != nil || len(l.files) > 0
}

// NeedsName reports whether a new position must be called something: a record of its own, or an entry of a file.
func (l *Layer) NeedsName() bool {
	if l.made != nil {
		return true
	}
	if l.Resource == nil {
		return len(l.shapes) > 0 && len(l.shapes[0].names) > 0
	}
	return l.Setting == "" && len(l.shapes[0].list) == 0 && l.Resource.Title != nil && l.Resource.Title.Required
}

// HasRadius reports whether positions of the layer have a radius of their own.
func (l *Layer) HasRadius() bool {
	return slices.ContainsFunc(l.shapes, func(s *shape) bool { return s.radius != "" && (!s.above || len(s.list) == 0) })
}

// Routes reports whether new positions are routes or areas of several points.
func (l *Layer) Routes() bool { return len(l.shapes) > 0 && l.shapes[0].points != "" }

// SortField returns the field that says what sort of thing is at a position; nil if the layer has none.
func (l *Layer) SortField() *record.Field {
	if l.Resource == nil || l.schema != nil || l.shapes[0].sort == "" {
		return nil
	}
	return l.Resource.Field(l.shapes[0].sort)
}

// Sorts returns what sorts of new positions the layer takes; one empty text where any sort, or none, is one.
func (l *Layer) Sorts() (sorts []string) {
	for _, s := range l.shapes {
		if l.takesNew(s) && !slices.Contains(sorts, s.sortAll) {
			sorts = append(sorts, s.sortAll)
		}
	}
	return sorts
}

// takesNew reports whether there can be new positions of a shape: new records, or new members of a list.
func (l *Layer) takesNew(s *shape) bool {
	switch {
	case s.part, !l.Edits():
		return false
	case l.made != nil:
		return s == l.shapes[0]
	case len(s.list) == 0:
		return l.Resource != nil && l.Setting == ""
	case l.Resource != nil && l.schema == nil:
		return true
	}
	fields := l.fields()
	for _, key := range s.list {
		f := fieldOf(fields, key)
		if f == nil || f.Type != expansion.Object || f.Shape != expansion.List {
			return false
		}
		fields = f.Fields
	}
	return true
}

// fields returns the fields of the layer's documents; none of records without one.
func (l *Layer) fields() []*expansion.Field {
	switch {
	case l.schema != nil:
		return l.schema.Fields
	case len(l.files) > 0:
		return l.files[0].document().Fields
	}
	return nil
}

func fieldOf(fields []*expansion.Field, name string) *expansion.Field {
	i := slices.IndexFunc(fields, func(f *expansion.Field) bool { return f.Name == name })
	if i < 0 {
		return nil
	}
	return fields[i]
}

// shapeFor returns the shape of what is of a sort, or the first.
func (l *Layer) shapeFor(sort string) *shape {
	sorts := l.Sorts()
	if !slices.Contains(sorts, sort) {
		sort = sorts[0]
	}
	i := slices.IndexFunc(l.shapes, func(s *shape) bool { return s.sortAll == sort && l.takesNew(s) })
	return l.shapes[i]
}

// shapeIn returns the first shape whose list documents with those fields have, or else the first.
func (l *Layer) shapeIn(fields []*expansion.Field) *shape {
	i := slices.IndexFunc(l.shapes, func(s *shape) bool { return len(s.list) > 0 && fieldOf(fields, s.list[0]) != nil })
	return l.shapes[max(i, 0)]
}

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
			list = appendSchema(list, schema, &Layer{Slug: schema.Slug, files: []fileShape{schemaFiles(schema)}, made: newFilesOf(schema.Slug), going: newFilesOf(schema.Slug) != nil || schema.Slug == questGivers})
		}
	}
	list = append(list, fileLayers()...)
	return append(list, &Layer{Slug: ProblemsLayer, Title: "Problems"})
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
	"trader-zones": "Trader zones", "base-building": "Zones of base building", "map": "Markers", "market": "Places for bought vehicles", "spawn": "Places to spawn",
	"mission-airdrop": "Airdrops", "mission-contaminated-area": "Contaminated areas", "p2p-market-trader": "Player market traders",
	"personal-storage-container": "Personal storages", questGivers: "Quest givers",
}

// questGivers is the layer of those who offer quests: a file each, which is not made on the map, as a giver without quests is none.
const questGivers = "quest-npc"

// appendSchema appends a layer, if documents of the schema have positions.
func appendSchema(list []*Layer, schema *expansion.Schema, layer *Layer) []*Layer {
	layer.schema, layer.Title = schema, cmp.Or(layerTitles[layer.Slug], schema.Title)
	layer.shapes = shapesIn(nil, "", schema.Fields)
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
	for _, name := range []string{"Name", "m_Name", "NPCName", "DisplayName", "m_DisplayName", "m_MarkerName", "MarkerName", "MissionName", "ClassName", "m_ClassName", "m_UID"} {
		if namedOf(fields, name) != "" {
			names = append(names, name)
		}
	}
	return names
}
