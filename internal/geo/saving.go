package geo

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

// source is where features are changed: in records, or in files without records.
type source interface {
	// has reports whether the features of a layer are there.
	has(l *Layer) bool
	// open reads the record or file with a sid. It returns nil if there is none.
	open(ctx context.Context, l *Layer, sid string) (*changing, error)
	// holder returns the record or file that a new feature belongs to, or a new record, and the shape that the feature has in it.
	holder(ctx context.Context, l *Layer, a Added) (*changing, *shape, error)
}

// saving is a save in progress, of the features of a source.
type saving struct {
	source
	by        map[string]*changing
	order     []*changing
	conflicts Conflicts
}

// changing is a record or file that a save changes.
type changing struct {
	key      string // equal for the same record or file; empty for a record of its own
	layer    *Layer
	sid      string // empty for a new one
	name     string
	fields   []*expansion.Field // of documents
	before   *jsontree.Object   // values of a record, or the document
	tree     *jsontree.Object
	shapes   []*shape // of a file of a mod; nil where the layer has them
	features map[*Layer]features
	going    []found // to be removed
	deleted  bool
}

// features are those of a layer by their ids, as stored and as changed.
type features struct{ before, now map[string]found }

// carryOut changes the trees of records or files. Where there are conflicts, nothing is removed or added.
func (s *saving) carryOut(ctx context.Context, asked Changes) error {
	s.by = map[string]*changing{}
	if err := s.move(ctx, asked); err != nil || len(s.conflicts) > 0 {
		return err
	}
	if err := s.removeMarked(); err != nil {
		return err
	}
	for _, a := range asked.Added {
		if l := layerNamed(a.Layer); s.has(l) {
			if err := s.add(ctx, l, a); err != nil {
				return err
			}
		}
	}
	return nil
}

// move sets the new positions, and finds what is to be removed.
func (s *saving) move(ctx context.Context, asked Changes) error {
	for _, m := range asked.Moved {
		_, f, err := s.find(ctx, m.ID, m.Was)
		if err != nil {
			return err
		}
		if f == nil {
			continue
		}
		if len(m.Now.Points) == 0 || f.shape.points == "" && len(m.Now.Points) != 1 {
			return Refused{m.ID, "A position needs its coordinates."}
		}
		f.set(m.Now.Points, m.Now.Radius)
	}
	for _, r := range asked.Removed {
		c, f, err := s.find(ctx, r.ID, r.Was)
		if err != nil {
			return err
		}
		if f != nil {
			c.going = append(c.going, *f)
		}
	}
	return nil
}

// find returns a feature and what it is in. It returns nil for one of another source, and for one that is not where it was shown, which
// is noted.
func (s *saving) find(ctx context.Context, id string, was Position) (*changing, *found, error) {
	slug, rest, _ := strings.Cut(id, "/")
	sid, path, _ := strings.Cut(rest, "/")
	l := layerNamed(slug)
	if !s.has(l) {
		return nil, nil, nil
	}
	c, err := s.opened(ctx, l, sid)
	if err != nil {
		return nil, nil, err
	}
	there, known := c.of(l).before[path]
	if known && same(there, was) {
		f := c.of(l).now[path]
		return c, &f, nil
	}
	conflict := Conflict{ID: id, SID: sid}
	if known {
		conflict.Now = &Position{there.coordinates(), there.radiusOf()}
	}
	s.conflicts = append(s.conflicts, conflict)
	return nil, nil, nil
}

// opened returns the record or file of a sid, which is read once; nil if it is gone.
func (s *saving) opened(ctx context.Context, l *Layer, sid string) (*changing, error) {
	if c := s.by[l.keyOf(sid)]; c != nil {
		return c, nil
	}
	c, err := s.open(ctx, l, sid)
	if err != nil || c == nil {
		return nil, err
	}
	return s.once(c), nil
}

// keyOf returns the key of a record or file of the layer.
func (l *Layer) keyOf(sid string) string {
	if l.Resource == nil {
		return "files/" + sid
	}
	return l.Resource.Name + "/" + sid
}

// once returns what is changed already of the same record or file.
func (s *saving) once(c *changing) *changing {
	if known := s.by[c.key]; known != nil {
		return known
	}
	if c.key != "" {
		s.by[c.key] = c
	}
	s.order = append(s.order, c)
	return c
}

// of returns the features of a layer; none of nil.
func (c *changing) of(l *Layer) features {
	if c == nil {
		return features{}
	}
	if _, read := c.features[l]; !read {
		if c.features == nil {
			c.features = map[*Layer]features{}
		}
		shapes := l.shapes
		if c.shapes != nil {
			shapes = c.shapes
		}
		c.features[l] = features{before: positionsBy(shapes, c.before), now: positionsBy(shapes, c.tree)}
	}
	return c.features[l]
}

// same reports whether a feature is where it was shown.
func same(f found, was Position) bool {
	radius := f.radiusOf()
	if (radius == nil) != (was.Radius == nil) || radius != nil && *radius != *was.Radius {
		return false
	}
	return slices.EqualFunc(f.coordinates(), was.Points, func(a, b Point) bool {
		return a.X == b.X && a.Z == b.Z && (b.Y == nil || a.Y != nil && *a.Y == *b.Y)
	})
}

// removeMarked takes out what is to be removed, in each list from the end. What is at its position itself is deleted.
func (s *saving) removeMarked() error {
	for _, c := range s.order {
		slices.SortFunc(c.going, func(a, b found) int {
			return cmp.Or(-cmp.Compare(len(a.path), len(b.path)), -strings.Compare(a.path, b.path))
		})
		for _, f := range c.going {
			switch {
			case f.shape.part:
				f.clear()
			case f.remove():
			case c.layer.Resource != nil, c.layer.GoesWithFiles():
				c.deleted = true
			default:
				return Refused{Text: c.name + ": this position is needed. Delete the file instead."}
			}
		}
	}
	return nil
}

// add puts a new feature into what it belongs to.
func (s *saving) add(ctx context.Context, l *Layer, a Added) error {
	c, shape, err := s.holder(ctx, l, a)
	if err != nil {
		return err
	}
	c = s.once(c)
	f := shape.insert(c.tree, c.fresh(shape, a.Name), a.Name)
	f.set(a.Points, a.Radius)
	return nil
}
