package ce

// Point is a position on the map, in metres and degrees.
type Point struct {
	X, Z float64  // from the west and from the south edge
	Y    *float64 // height
	A    *float64 // direction
}

// lacksPosition names the coordinate that an element lacks to be a position; "" for a position.
func (t *tree) lacksPosition(i int) string {
	for _, name := range []string{"x", "z"} {
		if _, problem := decimalOf(t.attrValue(i, name)); problem != isNumber {
			return name
		}
	}
	return ""
}

// point reads an element for which lacksPosition returns "".
func (r *reader) point(i int) Point {
	return Point{X: *r.attrDecimal(i, "x"), Z: *r.attrDecimal(i, "z"), Y: r.attrDecimal(i, "y"), A: r.attrDecimal(i, "a")}
}

func (p Point) attrs() []attrText {
	return []attrText{
		{"x", decimalText(&p.X)}, {"z", decimalText(&p.Z)}, {"a", decimalText(p.A)}, {"y", decimalText(p.Y)},
	}
}
