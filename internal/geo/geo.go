// Package geo finds what has a position in the world: records, documents and files of an instance, by declarations. The records'
// declarations say which fields are coordinates (record.Located), those of the files of the Expansion mod follow from their schemas.
//
// Unless a comment says otherwise, an error is one of the database or of the context.
package geo

import (
	"cmp"
	"context"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/lint"
	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// Service finds positions in instances.
type Service struct {
	DB       *store.DB
	Lint     *lint.Service
	Missions *mission.Service // of changes, and of what is known of the files of mods
}

// Query says which features are asked for.
type Query struct {
	Layers []string // slugs; nil for all
	Box    *Box     // nil for the whole map
}

func (q Query) wants(l *Layer) bool {
	if q.Layers == nil {
		return true
	}
	for _, slug := range q.Layers {
		if slug == l.Slug {
			return true
		}
	}
	return false
}

// Unknown returns the first slug that is not the name of a layer, or "".
func (q Query) Unknown() string {
	for _, slug := range q.Layers {
		if layerNamed(slug) == nil {
			return slug
		}
	}
	return ""
}

// Each calls visit for the features of an instance, layer by layer, until it returns an error.
func (s Service) Each(ctx context.Context, scope store.Scope, q Query, visit func(*Feature) error) error {
	inBox := func(f *Feature) error {
		if !q.Box.touches(f) {
			return nil
		}
		return visit(f)
	}
	for _, l := range layers() {
		if l.Resource == nil || !q.wants(l) {
			continue
		}
		if err := s.eachInRecords(ctx, scope, l, inBox); err != nil {
			return err
		}
	}
	if err := s.eachInFiles(ctx, scope, q, inBox); err != nil {
		return err
	}
	if problems := layerNamed(ProblemsLayer); q.wants(problems) {
		return s.eachProblem(ctx, scope, problems, inBox)
	}
	return nil
}

// eachInRecords goes through the records of a layer.
func (s Service) eachInRecords(ctx context.Context, scope store.Scope, l *Layer, visit func(*Feature) error) error {
	each := func(rows []record.Row) error {
		for _, row := range rows {
			if err := l.eachInRow(row, visit); err != nil {
				return err
			}
		}
		return nil
	}
	if l.Setting != "" {
		rows, err := s.DB.All(ctx, l.Resource, scope, "r.setting = $", l.Setting)
		if err != nil {
			return err
		}
		return each(rows)
	}
	stream, err := s.DB.Stream(ctx, l.Resource, scope, record.Query{Include: l.include()})
	if err != nil {
		return err
	}
	return stream.Each(ctx, each)
}

// include returns the nested field that the positions are in.
func (l *Layer) include() []*record.Field {
	if f := l.Resource.Document(); f != nil {
		return []*record.Field{f}
	}
	if list := l.shapes[0].list; len(list) > 0 {
		return []*record.Field{l.Resource.Field(list[0])}
	}
	return nil
}

func (l *Layer) eachInRow(row record.Row, visit func(*Feature) error) error {
	about := Feature{Layer: l, Resource: l.Resource.Path, SID: l.Resource.SID(row), Title: l.Resource.TitleOf(row)}
	return l.eachInTree(l.treeOf(row), about, visit)
}

// treeOf returns what the shapes of the layer look into: the document of a record, or else its values. It is empty for a text that is
// no document.
func (l *Layer) treeOf(row record.Row) *jsontree.Object {
	if f := l.Resource.Document(); f != nil {
		text, _ := row[l.Resource.Index(f.Name)].(string)
		tree, _ := expansion.Parse(text)
		return tree
	}
	tree, _ := jsontree.Parse(l.Resource.AppendJSON(nil, row)) // written from stored values
	object, _ := tree.(*jsontree.Object)
	return object
}

// eachInTree calls visit for the positions in a tree, each a feature like about.
func (l *Layer) eachInTree(tree *jsontree.Object, about Feature, visit func(*Feature) error) error {
	return eachIn(l.shapes, tree, about, visit)
}

func eachIn(shapes []*shape, tree *jsontree.Object, about Feature, visit func(*Feature) error) (err error) {
	for _, s := range shapes {
		s.each(tree, func(f found) {
			if err == nil {
				feature := f.feature(about)
				err = visit(&feature)
			}
		})
	}
	return err
}

func (f found) feature(like Feature) Feature {
	like.Path, like.Name, like.Sort = f.id(), cmp.Or(f.nameOf(), like.Title), cmp.Or(f.sortOf(), like.Sort)
	like.Points, like.Radius = f.coordinates(), f.radiusOf()
	like.Route, like.Closed = f.shape.points != "" && !f.shape.closed && !f.shape.loose, f.shape.closed
	like.Angle = optional(f.object, f.shape.angle)
	return like
}

// eachProblem calls visit for the first position of each record and file that the lint has found something about, except for what the
// game's own files have as well.
func (s Service) eachProblem(ctx context.Context, scope store.Scope, problems *Layer, visit func(*Feature) error) error {
	all, err := s.Lint.Check(ctx, scope)
	if err != nil {
		return err
	}
	about, within := gravest(all)
	first := func(f *Feature) error {
		finding, has := about[f.SID]
		if !has {
			return nil
		}
		delete(about, f.SID)
		f.Layer, f.Sort, f.Problem, f.Severity = problems, finding.Rule.ID, finding.Message(), string(finding.Severity)
		return visit(f)
	}
	for _, l := range layers() {
		if l.Resource == nil || !within[l.Resource] {
			continue
		}
		if err := s.eachInRecords(ctx, scope, l, first); err != nil {
			return err
		}
	}
	if !within[record.Files] {
		return nil
	}
	return s.eachInFiles(ctx, scope, Query{}, first)
}

// gravest returns the first finding about each record, by its sid, and the resources that there are findings about.
func gravest(all []lint.Finding) (about map[string]lint.Finding, within map[*record.Resource]bool) {
	about, within = map[string]lint.Finding{}, map[*record.Resource]bool{}
	for _, f := range all {
		within[f.Resource] = true
		if _, known := about[f.SID]; !known && !f.Vanilla && f.SID != "" {
			about[f.SID] = f
		}
	}
	return about, within
}
