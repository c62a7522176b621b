package docset

import (
	"context"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/store"
)

// ClassUse is a value in the file of a mod that names a class of the game, as the pack that knows the file says.
type ClassUse struct {
	File   *File
	Path   string // of the value: keys, and places in lists from 0
	Label  string // of its field
	Chance string // that stands beside it, with its unit; empty for none
}

// mostClassUses limits what is told of one class.
const mostClassUses = 200

// ClassUses returns where the files of mods name a class, in the order of their paths: of files that packs know, as many as lists read.
func (s *Service) ClassUses(ctx context.Context, scope store.Scope, class string) (uses []ClassUse, err error) {
	set, err := s.open(ctx, scope)
	if err != nil {
		return nil, err
	}
	files := set.ofMods(set.declared())
	set.readPacked(files)
	for _, f := range files {
		if f.Tree != nil && f.Pack != "" && len(uses) < mostClassUses {
			uses = append(uses, f.classUses(class)...)
		}
	}
	return uses[:min(len(uses), mostClassUses)], set.err
}

func (f *File) classUses(class string) (uses []ClassUse) {
	f.EachObject(f.Tree, func(path string, fields []*expansion.Field, object *jsontree.Object) {
		chance := chanceIn(fields, object)
		for _, field := range fields {
			value, _ := object.Get(field.Name)
			if field.Format != expansion.ClassFormat || !names(value, class) {
				continue
			}
			uses = append(uses, ClassUse{f, jsontree.Join(path, field.Name), field.Label, chance})
		}
	})
	return uses
}

// names reports whether a value is a class, or a list or map that has it. More may follow the name, behind a comma or a bar.
func names(value any, class string) bool {
	switch v := value.(type) {
	case string:
		name := strings.TrimSpace(v[:firstOr(strings.IndexAny(v, ",|"), len(v))])
		return strings.EqualFold(name, class)
	case []any:
		for _, member := range v {
			if names(member, class) {
				return true
			}
		}
	case *jsontree.Object:
		for key := range v.All() {
			if strings.EqualFold(key, class) {
				return true
			}
		}
	}
	return false
}

func firstOr(i, otherwise int) int {
	if i < 0 {
		return otherwise
	}
	return i
}

// chanceIn returns the chance that an object has beside its class: a share that is called so.
func chanceIn(fields []*expansion.Field, object *jsontree.Object) string {
	for _, f := range fields {
		value, _ := object.Get(f.Name)
		text := jsontree.ScalarText(value)
		if text == "" || !strings.Contains(strings.ToLower(f.Name), "chance") {
			continue
		}
		return strings.TrimSpace(text + " " + f.Unit)
	}
	return ""
}
