package lint

import (
	"strings"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/ownpacks"
	"quartermaster/internal/pack"
)

// Knowing returns the service with other packs than those that come with the program.
func (s *Service) Knowing(packs *ownpacks.Service) *Service {
	s.packs = packs
	return s
}

// packedFile is a file of a mod that a pack knows, with its values.
type packedFile struct {
	*gameDocument
	of *pack.File
}

// packedFiles reads the files of mods that packs know and that can be read, within limits.
func (l *loader) packedFiles(own *ownpacks.Service, owner int64) {
	if l.err != nil {
		return
	}
	packs, err := own.In(l.ctx, l.from, owner)
	if l.err = err; err != nil {
		return
	}
	l.Packs = packs
	left := int64(maxGameFiles)
	for _, f := range l.Files {
		place := strings.TrimPrefix(f.Path, "/")
		if l.err != nil || f.ContentID == nil || f.Broken != nil || f.Kind != unreadKind || !packs.Knows(place) {
			continue
		}
		read := l.gameFile(f, &left)
		if read == nil {
			continue
		}
		if of, d := packs.Open(place, read.text); of != nil {
			if tree, err := d.Read(read.text); err == nil {
				l.Packed = append(l.Packed, packedFile{&gameDocument{d, tree, f, read.text}, of})
			}
		}
	}
}

// valuesOf returns the values of the files that the same pack has under a name.
func (w *world) valuesOf(f *pack.File, name string) (trees []*jsontree.Object) {
	for _, other := range w.Packed {
		if other.of.Pack == f.Pack && other.of.Name == name {
			trees = append(trees, other.Tree)
		}
	}
	return trees
}

// tellFound reports what the rules of packs of a severity find.
func (w *world) tellFound(report report, severity pack.Severity) {
	work := pack.NewWork()
	for _, f := range w.Packed {
		found := f.of.Find(f.Tree, func(name string) []*jsontree.Object { return w.valuesOf(f.of, name) }, work)
		var problems []problem
		for _, one := range found {
			if one.Severity == severity {
				problems = append(problems, problemAt(one.Path, "by-pack", "what", strings.TrimSuffix(one.Text, ".")))
			}
		}
		if work.IsOver() && severity == pack.Warning {
			problems = append(problems, problemAt("", "unfinished", "mod", f.of.Pack.Name))
		}
		if f.tell(report, problems); work.IsOver() {
			return
		}
	}
}
