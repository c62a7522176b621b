package mission

import (
	"context"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/trader"
)

// setAside keeps files as they came that lie beside the ones that the game reads: copies, and the trader's that nothing opens.
func (s *Service) setAside(ctx context.Context, scope store.Scope, i instance, arrivals []arrival) error {
	groups, names := rivals(arrivals)
	if len(names) == 0 {
		return nil
	}
	rows, err := s.db.All(ctx, record.Files, scope, "r.kind IN ($"+strings.Repeat(", $", len(names)-1)+")", names...)
	if err != nil {
		return err
	}
	stored := make([]record.File, len(rows))
	for n, row := range rows {
		record.Files.Decode(row, &stored[n])
	}
	for _, group := range groups {
		setAsideCopies(group, stored)
	}
	setAsideUnread(ctx, i.ward, arrivals, stored)
	return nil
}

// rivals returns the files of an upload that are the same file of the game, and the kinds of files of which is to be known what is
// stored.
func rivals(arrivals []arrival) (groups map[string][]*arrival, names []any) {
	groups = map[string][]*arrival{}
	for i := range arrivals {
		a := &arrivals[i]
		if a.done || a.kind.several && a.kind != traderConfig {
			continue
		}
		key := string(a.kind.name)
		if a.kind == traderConfig {
			key += " " + a.name()
		}
		groups[key] = append(groups[key], a)
	}
	for key, group := range groups {
		if name := any(string(group[0].kind.name)); (len(group) > 1 || group[0].kind == traderConfig) && !slices.Contains(names, name) {
			names = append(names, name)
		}
		if len(group) == 1 {
			delete(groups, key)
		}
	}
	return groups, names
}

// setAsideCopies keeps files as they came, but for the one of them that the game reads, and those that are to be joined with it.
func setAsideCopies(group []*arrival, stored []record.File) {
	best := slices.MinFunc(group, func(a, b *arrival) int {
		return slices.Compare(a.oddness(stored), b.oddness(stored))
	})
	for _, a := range group {
		loose := !a.rooted && !strings.Contains(a.path, "/")
		if a != best && !a.isAtPlaceOf(best) && (!loose || isCopyOf(a.name(), best.name())) {
			a.keepBeside("the game reads " + path.Base(best.path) + " instead")
		}
	}
}

// oddness tells how little a file looks like the one that the game reads.
func (a *arrival) oddness(stored []record.File) []int {
	place := a.kind.find(a.spot, nil)
	is := func(f record.File) bool { return f.Kind == string(a.kind.name) && strings.EqualFold(f.Path, place) }
	marks := []bool{!a.kind.isAt(place) && a.kind != traderConfig, a.name() != strings.ToLower(path.Base(a.kind.main)), !slices.ContainsFunc(stored, is), !strings.EqualFold(place, a.kind.main)}
	var odd []int
	for _, mark := range marks {
		n := 0
		if mark {
			n = 1
		}
		odd = append(odd, n)
	}
	return append(odd, strings.Count(a.path, "/"))
}

// isAtPlaceOf tells whether two files of an upload are one file of the server, as when it holds the same path twice.
func (a *arrival) isAtPlaceOf(other *arrival) bool { return strings.EqualFold(a.path, other.path) }

// copyMark is what people and systems call copies of files.
var copyMark = regexp.MustCompile(`(?i)copy|kopie|copie|копия|old|backup|\bbak|\(\d+\)`)

// isCopyOf tells whether a file is called like a copy of another one.
func isCopyOf(name, original string) bool {
	return name != original && copyMark.MatchString(strings.TrimPrefix(name, stem(original)))
}

func isTraderConfig(a arrival) bool { return !a.done && a.kind == traderConfig }

// setAsideUnread keeps the trader's files as they came that nothing opens, unless they are read already.
func setAsideUnread(ctx context.Context, w ward, arrivals []arrival, files []record.File) {
	stored := map[string]*trader.Config{} // by their names in lower case
	for _, f := range files {
		if f.Kind != string(traderConfig.name) {
			continue
		}
		stored[strings.ToLower(path.Base(f.Path))] = configOf(f)
	}
	unread := unreadBeside(withConfigs(ctx, w, stored, arrivals))
	for i, a := range arrivals {
		if isTraderConfig(a) && unread[a.name()] && stored[a.name()] == nil {
			arrivals[i].keepBeside("nothing opens it, so the game does not read it")
		}
	}
}

// withConfigs returns the trader's files once those that arrive are among them.
func withConfigs(ctx context.Context, w ward, stored map[string]*trader.Config, arrivals []arrival) map[string]*trader.Config {
	configs := maps.Clone(stored)
	for _, a := range arrivals {
		if !isTraderConfig(a) {
			continue
		}
		config := &trader.Config{}
		err := w.run(ctx, "opened", a.kind.name, a.report.Path, func() (err error) {
			config, err = trader.ParseConfig(a.text)
			return err
		})
		if err == nil { // an error is told when the file is read
			configs[a.name()] = config
		}
	}
	return configs
}

// unreadBeside returns the names of the trader's files that the game does not read, where all are known that it does.
func unreadBeside(configs map[string]*trader.Config) map[string]bool {
	order := trader.ReadingOrder(mainTrader, configs)
	if len(order) == 0 {
		return nil
	}
	if next := strings.ToLower(configs[order[len(order)-1]].Next); next != "" && configs[next] == nil {
		return nil // what is missing may open any of them
	}
	unread := map[string]bool{}
	for name := range configs {
		unread[name] = !slices.Contains(order, name)
	}
	return unread
}

func (a *arrival) name() string { return strings.ToLower(path.Base(a.path)) }

// keepBeside keeps a file as it came, beside the one that the game reads.
func (a *arrival) keepBeside(why string) {
	if !a.rooted && !strings.Contains(a.path, "/") {
		a.path = path.Join(path.Dir(a.kind.main), a.path)
	}
	a.kind, a.report.Kind = other, KindOther
	a.report.Warnings = append(a.report.Warnings, fmt.Sprintf("%s; it is kept as it is", why))
}
