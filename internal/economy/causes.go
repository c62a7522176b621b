package economy

import (
	"cmp"
	"slices"
	"strings"

	"quartermaster/internal/say"
)

// sentences are what the causes say.
var sentences = say.Table{
	"no-type":    "No types file that the game reads has this class, so it never spawns as loot.",
	"disabled":   "Its entry in {file} is disabled, so the game does not get it.",
	"unlisted":   "The game does not read its entry in {file}: cfgeconomycore.xml does not name the file.",
	"no-nominal": "It has no nominal, so the game wants none of it.",
	"nominal":    "Nominal is 0: the game wants none of it.",
	"deloot":     "It is marked “dynamic events only”, so buildings never get it.",
	"crafted":    "It is marked “made by players”, so the game does not spawn it.",
	"no-event":   "No active event places anything that can hold it.",
	"no-map": "Where it can lie is not known: mapgroupproto.xml and mapgrouppos.xml are not here. Import them from the " +
		"mission folder.",
	"usage":          "No building and no zone has a usage of it: {usages}.",
	"zone":           "No building has a usage of it: {usages}. A painted zone may, but areaflags.map is not here.",
	"value":          "No building with one of its usages is in a tier of it: {values}.",
	"category":       "No container of the buildings where it may be takes its category, {category}.",
	"no-category":    "It has no category. Whether the game finds room for such a type is not known.",
	"tag":            "No container that takes its category has a tag of it: {tags}.",
	"lootmax":        "The containers that fit may hold nothing: their lootmax is 0.",
	"scarce":         "Nominal is {wanted:grouped}, and there is room for {possible:grouped}.",
	"rare":           "{wanted:grouped} of it lie in {buildings:grouped} buildings: about one building in {each:grouped} has one.",
	"min":            "Min is 0: spawning starts when fewer than min are there, so those that are gone are not replaced.",
	"restock":        "A missing one is replaced after {minutes:grouped} minutes at the earliest.",
	"lifetime":       "It disappears {minutes|minute|minutes} after someone last touched it.",
	"on-players":     "Those that players carry count towards nominal, so fewer lie around.",
	"in-hoarders":    "Those in stashes and tents count towards nominal, so fewer lie around.",
	"event-inactive": "The event “{event}” brings it, but is not active.",
	"event-zero":     "The event “{event}” brings it, but its nominal is 0.",
}

// When a type is rare, slow to come back, or gone too fast.
const (
	rareBuildings = 20      // buildings that can hold it for each that is wanted
	slowRestock   = 60 * 60 // seconds
	shortLifetime = 15 * 60 // seconds
	mostFixes     = 5       // that are proposed of one cause
	resTypes      = "types" // whose records a fix is about
	resEvents     = "events"
)

// causes finds out why nobody finds a class.
type causes struct {
	f   *Figures
	why *Why
}

func (c *causes) add(effect Effect, says say.Message, fixes ...Fix) {
	c.why.Causes = append(c.why.Causes, newCause(effect, says, fixes...))
}

// fix is a change of the type.
func (c *causes) fix(field, value string) Fix {
	return Fix{Resource: resTypes, SID: c.why.SID, Field: field, Value: value}
}

// withoutType looks at a class of which the game reads no type.
func (c *causes) withoutType() {
	if len(c.why.Unread) == 0 {
		c.add(Blocks, say.New("no-type"))
	}
	for _, e := range c.why.Unread {
		if e.Unlisted {
			c.add(Blocks, say.New("unlisted", "file", e.File))
		}
		if e.Disabled {
			c.add(Blocks, say.New("disabled", "file", e.File), Fix{Resource: resTypes, SID: e.SID, Field: "enabled", Value: "yes"})
		}
	}
}

// of looks at a type, as it is merged from its entries.
func (c *causes) of(t *TypeFigure, from *lootType) {
	w := c.why
	w.Class, w.SID, w.Wanted, w.Min, w.Restock, w.Loot, w.Proxies = t.Name, t.SID, t.Wanted, t.Min, from.Restock, t.Loot, t.Proxies
	w.Where = c.f.Where(t)
	w.Spawns = t.Wanted > 0 && t.Reason == ReasonNone
	c.number(from)
	c.flags(t, from)
	if !from.Deloot && !from.Crafted {
		c.places(t, from)
	}
	if w.Spawns {
		c.lessens(t, from)
	}
}

func (c *causes) number(from *lootType) {
	switch {
	case from.Unset:
		c.add(Blocks, say.New("no-nominal"), c.fix("nominal", ""))
	case from.Nominal <= 0:
		c.add(Blocks, say.New("nominal"), c.fix("nominal", ""))
	}
}

func (c *causes) flags(t *TypeFigure, from *lootType) {
	if from.Crafted {
		c.add(Blocks, say.New("crafted"), c.fix("crafted", "no"))
	}
	if !from.Deloot {
		return
	}
	c.add(Blocks, say.New("deloot"), c.fix("deloot", "no"))
	if len(t.Events) == 0 && c.f.Ground.Known {
		c.add(Blocks, say.New("no-event"))
	}
}

// places looks for what leaves the type no place, whether any are wanted or not.
func (c *causes) places(t *TypeFigure, from *lootType) {
	g := c.f.ground
	switch {
	case g == nil:
		c.add(Unsure, say.New("no-map"))
		return
	case t.Proxies > 0:
		return
	}
	effect, reason := Blocks, g.obstacle(g.demandOf(from))
	if reason == ReasonZone || reason == ReasonUncertain {
		effect = Unsure
	}
	if reason != ReasonNone {
		says := say.New(string(reason), "usages", from.Usages, "values", from.Values, "category", from.Category, "tags", from.Tags)
		c.add(effect, says, c.placesFor(reason, from)...)
	}
}

// placesFor proposes what would give a type a place: the names of one field with the most room.
func (c *causes) placesFor(reason Reason, from *lootType) (fixes []Fix) {
	g, d := c.f.ground, c.f.ground.demandOf(from)
	try := func(field string, names []string, with func(bit set) demand) {
		for i, name := range names {
			if slots := g.reach(with(1 << min(i, lastBit))).Slots; slots > 0 {
				fix := c.fix(field, name)
				fix.Slots = slots
				fixes = append(fixes, fix)
			}
		}
	}
	switch reason {
	case ReasonUsage, ReasonZone:
		try("usage_ids", g.usages.names, func(bit set) demand { d.usages = bit; return d })
	case ReasonValue:
		try("value_ids", g.values.names, func(bit set) demand { d.values = bit; return d })
	case ReasonCategory, ReasonUncertain:
		try("category_id", g.categories.names, func(bit set) demand { d.category = bit; return d })
	case ReasonTag:
		try("tag_ids", g.tags.names, func(bit set) demand { d.tags = bit; return d })
	}
	slices.SortStableFunc(fixes, func(a, b Fix) int { return cmp.Compare(b.Slots, a.Slots) })
	return fixes[:min(len(fixes), mostFixes)]
}

// lessens looks for what makes a type rare that spawns.
func (c *causes) lessens(t *TypeFigure, from *lootType) {
	if t.Scarce() && c.f.Ground.Known {
		c.add(Lessens, say.New("scarce", "wanted", t.Wanted, "possible", t.Possible), c.fix("usage_ids", ""))
	}
	if each := int64(t.Buildings) / t.Wanted; each >= rareBuildings {
		c.add(Lessens, say.New("rare", "wanted", t.Wanted, "buildings", t.Buildings, "each", each), c.fix("nominal", ""))
	}
	if t.Min <= 0 {
		c.add(Lessens, say.New("min"), c.fix("min", ""))
	}
	if from.Restock >= slowRestock {
		c.add(Lessens, say.New("restock", "minutes", from.Restock/60), c.fix("restock", ""))
	}
	if from.Lifetime > 0 && from.Lifetime < shortLifetime {
		c.add(Lessens, say.New("lifetime", "minutes", max(from.Lifetime/60, 1)), c.fix("lifetime", ""))
	}
	if from.OnPlayers {
		c.add(Lessens, say.New("on-players"), c.fix("count_in_players", "no"))
	}
	if from.InHoarders {
		c.add(Lessens, say.New("in-hoarders"), c.fix("count_in_hoarders", "no"))
	}
}

// events looks for events that would bring the class, and adds those that hold it.
func (c *causes) events() {
	for _, e := range c.why.Events {
		on := Fix{Resource: resEvents, SID: e.SID}
		switch {
		case !e.Active:
			on.Field, on.Value = "active", "yes"
			c.add(Lessens, say.New("event-inactive", "event", e.Name), on)
		case e.Nominal <= 0 && !e.Custom:
			on.Field = "nominal"
			c.add(Lessens, say.New("event-zero", "event", e.Name), on)
		}
	}
	if t := c.f.Type(c.why.Class); t != nil {
		c.holding(t.Events)
	}
}

// holding adds the events of several names that are not there yet.
func (c *causes) holding(names []string) {
	for _, e := range c.f.world.Events {
		known := slices.ContainsFunc(c.why.Events, func(b Bringer) bool { return b.SID == e.SID })
		if !known && e.Active && slices.Contains(names, e.Name) {
			c.why.Events = append(c.why.Events, e.bringer())
		}
	}
}

// chanceOf returns the chance that a block gives a class.
func (b block) chanceOf(class string) (chance float64) {
	sum := b.weight()
	for _, item := range b.Items {
		if sum > 0 && strings.EqualFold(item.Name, class) {
			chance += b.chance() * max(item.Weight, 0) / sum
		}
	}
	return chance
}

// enters reports whether a class comes into the world by itself, on something, or by an event.
func (f *Figures) enters(class string, ways sources) bool {
	key := strings.ToLower(class)
	if len(ways.events.spawning[key]) > 0 || ways.attachments[key] || ways.cargo[key] {
		return true
	}
	t := f.Type(class)
	return t != nil && t.Wanted > 0 && t.Reason == ReasonNone || t != nil && len(t.Events) > 0
}
