package pack

import (
	"slices"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

// HidesBesides returns what a pack has hidden or left out that another one in its place, nil for none, does not: secrets by their files and
// keys, and paths of run-time data.
func (p *Pack) HidesBesides(other *Pack) (list []string) {
	var kept []string
	if other != nil {
		kept = other.hides()
	}
	for _, what := range p.hides() {
		if !slices.Contains(kept, what) && !slices.Contains(list, what) {
			list = append(list, what)
		}
	}
	return list
}

func (p *Pack) hides() (list []string) {
	for _, f := range p.Files {
		fields := f.fields
		if f.member != nil {
			fields = []*expansion.Field{f.member}
		}
		for _, at := range secretsIn(fields, "") {
			for _, path := range f.Paths() {
				list = append(list, path+": "+at)
			}
		}
	}
	for _, run := range p.runTime {
		list = append(list, run.text)
	}
	return list
}

// secretsIn returns the paths of the secrets among fields and inside of them.
func secretsIn(fields []*expansion.Field, below string) (list []string) {
	for _, f := range fields {
		at := jsontree.Join(below, f.Name)
		if f.Format == expansion.PasswordFormat {
			list = append(list, at)
		}
		list = append(list, secretsIn(f.Fields, at)...)
	}
	return list
}
