package mission

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// ClassUses counts the records of an instance that use classes, by the names of the classes in small letters and by resource.
type ClassUses func(ctx context.Context, scope store.Scope, classes []string) (map[string]map[*record.Resource]int64, error)

// Use says how many records of a resource use a class.
type Use struct {
	Resource *record.Resource
	Count    int64
}

// GoneType is a type that an import no longer has and that other records of the instance use.
type GoneType struct {
	Name string
	Uses []Use
}

// StillUsed returns the types that went and that other records of the instance use.
func StillUsed(files []ImportDifference) (list []GoneType) {
	for _, f := range files {
		for _, d := range f.Records {
			if uses := f.usesOf(d); len(uses) > 0 {
				list = append(list, GoneType{d.Title, uses})
			}
		}
	}
	return list
}

// addUses finds out what still uses the types that went.
func addUses(ctx context.Context, scope store.Scope, files []ImportDifference, uses ClassUses) error {
	var gone []string
	for _, f := range files {
		for _, d := range f.Records {
			if isGoneType(d) {
				gone = append(gone, d.Title)
			}
		}
	}
	if len(gone) == 0 {
		return nil
	}
	counted, err := uses(ctx, scope, gone)
	for i := range files {
		files[i].uses = counted
	}
	return err
}

func isGoneType(d record.Difference) bool {
	return d.Resource == record.Types && d.Change() == record.Removed
}

// usesOf returns what still uses a type that went.
func (f ImportDifference) usesOf(d record.Difference) []Use {
	if !isGoneType(d) {
		return nil
	}
	return sortedUses(f.uses[strings.ToLower(d.Title)])
}

func sortedUses(counted map[*record.Resource]int64) (list []Use) {
	for r, n := range counted {
		list = append(list, Use{r, n})
	}
	slices.SortFunc(list, func(a, b Use) int { return cmp.Compare(a.Resource.Path, b.Resource.Path) })
	return list
}
