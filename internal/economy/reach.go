package economy

import "slices"

// Loot counts where items can lie: the buildings, their loot points, and how many items these hold at a time.
type Loot struct {
	Buildings int `field:"buildings" example:"21"`
	Points    int `field:"points" help:"Loot points." example:"399"`
	Slots     int `field:"slots" help:"Items that fit at a time, by lootmax and points; of a type, if nothing else lay there." example:"126"`
}

func (l *Loot) add(other Loot) {
	l.Buildings += other.Buildings
	l.Points += other.Points
	l.Slots += other.Slots
}

func (l Loot) times(n int) Loot { return Loot{l.Buildings * n, l.Points * n, l.Slots * n} }

// demand is what decides where a type can lie. Types with the same demand share the same loot points.
type demand struct {
	category, tags, usages, values set // tags, usages, values: empty for any
}

// allows reports whether a type may lie in a building. A type without usages may lie in any, one without values in any tier. Where the
// zones are not known, only the values of the building itself can forbid it.
func (g *ground) allows(l *lot, d demand) bool {
	return g.allowsUsages(l, d.usages) && g.allowsValues(l, d.values)
}

func (g *ground) allowsUsages(l *lot, usages set) bool { return usages == 0 || l.usages.meets(usages) }

func (g *ground) allowsValues(l *lot, values set) bool {
	return values == 0 || l.values.meets(values) || l.values == 0 && !g.hasZones
}

// takes reports whether a type may lie in a container: its category is among the container's, and one of its tags. A container
// without categories or tags takes any, and a type without tags goes anywhere; one without a category only where any is taken.
func (c *container) takes(d demand) bool {
	return (c.categories == 0 || c.categories.meets(d.category)) && (c.tags == 0 || d.tags == 0 || c.tags.meets(d.tags))
}

// fit returns the loot points of one building for a type.
func (p *prototype) fit(d demand) Loot {
	fits := Loot{}
	for i := range p.containers {
		if c := &p.containers[i]; c.takes(d) {
			fits.Points += c.points
			fits.Slots += c.slots
		}
	}
	if fits.Points > 0 {
		fits.Buildings = 1
	}
	fits.Slots = min(fits.Slots, p.lootMax)
	return fits
}

// holds returns the loot points of one building for anything.
func (p *prototype) holds() Loot {
	all := Loot{Buildings: 1}
	for _, c := range p.containers {
		all.Points += c.points
		all.Slots += c.slots
	}
	all.Slots = min(all.Slots, p.lootMax)
	return all
}

// each calls fn with the lots in which a type can lie, and what they have for it.
func (g *ground) each(d demand, fn func(*lot, Loot)) {
	last, fits := -1, Loot{}
	for i := range g.lots { // ordered by prototype
		l := &g.lots[i]
		if l.prototype != last {
			last, fits = l.prototype, g.prototypes[l.prototype].fit(d)
		}
		if fits.Points > 0 && g.allows(l, d) {
			fn(l, fits.times(l.count))
		}
	}
}

// reach returns where a type can lie on the whole map.
func (g *ground) reach(d demand) (sum Loot) {
	g.each(d, func(_ *lot, has Loot) { sum.add(has) })
	return sum
}

// slotsFor returns how many items fit at a time where any of several demands can lie. Those that are false are left out.
func (g *ground) slotsFor(demands map[demand]bool) (sum int) {
	if g == nil {
		return 0
	}
	var list []demand
	for d, lies := range demands {
		if lies {
			list = append(list, d)
		}
	}
	allowed := make([]demand, 0, len(list))
	for i := range g.lots {
		l := &g.lots[i]
		allowed = allowed[:0]
		for _, d := range list {
			if g.allows(l, d) {
				allowed = append(allowed, d)
			}
		}
		sum += g.prototypes[l.prototype].slotsFor(allowed) * l.count
	}
	return sum
}

// slotsFor returns how many items of any of several demands one building can hold.
func (p *prototype) slotsFor(demands []demand) (sum int) {
	for i := range p.containers {
		if c := &p.containers[i]; slices.ContainsFunc(demands, c.takes) {
			sum += c.slots
		}
	}
	return min(sum, p.lootMax)
}

// Reason is why a type cannot spawn as loot.
type Reason string

// The reasons, in the order in which they are looked for.
const (
	ReasonNone       Reason = ""
	ReasonEventsOnly Reason = "deloot"      // marked for events only
	ReasonCrafted    Reason = "crafted"     // marked as made by players
	ReasonUsage      Reason = "usage"       // no building has one of its usages
	ReasonZone       Reason = "zone"        // no building has one, and painted zones that may have it are not known
	ReasonValue      Reason = "value"       // none of these buildings is in one of its tiers
	ReasonCategory   Reason = "category"    // none of the containers there takes its category
	ReasonUncertain  Reason = "no-category" // it has none, and whether the game has room for such a type is not known
	ReasonTag        Reason = "tag"         // none of the containers that do has one of its tags
	ReasonFull       Reason = "lootmax"     // the containers that fit may hold nothing
)

// Words returns the reasons.
func (Reason) Words() []string {
	all := []Reason{
		ReasonNone, ReasonEventsOnly, ReasonCrafted, ReasonUsage, ReasonZone, ReasonValue, ReasonCategory, ReasonUncertain, ReasonTag, ReasonFull,
	}
	words := make([]string, len(all))
	for i, r := range all {
		words[i] = string(r)
	}
	return words
}

// obstacle returns why there is no room for a type: the first condition that leaves no building.
func (g *ground) obstacle(d demand) Reason {
	switch {
	case g.reach(d).Slots > 0:
		return ReasonNone
	case !g.some(func(l *lot) bool { return g.allowsUsages(l, d.usages) }):
		if g.hasZones {
			return ReasonUsage
		}
		return ReasonZone
	case !g.some(func(l *lot) bool { return g.allows(l, d) }):
		return ReasonValue
	}
	withoutTags := demand{category: d.category, usages: d.usages, values: d.values}
	switch {
	case d.category == 0:
		return ReasonUncertain
	case g.reach(withoutTags).Points == 0:
		return ReasonCategory
	case g.reach(d).Points == 0:
		return ReasonTag
	}
	return ReasonFull
}

func (g *ground) some(fn func(*lot) bool) bool {
	for i := range g.lots {
		if fn(&g.lots[i]) {
			return true
		}
	}
	return false
}
