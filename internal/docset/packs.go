package docset

import (
	"context"
	"strings"

	"quartermaster/internal/pack"
	"quartermaster/internal/store"
)

// mostSamples is how many files of a mod a pack is drafted from.
const mostSamples = 50

// DraftPack returns the text of a first version of a pack for the mod of a document, as far as the values of those of its files tell that
// no pack knows. It returns store.ErrNotFound where the document is none of a mod, and ErrBroken where it cannot be read.
func (s *Service) DraftPack(ctx context.Context, scope store.Scope, slug string) (string, error) {
	set, err := s.open(ctx, scope)
	if err != nil {
		return "", err
	}
	one, err := set.findOfMod(slug, "")
	if err != nil {
		return "", err
	}
	if set.read(one); one.Tree == nil {
		return "", ErrBroken
	}
	samples := []pack.Sample{{Path: one.Path, Text: one.Text}}
	for _, f := range set.ofMods(set.declared()) {
		if f.Path == one.Path || f.Pack != "" || f.Mod() != one.Mod() || len(samples) == mostSamples {
			continue
		}
		if set.read(f); f.Tree != nil {
			samples = append(samples, pack.Sample{Path: f.Path, Text: f.Text})
		}
	}
	text, _ := pack.Draft(slugOf(one.Mod()), one.Mod(), samples)
	return text, set.err
}

// Packable reports whether a pack can be made of a document.
func (f *File) Packable() bool {
	return f.FromFile && f.Pack == "" && f.Tree != nil && strings.Contains(f.Path, "/")
}
