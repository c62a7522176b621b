package lint

import (
	"slices"
	"strconv"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

// place is a position in a document.
type place struct {
	path string // of its value: keys, and places in lists counted from 0
	x, z float64
}

// places returns the positions in a document that are set.
func (d *document) places() (list []place) {
	d.Of.EachObject(d.Tree, func(at string, fields []*expansion.Field, o *jsontree.Object) {
		for _, f := range fields {
			if f.IsPosition() {
				list = append(list, placesOf(jsontree.Join(at, f.Name), f, o)...)
			}
		}
	})
	return slices.DeleteFunc(list, func(p place) bool { return p.x == 0 && p.z == 0 })
}

// placesOf returns the positions in a field: a vector, several, or the x of an object that has z beside it.
func placesOf(path string, f *expansion.Field, o *jsontree.Object) (list []place) {
	value, _ := o.Get(f.Name)
	members, _ := value.([]any)
	x, isNumber := value.(jsontree.Number)
	switch z, _ := o.Get("z"); {
	case isNumber && f.Name == "x" && z != nil:
		return []place{{path, parsed(string(x)), parsedNumber(z)}}
	case f.Type == expansion.Vector && f.Shape == expansion.List:
		for i, member := range members {
			vector, _ := member.([]any)
			list = append(list, placeOf(path+"."+strconv.Itoa(i), vector)...)
		}
		return list
	}
	return placeOf(path, members)
}

// placeOf returns the position of a vector of three numbers, unless all of them are below 0: who writes that hides something on purpose.
func placeOf(path string, vector []any) []place {
	if len(vector) != 3 {
		return nil
	}
	x, y, z := parsedNumber(vector[0]), parsedNumber(vector[1]), parsedNumber(vector[2])
	if x < 0 && y < 0 && z < 0 {
		return nil
	}
	return []place{{path, x, z}}
}
