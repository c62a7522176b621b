package geo

import (
	"context"
	"errors"

	"quartermaster/internal/docset"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/mission"
	"quartermaster/internal/pack"
	"quartermaster/internal/store"
)

// changeFiles returns what the changes make of files without records, or the conflicts in them.
func (s Service) changeFiles(ctx context.Context, scope store.Scope, asked Changes,
	file func(path string) *mission.File,
) ([]mission.NewFile, Conflicts, error) {
	all, packs, err := s.filesWithPacks(ctx, scope)
	if err != nil {
		return nil, nil, err
	}
	from := &documents{file: file, kept: all, packs: packs, read: map[string]*docset.File{}, made: map[string]*Layer{}}
	if from.mission, err = s.missionOf(ctx, scope); err != nil {
		return nil, nil, err
	}
	run := &saving{source: from}
	if err := run.carryOut(ctx, asked); err != nil || len(run.conflicts) > 0 {
		return nil, run.conflicts, err
	}
	list, err := from.write(run.order)
	return list, nil, err
}

// documents are the source of features that files without records have.
type documents struct {
	file  func(path string) *mission.File
	kept  []kept
	packs *pack.Set
	read  map[string]*docset.File // by key

	mission string            // its folder
	made    map[string]*Layer // of new files, by their paths in lower case
}

func (*documents) has(l *Layer) bool { return l.Resource == nil }

func (d *documents) open(ctx context.Context, l *Layer, sid string) (*changing, error) {
	for _, k := range d.kept {
		if k.sid != sid {
			continue
		}
		f, err := d.document(ctx, l, k)
		if err != nil || f == nil || f.Tree == nil {
			return nil, err
		}
		d.read[l.keyOf(sid)] = f
		c := &changing{key: l.keyOf(sid), layer: l, sid: sid, name: k.path, fields: f.Fields(), before: f.Tree, tree: f.Tree.Clone()}
		if l.packed {
			c.shapes = markedIn(nil, c.fields)
		}
		return c, nil
	}
	return nil, nil
}

// document reads a file as it is generated now; nil if it is gone, or the layer is not about it.
func (d *documents) document(ctx context.Context, l *Layer, k kept) (*docset.File, error) {
	now := d.file(k.serverPath())
	at, shape := layerFor(d.packs, k)
	switch {
	case now == nil || at != l:
		return nil, nil
	case shape == nil:
		return docset.ReadPacked(ctx, d.packs, now)
	}
	return docset.Read(ctx, shape.document(), now)
}

func (d *documents) holder(ctx context.Context, l *Layer, a Added) (*changing, *shape, error) {
	if l.MakesFiles() {
		c, err := d.newFile(ctx, l, a)
		return c, l.shapes[0], err
	}
	c, err := d.open(ctx, l, a.File)
	if err == nil && c == nil {
		err = Refused{Text: "There is no such file any more."}
	}
	if err != nil {
		return nil, nil, err
	}
	return c, l.shapeIn(c.fields), nil
}

// write returns the bytes of the files that differ, and the files that are to go.
func (d *documents) write(order []*changing) (list []mission.NewFile, err error) {
	for _, c := range order {
		if !c.deleted && jsontree.Equal(c.before, c.tree) {
			continue
		}
		made, err := d.bytes(c)
		var rejected docset.Rejection
		if errors.As(err, &rejected) {
			return nil, Refused{Text: c.name + ": " + rejected.Error()}
		}
		if err != nil {
			return nil, err
		}
		list = append(list, made)
	}
	return list, nil
}

// bytes returns a changed file, a new one, or one that is to go.
func (d *documents) bytes(c *changing) (mission.NewFile, error) {
	f := d.read[c.key]
	switch {
	case c.deleted:
		return mission.NewFile{Path: f.Path, Deleted: true}, nil
	case f == nil:
		text, err := docset.NewText(c.layer.files[0].document(), c.tree)
		return mission.NewFile{Path: c.name, Data: []byte(text)}, err
	}
	data, err := f.Bytes(func(*docset.File) (*jsontree.Object, error) { return c.tree, nil })
	return mission.NewFile{Path: f.Path, Data: data}, err
}
