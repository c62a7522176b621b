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

// StillUsed returns the types that went and that other records of the instance use.
func StillUsed(files []ImportDifference) (list []Difference) {
	for _, f := range files {
		for _, d := range f.Records {
			if len(d.Uses) > 0 {
				list = append(list, d)
			}
		}
	}
	return list
}

// addUses gives the types that went what still uses them.
func addUses(ctx context.Context, scope store.Scope, files []ImportDifference, uses ClassUses) error {
	gone := goneTypes(files)
	if len(gone) == 0 {
		return nil
	}
	names := make([]string, len(gone))
	for i, d := range gone {
		names[i] = d.Name
	}
	counted, err := uses(ctx, scope, names)
	for _, d := range gone {
		d.Uses = sortedUses(counted[strings.ToLower(d.Name)])
	}
	return err
}

// goneTypes returns the types that the files no longer have.
func goneTypes(files []ImportDifference) (list []*Difference) {
	for _, f := range files {
		for i := range f.Records {
			if d := &f.Records[i]; d.Op == Removed && d.Resource == record.Types {
				list = append(list, d)
			}
		}
	}
	return list
}

func sortedUses(counted map[*record.Resource]int64) (list []Use) {
	for r, n := range counted {
		list = append(list, Use{r, n})
	}
	slices.SortFunc(list, func(a, b Use) int { return cmp.Compare(a.Resource.Path, b.Resource.Path) })
	return list
}
