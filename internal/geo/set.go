package geo

import (
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/jsonedit"
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
		setNumber(f.object, s.x, points[0].X)
		setNumber(f.object, s.z, points[0].Z)
		if points[0].Y != nil && s.y != "" {
			setNumber(f.object, s.y, *points[0].Y)
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

// vector returns the position as a list of numbers, like the one that it replaces: with a height unless that had none.
func (p Point) vector(old any) any {
	was := points([]any{old})
	y := p.Y
	if y == nil && len(was) == 1 {
		y = was[0].Y
	}
	list := []any{numeral(p.X)}
	if old == nil && y == nil {
		y = new(float64)
	}
	if y != nil {
		list = append(list, numeral(*y))
	}
	return append(list, numeral(p.Z))
}

func numeral(n float64) jsontree.Number {
	return jsontree.Number(strconv.FormatFloat(n, 'f', -1, 64))
}

func setNumber(object *jsontree.Object, key string, n float64) {
	if old, ok := numberAt(object, key); !ok || old != n {
		object.Set(key, numeral(n))
	}
}

// remove takes the object with the position out of the list that it is in; false if it is in none.
func (f found) remove() bool {
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
		list := slices.Clone(holder.List(steps[end-2]))
		holder.Set(steps[end-2], slices.Delete(list, i, i+1))
		return true
	}
	return false
}

// valueAt follows keys and indexes.
func valueAt(root any, steps []string) any {
	for _, step := range steps {
		switch v := root.(type) {
		case *jsontree.Object:
			root, _ = v.Get(step)
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

// by returns the positions of a tree by their ids.
func (l *Layer) by(tree *jsontree.Object) map[string]found {
	all := map[string]found{}
	for _, s := range l.shapes {
		s.each(tree, func(f found) { all[f.id()] = f })
	}
	return all
}

// place appends a new object with a position to the list of the shape, or lets the root have the position. It returns the object.
func (s *shape) place(root, object *jsontree.Object) found {
	if len(s.list) == 0 {
		return found{shape: s, root: root, object: root}
	}
	list := root.List(s.list[0])
	root.Set(s.list[0], append(list[:len(list):len(list)], object))
	return found{shape: s, root: root, object: object, path: jsonedit.Join(s.list[0], strconv.Itoa(len(list)))}
}
