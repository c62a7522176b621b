package geo

import (
	"slices"
	"strings"

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
}

// Adds reports whether new positions can be added to the layer.
func (l *Layer) Adds() bool { return len(l.Sorts()) > 0 }

// NeedsName reports whether a new position makes a record that must be called something.
func (l *Layer) NeedsName() bool {
	return l.Resource != nil && l.Setting == "" && len(l.shapes[0].list) == 0 && l.Resource.Title != nil && l.Resource.Title.Required
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
	if l.Resource == nil {
		return nil
	}
	for _, s := range l.shapes {
		isWhole := len(s.list) == 0 && l.Setting == ""
		if (isWhole || len(s.list) == 1 && l.addsTo(s.list[0])) && !slices.Contains(sorts, s.sortAll) {
			sorts = append(sorts, s.sortAll)
		}
	}
	return sorts
}

// addsTo reports whether a new member can be added under the key.
func (l *Layer) addsTo(key string) bool {
	if l.schema == nil {
		return true
	}
	f := l.schema.Field(key)
	return f.Type == expansion.Object && f.Shape == expansion.List
}

// ProblemsLayer is the slug of the layer of problems: positions of records that the lint has found something about.
const ProblemsLayer = "problems"

var layers = allLayers()

// Layers returns the layers in the order in which a map lists them.
func Layers() []*Layer { return layers }

// layerNamed returns the layer with a slug, or nil.
func layerNamed(slug string) *Layer {
	i := slices.IndexFunc(layers, func(l *Layer) bool { return l.Slug == slug })
	if i < 0 {
		return nil
	}
	return layers[i]
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
			list = appendSchema(list, schema, &Layer{Slug: schema.Slug, files: []fileShape{schemaFiles(schema)}})
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
		layer.Slug += "-" + strings.ReplaceAll(l.At, "_", "-")
	}
	return layer
}

// appendSchema appends a layer, if documents of the schema have positions.
func appendSchema(list []*Layer, schema *expansion.Schema, layer *Layer) []*Layer {
	layer.schema, layer.Title = schema, schema.Title
	layer.shapes = shapesIn(nil, "", schema.Fields)
	if len(layer.shapes) == 0 {
		return list
	}
	return append(list, layer)
}

// deepest is how many objects deep positions are looked for: loot in documents holds loot without end.
const deepest = 3

// shapesIn returns the positions that objects with those fields have, and those in them.
func shapesIn(list []string, label string, fields []*expansion.Field) (shapes []*shape) {
	own := shape{list: list, radius: namedOf(fields, "Radius", "m_Radius"), names: namesOf(fields), sortAll: label}
	for _, f := range fields {
		s := own
		switch {
		case f.Type == expansion.Vector && !isPosition(f.Name):
			continue
		case f.Type == expansion.Vector && f.Shape == expansion.Single, f.Name == "Pos":
			s.at = f.Name
		case f.Type == expansion.Vector && f.Shape == expansion.List:
			s.points, s.closed = f.Name, strings.Contains(label, "corners") || strings.HasPrefix(last(list), "Polygon")
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
	if namedOf(fields, "x") != "" && namedOf(fields, "z") != "" {
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

// isPosition reports whether a vector with that name is a position in the world rather than a direction.
func isPosition(name string) bool {
	return !strings.Contains(name, "Orientation") && !strings.Contains(name, "Rotation")
}

// namedOf returns the first of the names that a field has, or "".
func namedOf(fields []*expansion.Field, names ...string) string {
	for _, name := range names {
		if slices.ContainsFunc(fields, func(f *expansion.Field) bool { return f.Name == name }) {
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
