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
		Wanted: t.Nominal, Min: t.Min, Sources: s.of(t), Events: s.events.of(g, t),
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

// add adds a type to the totals. In those of a usage, or a tier, the room for it is that where this one is.
func (t *Totals) add(g *ground, f *TypeFigure, d demand) {
	t.Types++
	t.Wanted += f.Wanted
	addTotal(&t.Category, f, 1, f.Category).addRoom(f, d, f.Proxies)
	addTotal(&t.File, f, 1, f.Files[len(f.Files)-1]).addRoom(f, d, f.Proxies) // the one that counts last
	for _, name := range orNameless(f.Usages) {
		addTotal(&t.Usage, f, len(f.Usages), name).addRoom(f, g.within(d, name, ""), 0)
	}
	for _, name := range orNameless(f.Values) {
		addTotal(&t.Value, f, len(f.Values), name).addRoom(f, g.within(d, "", name), 0)
	}
}

// orNameless returns names, or the one of those that have none.
func orNameless(names []string) []string {
	if len(names) == 0 {
		return []string{""}
	}
	return names
}

// within returns a demand in the buildings of one usage, or of one value.
func (g *ground) within(d demand, usage, value string) demand {
	if g != nil && usage != "" {
		d.usages = g.usages.set(usage)
	}
	if g != nil && value != "" {
		d.values = g.values.set(value)
	}
	return d
}

// addTotal adds a type to the total of one of several names that it has. What is written in several letter cases is one.
func addTotal(list *[]Total, f *TypeFigure, of int, name string) *Total {
	i := slices.IndexFunc(*list, func(t Total) bool { return strings.EqualFold(t.Name, name) })
	if i < 0 {
		i = len(*list)
		*list = append(*list, Total{Name: name, demands: map[demand]bool{}})
	}
	total := &(*list)[i]
	total.Types++
	total.Wanted += f.Wanted
	total.Share += float64(f.Wanted) / float64(max(of, 1))
	return total
}

// addRoom notes that the total has the room for a type, if that is wanted and can lie anywhere.
func (t *Total) addRoom(f *TypeFigure, d demand, proxies int) {
	if f.Wanted > 0 && f.Possible > 0 {
		t.Possible += proxies
		t.demands[d] = t.demands[d] || f.Slots > 0
	}
}

// lists are the totals of all sorts.
func (t *Totals) lists() [][]Total { return [][]Total{t.Category, t.Usage, t.Value, t.File} }

// addRoom counts what there is room for.
func (t *Totals) addRoom(g *ground) {
	for _, list := range t.lists() {
		for i := range list {
			list[i].Possible += g.slotsFor(list[i].demands)
			list[i].demands = nil
		}
	}
}

// sort puts the largest totals first.
func (t *Totals) sort() {
	for _, list := range t.lists() {
		slices.SortStableFunc(list, func(a, b Total) int {
			return cmp.Or(cmp.Compare(b.Share, a.Share), cmp.Compare(a.Name, b.Name))
		})
	}
}
