package economy

import (
	"cmp"
	"slices"
	"strings"
)

// demandOf returns what decides where a type can lie.
func (g *ground) demandOf(t *lootType) demand {
	if g == nil {
		return demand{}
	}
	d := demand{tags: g.tags.set(t.Tags...), usages: g.usages.set(t.Usages...), values: g.values.set(t.Values...)}
	if t.Category != "" {
		d.category = g.categories.set(t.Category)
	}
	return d
}

// figure computes what is known of a type. Answers to demands are kept in known.
func (g *ground) figure(t *lootType, w *world, s sources, known map[demand]answer) TypeFigure {
	f := TypeFigure{
		SID: t.SID, Name: t.Name, Category: t.Category, Usages: t.Usages, Values: t.Values, Files: t.Files, tags: t.Tags,
		Wanted: t.Nominal, Min: t.Min, Sources: s.of(t),
	}
	if g == nil {
		return f
	}
	d := g.demandOf(t)
	found, asked := known[d]
	if !asked {
		found = answer{g.reach(d), g.obstacle(d)}
		known[d] = found
	}
	f.Loot = found.loot
	if w.Proxies {
		f.Proxies = g.proxies[strings.ToLower(t.Name)]
	}
	f.Possible = f.Slots + f.Proxies
	f.Reason = reasonOf(t, found.reason, f.Proxies)
	if t.Deloot || t.Crafted {
		f.Possible, f.Loot, f.Proxies = 0, Loot{}, 0
	}
	return f
}

// reasonOf returns why none of a type spawns as loot; none if none is wanted.
func reasonOf(t *lootType, obstacle Reason, proxies int) Reason {
	switch {
	case t.Nominal <= 0:
		return ReasonNone
	case t.Deloot:
		return ReasonEventsOnly
	case t.Crafted:
		return ReasonCrafted
	case proxies > 0:
		return ReasonNone
	}
	return obstacle
}

// add adds a type to the totals.
func (t *Totals) add(f *TypeFigure) {
	t.Types++
	t.Wanted += f.Wanted
	addTotal(&t.Category, f.Wanted, f.Category)
	addTotal(&t.Usage, f.Wanted, f.Usages...)
	addTotal(&t.Value, f.Wanted, f.Values...)
	addTotal(&t.File, f.Wanted, f.Files[len(f.Files)-1]) // the one that counts last
}

// addTotal adds a type to the totals of all that it has. What is written in several letter cases is one.
func addTotal(list *[]Total, wanted int64, names ...string) {
	if len(names) == 0 {
		names = []string{""}
	}
	for _, name := range names {
		i := slices.IndexFunc(*list, func(t Total) bool { return strings.EqualFold(t.Name, name) })
		if i < 0 {
			i = len(*list)
			*list = append(*list, Total{Name: name})
		}
		total := &(*list)[i]
		total.Types++
		total.Wanted += wanted
		total.Share += float64(wanted) / float64(len(names))
	}
}

// sort puts the largest totals first.
func (t *Totals) sort() {
	for _, list := range [][]Total{t.Category, t.Usage, t.Value, t.File} {
		slices.SortStableFunc(list, func(a, b Total) int {
			return cmp.Or(cmp.Compare(b.Share, a.Share), cmp.Compare(a.Name, b.Name))
		})
	}
}
