package effectarea

import (
	"cmp"
	"math"
	"slices"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/say"
	"quartermaster/internal/textfile"
)

// areaTree returns the zone of a part as a tree: the original one with what is different in its value.
func areaTree(part textfile.Part[Area]) (*jsontree.Object, error) {
	raw := part.Raw
	if raw == "" {
		raw = "{}"
	}
	tree, err := parseObject(raw)
	if err != nil {
		return nil, err
	}
	old := fields{warn: func(say.Message) {}}.area(tree)
	patchArea(tree, old, part.Value)
	return tree, nil
}

func patchArea(tree *jsontree.Object, old, next Area) {
	patchText(tree, areaKeys(), "AreaName", &old.Name, &next.Name)
	patchText(tree, areaKeys(), "Type", old.Type, next.Type)
	patchText(tree, areaKeys(), "TriggerType", old.Trigger, next.Trigger)

	data := objectAt(tree, "Data")
	patchPosition(data, old, next)
	patchNumber(data, "Radius", old.Radius, next.Radius)
	patchNumber(data, "PosHeight", old.Height, next.Height)
	patchText(data, dataKeys(), "ParticleName", old.Particles, next.Particles)
	patchMembers(data, dataKeys(), old.Data, rest(next.Data))
	attach(tree, "Data", data)

	player := objectAt(tree, "PlayerData")
	patchMembers(player, playerKeys(), old.Player, next.Player)
	attach(tree, "PlayerData", player)
}

// objectAt returns the object under a key, or a new one that is not part of the tree yet.
func objectAt(tree *jsontree.Object, key string) *jsontree.Object {
	return cmp.Or(tree.Object(key), new(jsontree.Object))
}

// attach makes an object that holds something part of the tree.
func attach(tree *jsontree.Object, key string, object *jsontree.Object) {
	if object.Len() > 0 {
		set(tree, areaKeys(), key, object)
	}
}

func patchText(o *jsontree.Object, order []string, key string, old, next *string) {
	switch {
	case old != nil && next != nil && *old == *next, old == nil && next == nil:
	case next == nil:
		o.Delete(key)
	default:
		set(o, order, key, *next)
	}
}

func patchNumber(data *jsontree.Object, key string, old, next *float64) {
	switch {
	case isSame(old, next):
	case next == nil:
		data.Delete(key)
	default:
		set(data, dataKeys(), key, literal(*next))
	}
}

// isSame compares numbers as records hold them: with two decimals.
func isSame(a, b *float64) bool {
	if a == nil || b == nil {
		return a == b
	}
	return math.Round(*a*100) == math.Round(*b*100)
}

func literal(number float64) jsontree.Number {
	return jsontree.Number(jsontree.AppendFloat(nil, number))
}

// patchPosition brings the coordinates up to date; those that stay keep their spelling.
func patchPosition(data *jsontree.Object, old, next Area) {
	had := data.List("Pos")
	list, isChanged, isGiven := []any{}, false, false
	was := old.position()
	for i, coordinate := range next.position() {
		isChanged = isChanged || !isSame(*was[i], *coordinate)
		isGiven = isGiven || *coordinate != nil
		switch {
		case *was[i] != nil && isSame(*was[i], *coordinate):
			list = append(list, had[i])
		case *coordinate != nil:
			list = append(list, literal(**coordinate))
		default:
			list = append(list, literal(0))
		}
	}
	switch {
	case !isChanged:
	case !isGiven:
		data.Delete("Pos")
	default:
		set(data, dataKeys(), "Pos", list)
	}
}

// patchMembers changes the members of an object from old to next; others stay.
func patchMembers(o *jsontree.Object, order []string, old, next *jsontree.Object) {
	for _, key := range old.Keys() { // the old one may be the object itself
		if !next.Has(key) {
			o.Delete(key)
		}
	}
	for key, value := range next.All() {
		if had, ok := old.Get(key); !ok || !jsontree.Equal(had, value) {
			set(o, order, key, value)
		}
	}
}

// set stores a value under a key; a new one goes to its usual place.
func set(o *jsontree.Object, order []string, key string, value any) {
	if o.Has(key) {
		o.Set(key, value)
		return
	}
	keys := o.Keys()
	behind := keys[place(keys, order, key):]
	values := make([]any, len(behind))
	for i, key := range behind {
		values[i], _ = o.Get(key)
		o.Delete(key)
	}
	o.Set(key, value)
	for i, key := range behind {
		o.Set(key, values[i])
	}
}

// place returns the index for a new key: behind those that usually precede it, or at the end for an unknown one.
func place(keys, order []string, key string) int {
	rank, at := slices.Index(order, key), 0
	if rank < 0 {
		return len(keys)
	}
	for i, other := range keys {
		if r := slices.Index(order, other); r >= 0 && r < rank {
			at = i + 1
		}
	}
	return at
}
