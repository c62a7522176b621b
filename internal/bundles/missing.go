package bundles

import (
	"context"
	"slices"
	"strings"

	"quartermaster/internal/bundle"
	"quartermaster/internal/layers"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// kinds of names, by the resources of what they name.
func kinds() map[*record.Resource]string {
	return map[*record.Resource]string{
		record.InstanceClassnames: "class", record.TypeUsages: "usage", record.TypeValues: "tier", record.TypeTags: "tag",
		record.Categories: "category",
	}
}

// checkNames refuses a map with keys of no kind.
func checkNames(names map[string]string) error {
	for key, name := range names {
		kind, old, _ := strings.Cut(key, ":")
		isKind := false
		for _, known := range kinds() {
			isKind = isKind || known == kind
		}
		if !isKind || old == "" || name == "" || len(name) > 100 {
			return validate.Refusal("map", "The map has keys such as class:Old, usage:Old, tier:Old, category:Old and tag:Old, and names of at "+
				"most 100 characters.")
		}
	}
	return nil
}

// missing returns what the instance lacks for a bundle.
func (s *Service) missing(
	ctx context.Context, scope store.Scope, b *bundle.Bundle, rows []layers.Row, names map[string]string,
) (list []string, err error) {
	folded := map[string]string{}
	for key, name := range names {
		folded[strings.ToLower(key)] = name
	}
	var classes []string
	for _, name := range b.Needs.Classes {
		if other, mapped := folded["class:"+strings.ToLower(name)]; mapped {
			name = other
		}
		classes = append(classes, name)
	}
	unknown, err := s.layers.Unknown(ctx, scope, rows, classes)
	if err != nil {
		return nil, err
	}
	list = []string{}
	for _, ref := range unknown {
		kind, known := kinds()[ref.Resource]
		if !known {
			kind = strings.ReplaceAll(ref.Resource.One, " ", "-")
		}
		list = append(list, kind+":"+ref.Name)
	}
	mission, err := s.layers.Mission(ctx, scope)
	if b.Needs.Map != "" && !strings.EqualFold(b.Needs.Map, mapOf(mission)) {
		list = append(list, "map:"+b.Needs.Map)
	}
	if err != nil || len(b.Needs.Mods) == 0 {
		return list, err
	}
	known, err := s.db.All(ctx, record.ServerMods, scope, "")
	mods := record.DecodeAll[record.ServerMod](record.ServerMods, known)
	for _, need := range b.Needs.Mods {
		if !slices.ContainsFunc(mods, func(m record.ServerMod) bool { return isMod(m, need) }) {
			list = append(list, "mod:"+need)
		}
	}
	return list, err
}

// isMod reports whether a mod of a server is the one that a bundle needs, by its number in the Workshop or by its name.
func isMod(m record.ServerMod, need string) bool {
	plain := func(name string) string { return strings.ToLower(strings.TrimPrefix(strings.TrimSpace(name), "@")) }
	return m.SteamID != nil && *m.SteamID == need || plain(m.Name) == plain(need)
}
