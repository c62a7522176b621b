package economy

import (
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

// event is a dynamic event.
type event struct {
	SID      string
	Name     string
	Active   bool
	Nominal  int64
	Custom   bool     // its zones say how many there are
	Children []string // the classes that it spawns
	Places   []string // what it places that holds loot of events, in lower case: children, and members of its groups
}

// events reads the events, with what lies in the groups that their positions name.
func (l *loader) events() (list []event) {
	groups, at := l.eventGroups(), map[string][]string{}
	for _, s := range all[record.EventSpawn](l, record.EventSpawns) {
		name := strings.ToLower(s.Name)
		at[name] = append(at[name], placesOf(groups, s.Positions)...)
	}
	for _, e := range all[record.Event](l, record.Events) {
		made := event{SID: e.SID, Name: e.Name, Active: e.Active, Places: at[strings.ToLower(e.Name)]}
		made.Custom = e.Limit != nil && *e.Limit == "custom"
		layOver(&made.Nominal, e.Nominal)
		for _, c := range e.Children {
			made.Children = append(made.Children, c.Type)
			if c.LootMax != nil && *c.LootMax > 0 {
				made.Places = append(made.Places, strings.ToLower(c.Type))
			}
		}
		list = append(list, made)
	}
	return list
}

// placesOf returns what holds loot in the groups of positions.
func placesOf(groups map[string][]string, positions []record.SpawnPosition) (places []string) {
	named := map[string]bool{}
	for _, p := range positions {
		if p.Group == nil || named[*p.Group] {
			continue
		}
		named[*p.Group] = true
		places = append(places, groups[strings.ToLower(*p.Group)]...)
	}
	return places
}

// eventGroups returns the classes in each group of cfgeventgroups.xml that hold loot of events, all in lower case.
func (l *loader) eventGroups() map[string][]string {
	groups, group := map[string][]string{}, ""
	for e := range ce.Elements(l.file(eventGroupsPath)) {
		switch e.Name {
		case "group":
			group = strings.ToLower(e.Attr("name"))
		case "child":
			if most, _ := strconv.Atoi(e.Attr("lootmax")); most > 0 && e.Attr("deloot") != "0" {
				groups[group] = append(groups[group], strings.Clone(strings.ToLower(e.Attr("type"))))
			}
		}
	}
	return groups
}

// bringers names the active events by what they bring. It remembers what it has found.
type bringers struct {
	spawning map[string][]string // by the class that they spawn, in lower case
	placing  map[string][]string // by the class of what they place
	holding  map[demand][]string // those whose places can hold what is marked for events only
}

func bringersOf(w *world) bringers {
	b := bringers{map[string][]string{}, map[string][]string{}, map[demand][]string{}}
	for _, e := range w.Events {
		if !e.Active {
			continue
		}
		for _, class := range e.Children {
			class = strings.ToLower(class)
			b.spawning[class] = withName(b.spawning[class], e.Name)
		}
		for _, class := range e.Places {
			b.placing[class] = withName(b.placing[class], e.Name)
		}
	}
	return b
}

// withName appends a name that a list does not have.
func withName(list []string, name string) []string {
	if slices.Contains(list, name) {
		return list
	}
	return append(list, name)
}

// of returns the names of the events that bring a type.
func (b bringers) of(g *ground, t *lootType) []string {
	names := append([]string{}, b.spawning[strings.ToLower(t.Name)]...)
	if !t.Deloot || g == nil {
		return names
	}
	d := g.demandOf(t)
	held, known := b.holding[d]
	if !known {
		held = b.holders(g, d)
		b.holding[d] = held
	}
	for _, name := range held {
		names = withName(names, name)
	}
	return names
}

// holders returns the names of the events that place something which can hold a type. In which tier that is is not known.
func (b bringers) holders(g *ground, d demand) (names []string) {
	for i := range g.prototypes {
		p := &g.prototypes[i]
		if (d.usages == 0 || p.usages.meets(d.usages)) && (p.values == 0 || d.values == 0 || p.values.meets(d.values)) && p.fit(d).Slots > 0 {
			for _, name := range b.placing[strings.ToLower(p.name)] {
				names = withName(names, name)
			}
		}
	}
	return names
}
