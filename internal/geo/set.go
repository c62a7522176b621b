package geo

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

// set moves the position, or the points of a route, and sets the radius unless it is nil. Values that stay equal are left as they are
// written. A height that is not given stays.
func (f found) set(points []Point, radius *float64) {
	s := f.shape
	switch {
	case s.points != "":
		list := make([]any, len(points))
		for i, p := range points {
			list[i] = p.vector(nil)
		}
		f.object.Set(s.points, list)
	case s.at != "":
		old, _ := f.object.Get(s.at)
		f.object.Set(s.at, points[0].vector(old))
	default:
		setNumber(f.object, s.x, s.written(points[0].X))
		setNumber(f.object, s.z, s.written(points[0].Z))
		if points[0].Y != nil && s.y != "" {
			setNumber(f.object, s.y, s.written(*points[0].Y))
		}
	}
	if radius != nil && s.radius != "" {
		holder := f.object
		if s.above {
			holder = f.root
		}
		setNumber(holder, s.radius, *radius)
	}
}

// written returns a coordinate as the object takes it.
func (s *shape) written(n float64) float64 {
	if s.whole {
		return math.Round(n)
	}
	return n
}

// vector returns the position as a list of numbers, like the one that it replaces: with a height unless that had none.
func (p Point) vector(old any) any {
	was := points([]any{old})
	y := p.Y
	if y == nil && len(was) == 1 {
		y = was[0].Y
	}
	list := []any{jsontree.Decimal(p.X)}
	if old == nil && y == nil {
		y = new(float64)
	}
	if y != nil {
		list = append(list, jsontree.Decimal(*y))
	}
	list = append(list, jsontree.Decimal(p.Z))
	if _, isText := old.(string); isText {
		return textOf(list)
	}
	return list
}

// textOf joins numbers by blanks.
func textOf(numbers []any) string {
	words := make([]string, len(numbers))
	for i, n := range numbers {
		words[i] = string(n.(jsontree.Number))
	}
	return strings.Join(words, " ")
}

func setNumber(object *jsontree.Object, key string, n float64) {
	if old, ok := numberAt(object, key); !ok || old != n {
		object.Set(key, jsontree.Decimal(n))
	}
}

// clear takes a position from an object that stays without it.
func (f found) clear() {
	switch {
	case f.shape.points != "":
		f.object.Set(f.shape.points, []any{})
	case f.shape.unset:
		f.object.Set(f.shape.at, Point{Y: new(float64)}.vector(nil))
	default:
		f.object.Set(f.shape.at, nil)
	}
}

// remove takes the object with the position out of the list that it is in, or from under its free key; false if it is in none.
func (f found) remove() bool {
	if f.member.of != nil {
		f.member.of.Delete(f.member.key)
		return true
	}
	steps := strings.Split(f.path, ".")
	for end := len(steps); end > 1; end-- {
		i, err := strconv.Atoi(steps[end-1])
		if err != nil {
			continue
		}
		holder, ok := valueAt(f.root, steps[:end-2]).(*jsontree.Object)
		if !ok {
			return false
		}
		key := unescape.Replace(steps[end-2])
		list := slices.Clone(holder.List(key))
		holder.Set(key, slices.Delete(list, i, i+1))
		return true
	}
	return false
}

// valueAt follows keys and indexes.
func valueAt(root any, steps []string) any {
	for _, step := range steps {
		switch v := root.(type) {
		case *jsontree.Object:
			root, _ = v.Get(unescape.Replace(step))
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i < 0 || i >= len(v) {
				return nil
			}
			root = v[i]
		default:
			return nil
		}
	}
	return root
}

// positionsBy returns the positions of a tree by their ids.
func positionsBy(shapes []*shape, tree *jsontree.Object) map[string]found {
	all := map[string]found{}
	for _, s := range shapes {
		s.each(tree, func(f found) { all[f.id()] = f })
	}
	return all
}

// insert appends a new object with a position to the list of the shape, or lets the root have the position. Of several lists it is the last
// that has an object of that name, or else the last.
func (s *shape) insert(root, object *jsontree.Object, name string) found {
	if only, single := valueAt(root, s.list).(*jsontree.Object); single {
		return found{shape: s, root: root, object: only, path: strings.Join(s.list, ".")}
	}
	holder, path, key := root, "", s.list[len(s.list)-1]
	for _, outer := range s.list[:len(s.list)-1] {
		members := holder.List(outer)
		if len(members) == 0 {
			members = []any{new(jsontree.Object)}
			holder.Set(outer, members)
		}
		i := s.memberFor(members, key, name)
		holder, path = members[i].(*jsontree.Object), jsontree.Join(jsontree.Join(path, outer), strconv.Itoa(i))
	}
	list := holder.List(key)
	holder.Set(key, append(list[:len(list):len(list)], object))
	return found{shape: s, root: root, object: object, path: jsontree.Join(jsontree.Join(path, key), strconv.Itoa(len(list)))}
}

// memberFor returns the index of the object in whose list, under the key, an object of the name belongs.
func (s *shape) memberFor(members []any, key, name string) int {
	for i, member := range slices.Backward(members) {
		object, _ := member.(*jsontree.Object)
		if slices.ContainsFunc(object.Objects(key), func(o *jsontree.Object) bool { return name != "" && o.Text(s.names[0]) == name }) {
			return i
		}
	}
	return len(members) - 1
}

// fresh returns a new member of the list that the shape is about; nil where it is about the record itself.
func (c *changing) fresh(s *shape, name string) *jsontree.Object {
	if len(s.list) == 0 {
		return nil
	}
	if c.fields == nil {
		return new(jsontree.Object)
	}
	fields := c.fields
	for _, key := range s.list {
		fields = fieldOf(fields, key).Fields
	}
	object := expansion.New(fields)
	nameIt(object, s, name)
	return object
}

func nameIt(object *jsontree.Object, shape *shape, name string) {
	if len(shape.names) > 0 && name != "" {
		object.Set(shape.names[0], name)
	}
}
