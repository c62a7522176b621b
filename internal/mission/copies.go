package mission

import (
	"context"
	"maps"
	"path"
	"slices"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
	"quartermaster/internal/trader"
)

// setCopiesAside decides which files of an upload the game does not read, though their names or contents fit: copies of others, and files
// of the trader that no other one includes. They are stored as uploaded.
func (s *Service) setCopiesAside(ctx context.Context, scope store.Scope, i instance, files []incomingFile) error {
	groups, names := rivals(files)
	copies, err := s.withoutNamed(ctx, scope, i, files, copiesAmong(i, files))
	if err != nil {
		return err
	}
	names = append(names, kindsOf(copies)...)
	if len(names) == 0 {
		setAsideNamed(copies, nil, nil)
		return nil
	}
	rows, err := s.db.All(ctx, record.Files, scope, "r.kind IN ($"+strings.Repeat(", $", len(names)-1)+")", names...)
	if err != nil {
		return err
	}
	stored := record.DecodeAll[record.File](record.Files, rows)
	for _, group := range groups {
		setAsideCopies(group, stored)
	}
	setAsideUnread(ctx, i.guard, files, stored)
	setAsideNamed(copies, coreAmong(files, stored), stored)
	return nil
}

// rivals groups the files of an upload that would become the same file of the game. names are the kinds whose stored files matter
// for the choice.
func rivals(files []incomingFile) (groups map[string][]*incomingFile, names []any) {
	groups = map[string][]*incomingFile{}
	for i := range files {
		a := &files[i]
		if a.done || a.kind.info().several && a.kind != traderConfig {
			continue
		}
		key := string(a.kind.info().name)
		if a.kind == traderConfig {
			key += " " + a.name()
		}
		groups[key] = append(groups[key], a)
	}
	for key, group := range groups {
		if name := any(string(group[0].kind.info().name)); (len(group) > 1 || group[0].kind == traderConfig) && !slices.Contains(names, name) {
			names = append(names, name)
		}
		if len(group) == 1 {
			delete(groups, key)
		}
	}
	return groups, names
}

// setAsideCopies sets all files of a group aside, except the one that the game reads.
func setAsideCopies(group []*incomingFile, stored []record.File) {
	best := slices.MinFunc(group, func(a, b *incomingFile) int {
		return slices.Compare(a.oddness(stored), b.oddness(stored))
	})
	for _, a := range group {
		if a == best {
			continue
		}
		a.setAside(say.New("other-is-read", "file", path.Base(best.rel)))
		if strings.EqualFold(a.rel, best.kind.info().find(best.resolvedPath, nil)) {
			a.resolvedPath = asUploaded(segments(a.report.Path))
		}
	}
}

// oddness is greater the less a file looks like the one that the game reads; it is compared item by item.
func (f *incomingFile) oddness(imported []record.File) []int {
	k := f.kind.info()
	rel := k.find(f.resolvedPath, nil)
	isStored := slices.ContainsFunc(imported, func(s record.File) bool { return s.Kind == string(k.name) && strings.EqualFold(s.Path, rel) })
	return []int{
		rank(!k.isAt(rel) && f.kind != traderConfig),
		rank(f.name() != strings.ToLower(path.Base(k.main))),
		rank(!isStored),
		rank(!strings.EqualFold(rel, k.main)),
		strings.Count(f.rel, "/"),
	}
}

func isTraderConfig(f incomingFile) bool { return !f.done && f.kind == traderConfig }

// setAsideUnread sets aside the files of the trader that no other one includes, unless they are stored as files of the trader already.
func setAsideUnread(ctx context.Context, g guard, files []incomingFile, imported []record.File) {
	stored := map[string]*trader.Config{} // by name in lower case
	for _, f := range imported {
		if f.Kind != string(traderConfig.name) {
			continue
		}
		stored[strings.ToLower(path.Base(f.Path))] = configOf(f)
	}
	unread := unreadBeside(withConfigs(ctx, g, stored, files))
	for i, f := range files {
		if isTraderConfig(f) && unread[f.name()] && stored[f.name()] == nil {
			files[i].setAside(say.New("not-included"))
		}
	}
}

// withConfigs returns the stored files of the trader together with the uploaded ones.
func withConfigs(ctx context.Context, g guard, stored map[string]*trader.Config, files []incomingFile) map[string]*trader.Config {
	configs := maps.Clone(stored)
	for _, f := range files {
		if !isTraderConfig(f) {
			continue
		}
		config := &trader.Config{}
		err := g.run(ctx, "opened", f.kind.info().name, f.report.Path, func() (err error) {
			config, err = trader.ParseConfig(f.text)
			return err
		})
		if err == nil { // an error is reported when the file is read
			configs[f.name()] = config
		}
	}
	return configs
}

// unreadBeside returns the names of the trader's files that the game does not read. It returns nothing while an included file is
// missing, which may include others.
func unreadBeside(configs map[string]*trader.Config) map[string]bool {
	order := trader.ReadingOrder(mainTrader, configs)
	if len(order) == 0 {
		return nil
	}
	if next := strings.ToLower(configs[order[len(order)-1]].Next); next != "" && configs[next] == nil {
		return nil
	}
	unread := map[string]bool{}
	for name := range configs {
		unread[name] = !slices.Contains(order, name)
	}
	return unread
}

// setAside marks a file as unread: it is stored as uploaded, beside the one that the game reads.
func (f *incomingFile) setAside(why say.Message) {
	if !f.rooted && !strings.Contains(f.rel, "/") {
		f.rel = path.Join(path.Dir(f.kind.info().main), f.rel)
	}
	f.kind, f.report.Kind = other, KindOther
	f.keepUnread(why)
}

// keepUnread says why the game does not read the file. Whether anybody else could read it is worth no more than a warning then.
func (f *incomingFile) keepUnread(why say.Message) {
	f.report.Warnings = append(f.report.Warnings, say.New("unread", "why", why))
	if f.aside = true; f.broken != nil {
		f.report.Warnings = append(f.report.Warnings, reasonOf(f.broken))
		f.broken = nil
	}
}
