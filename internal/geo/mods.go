package geo

import (
	"context"
	"slices"
	"strings"

	"quartermaster/internal/document"
	"quartermaster/internal/expansion"
	"quartermaster/internal/pack"
	"quartermaster/internal/store"
)

// ModsLayer is the slug of the layer of positions in files of mods, which packs mark. Each file has shapes of its own.
const ModsLayer = "mods"

// packs returns what is known of the files of mods on the instance.
func (s Service) packs(ctx context.Context, scope store.Scope) (*pack.Set, error) {
	return s.Missions.PacksOf(ctx, scope)
}

// layerFor returns the layer of a file without records, or nil, and how the file is read: nil for one that a pack knows.
func layerFor(packs *pack.Set, f kept) (*Layer, *fileShape) {
	if strings.HasPrefix(f.path, "/") && packs.Knows(f.serverPath()) {
		return layerNamed(ModsLayer), nil
	}
	return layerOf(f.path)
}

// packed returns what a file of a mod is by the pack that knows it, and the name of the mod; nil for one that no pack fits.
func packed(packs *pack.Set, f kept, text string) (*document.Document, string) {
	of, d := packs.Open(f.serverPath(), text)
	if d == nil {
		return nil, ""
	}
	return d, of.Pack.Name
}

// eachInPacked goes through the positions of a file of a mod. Secrets name nothing.
func eachInPacked(packs *pack.Set, f kept, text string, about Feature, visit func(*Feature) error) error {
	d, mod := packed(packs, f, text)
	if d == nil {
		return nil
	}
	tree, err := d.Read(text)
	if err != nil {
		return nil // a broken file has no positions
	}
	about.Sort = mod
	return eachIn(markedIn(nil, d.Fields()), d.Hide(tree), about, visit)
}

// markedIn returns the positions that a pack has marked in objects with those fields, and in objects in them.
func markedIn(list []string, fields []*expansion.Field) (shapes []*shape) {
	for _, f := range fields {
		own := shape{list: list, radius: radiusIn(fields), names: namesIn(fields)}
		switch {
		case f.Inferred:
			continue
		case f.Type == expansion.Object && depth(list) < deepest:
			shapes = append(shapes, markedIn(below(list, f), f.Fields)...)
			continue
		case f.Type == expansion.Vector && f.IsPosition() && f.Shape == expansion.Map:
			own.list, own.at, own.unset, own.names = append(slices.Clone(list), f.Name), anyKey, true, nil
		case f.Type == expansion.Vector && f.IsPosition() && f.Shape == expansion.Single:
			own.at, own.unset = f.Name, true
		case f.Type == expansion.Vector && f.IsPosition() && f.Shape == expansion.List:
			own.points, own.loose = f.Name, true
		case f.Format == expansion.PositionFormat && f.Shape == expansion.Single && own.pair(fields, f):
		default:
			continue
		}
		shapes = append(shapes, &own)
	}
	markParts(shapes)
	return shapes
}

// below returns the keys that lead to the objects of a field.
func below(list []string, f *expansion.Field) []string {
	list = append(slices.Clone(list), f.Name)
	if f.Shape == expansion.Map || f.Shape == expansion.MapLists {
		list = append(list, anyKey)
	}
	return list
}

// depth returns how many objects deep keys lead, by those that are not free.
func depth(list []string) (n int) {
	for _, key := range list {
		if key != anyKey {
			n++
		}
	}
	return n
}

// pair sets the keys of a position that is two numbers beside each other, of which f is the first, and reports whether it is.
func (s *shape) pair(fields []*expansion.Field, f *expansion.Field) bool {
	end := f.Name[max(0, len(f.Name)-1):]
	before := strings.TrimSuffix(f.Name, end)
	other, isX := map[string][2]string{"x": {"z", "y"}, "X": {"Z", "Y"}}[end]
	if !isX || fieldOf(fields, before+other[0]) == nil {
		return false
	}
	s.x, s.z, s.whole = f.Name, before+other[0], f.Type == expansion.Int
	if fieldOf(fields, before+other[1]) != nil {
		s.y = before + other[1]
	}
	return true
}

func radiusIn(fields []*expansion.Field) string {
	for _, f := range fields {
		if strings.EqualFold(strings.TrimPrefix(f.Name, "m_"), "radius") {
			return f.Name
		}
	}
	return ""
}

// namesIn returns the fields that say what an object is called: those with usual names, or else the first text.
func namesIn(fields []*expansion.Field) []string {
	names := namesOf(fields)
	for _, f := range fields {
		if len(names) == 0 && f.Type == expansion.String && f.Shape == expansion.Single && f.Format != expansion.PasswordFormat {
			names = append(names, f.Name)
		}
	}
	return names
}
