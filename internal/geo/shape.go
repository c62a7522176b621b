package geo

import (
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/jsontree"
)

// shape says where positions are in a tree: the values of a record, a document, or what a file was read into.
type shape struct {
	list    []string // the keys from the root to the objects with a position; each leads to an object or a list of objects, * to all members
	x, y, z string   // the keys of coordinates; or else
	at      string   // of a list of three numbers, or of a text with them, * for each member; or else
	points  string   // of a list of such lists: a route or, closed, the corners of an area
	closed  bool
	loose   bool // the points are neither: one of them is taken
	part    bool // the position is not the first of its object, which can be without it
	unset   bool // 0 0 0 says that there is no position
	whole   bool // coordinates are whole numbers
	ground  bool // the height 0 stands for that of the ground

	angle   string
	radius  string   // in the object, or with radiusAbove in the root
	above   bool     // radius and sort are keys of the root
	names   []string // keys of the object, the first that holds a text is the name
	sort    string   // the key that says what sort of thing is there
	sortAll string   // what sort all are; if sort is empty
}

// found is an object of a tree with a position.
type found struct {
	shape  *shape
	root   *jsontree.Object
	object *jsontree.Object
	path   string // of the object
	member member
}

// anyKey stands for all keys of an object, which are free.
const anyKey = "*"

// member is what a position goes with when it is removed: a member under a free key; none where it goes with a member of a list.
type member struct {
	of  *jsontree.Object
	key string
}

// escape writes a key as a step of a path, where dots divide the steps.
var escape, unescape = strings.NewReplacer("~", "~0", ".", "~1"), strings.NewReplacer("~1", ".", "~0", "~")

// each calls visit for every object of a tree that has the position.
func (s *shape) each(root *jsontree.Object, visit func(found)) {
	found{shape: s, root: root, object: root}.below(s.list, visit)
}

// below calls visit for the objects with the position that the keys lead to.
func (f found) below(keys []string, visit func(found)) {
	switch {
	case len(keys) == 0:
		f.eachAt(visit)
		return
	case keys[0] == anyKey:
		for key, value := range f.object.All() {
			f.under(escape.Replace(key), value, member{f.object, key}, keys[1:], visit)
		}
		return
	}
	value, _ := f.object.Get(keys[0])
	f.under(escape.Replace(keys[0]), value, f.member, keys[1:], visit)
}

// under goes on below a value, an object or a list of objects.
func (f found) under(step string, value any, of member, keys []string, visit func(found)) {
	f.path = jsontree.Join(f.path, step)
	if child, ok := value.(*jsontree.Object); ok {
		found{f.shape, f.root, child, f.path, of}.below(keys, visit)
	}
	list, _ := value.([]any)
	for i, value := range list {
		if child, ok := value.(*jsontree.Object); ok {
			found{f.shape, f.root, child, jsontree.Join(f.path, strconv.Itoa(i)), member{}}.below(keys, visit)
		}
	}
}

// eachAt calls visit for the position of an object, or for those under its free keys.
func (f found) eachAt(visit func(found)) {
	if f.shape.at != anyKey {
		if f.isPlaced() {
			visit(f)
		}
		return
	}
	for key := range f.object.All() {
		own := *f.shape
		own.at = key
		if one := (found{&own, f.root, f.object, f.path, member{f.object, key}}); one.isPlaced() {
			visit(one)
		}
	}
}

func (f found) isPlaced() bool {
	points := f.coordinates()
	return len(points) > 0 && (!f.shape.unset || points[0].X != 0 || points[0].Z != 0)
}

// id names the position within its tree.
func (f found) id() string {
	switch {
	case f.shape.at != "":
		return jsontree.Join(f.path, escape.Replace(f.shape.at))
	case f.shape.points != "":
		return jsontree.Join(f.path, f.shape.points)
	}
	return f.path
}

// Point is a position: metres from the west and south edge of the map, and the height; nil where it is on the ground.
type Point struct {
	X, Z float64
	Y    *float64
}

// coordinates returns the position, or the points of a route; none where the object has none.
func (f found) coordinates() []Point {
	s := f.shape
	switch {
	case s.points != "":
		return points(f.object.List(s.points))
	case s.at != "":
		value, _ := f.object.Get(s.at)
		return points([]any{value})
	}
	x, okX := numberAt(f.object, s.x)
	z, okZ := numberAt(f.object, s.z)
	if !okX || !okZ {
		return nil
	}
	return []Point{{x, z, optional(f.object, s.y)}}
}

func optional(object *jsontree.Object, key string) *float64 {
	if n, ok := numberAt(object, key); ok {
		return &n
	}
	return nil
}

// points reads lists of three numbers, or of two where the height is left out, and texts with them. What is neither is left out.
func points(values []any) (list []Point) {
	for _, value := range values {
		numbers := numbersIn(value)
		switch len(numbers) {
		case 2:
			list = append(list, Point{X: numbers[0], Z: numbers[1]})
		case 3:
			list = append(list, Point{X: numbers[0], Z: numbers[2], Y: &numbers[1]})
		}
	}
	return list
}

func numbersIn(value any) (numbers []float64) {
	list, _ := value.([]any)
	if text, isText := value.(string); isText {
		for _, word := range strings.Fields(text) {
			list = append(list, word)
		}
	}
	for _, member := range list {
		n, ok := number(member)
		if !ok {
			return nil
		}
		numbers = append(numbers, n)
	}
	return numbers
}

func numberAt(object *jsontree.Object, key string) (float64, bool) {
	if key == "" {
		return 0, false
	}
	value, _ := object.Get(key)
	return number(value)
}

// number reads a number of JSON, or one in a text.
func number(value any) (float64, bool) {
	text := ""
	switch v := value.(type) {
	case jsontree.Number:
		text = string(v)
	case string:
		text = strings.TrimSpace(v)
	}
	n, err := strconv.ParseFloat(text, 64)
	return n, err == nil && n-n == 0 // finite
}

// radiusOf returns the radius around the position in metres, or nil.
func (f found) radiusOf() *float64 {
	holder := f.object
	if f.shape.above {
		holder = f.root
	}
	radius := optional(holder, f.shape.radius)
	if radius == nil || *radius <= 0 {
		return nil
	}
	return radius
}

// sortOf returns what sort of thing is at the position, or "".
func (f found) sortOf() string {
	if f.shape.sort == "" {
		return f.shape.sortAll
	}
	for _, holder := range []*jsontree.Object{f.object, f.root} {
		if text := holder.Text(f.shape.sort); text != "" {
			return text
		}
	}
	return f.shape.sortAll
}

// nameOf returns the name of the object, or "".
func (f found) nameOf() string {
	i := slices.IndexFunc(f.shape.names, func(key string) bool { return f.object.Text(key) != "" })
	if i < 0 {
		return f.member.key
	}
	return f.object.Text(f.shape.names[i])
}
