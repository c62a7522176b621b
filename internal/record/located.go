package record

// Located declares which fields of a resource's records are a position in the world. A map draws a layer of each declaration.
type Located struct {
	Title  string // of the layer: "Player spawns"
	List   string // the field with a list of positions; empty where the record is at one position itself
	X, Y   string // fields with the coordinates in metres, of the record or of a member of the list; or else
	Z      string
	At     string // one field with x, y and z
	Sort   string // the field that says what sort of thing is there; empty for none
	Radius string // the field of the record with a radius in metres around its positions; empty for none
	Angle  string // the field with the direction in degrees; empty for none
}

// locating declares the positions of the records.
func locating(positions ...Located) Option {
	return func(r *Resource) {
		for _, l := range positions {
			r.checkLocated(l)
		}
		r.Located = positions
	}
}

// checkLocated panics if a declaration names a field that there is not.
func (r *Resource) checkLocated(l Located) {
	holder := r.Has
	if l.List != "" {
		holder = func(name string) bool { return fieldIn(r.Field(l.List).Items, name) }
	}
	for _, name := range []string{l.X, l.Y, l.Z, l.At, l.Angle} {
		if name != "" && !holder(name) {
			panic("record: " + r.Name + " has no position " + name)
		}
	}
	for _, name := range []string{l.Sort, l.Radius} {
		if name != "" {
			r.Field(name)
		}
	}
}

func fieldIn(fields []*Field, name string) bool {
	for _, f := range fields {
		if f.Name == name {
			return true
		}
	}
	return false
}
