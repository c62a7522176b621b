package economy

import (
	"cmp"
	"slices"
	"strings"

	"quartermaster/internal/say"
)

// Why is what is known of why people find a class in the world, or do not.
type Why struct {
	_       struct{} `name:"EconomyWhy"`
	Class   string   `field:"class" example:"AKM"`
	SID     string   `field:"sid" help:"Of its type, or of the last one that the game reads; empty for none." example:"aB3dE5fG7h"`
	Spawns  bool     `field:"spawns" help:"Whether any of it spawn as loot." example:"true"`
	Wanted  int64    `field:"wanted" help:"Its nominal." example:"3"`
	Min     int64    `field:"min" example:"2"`
	Restock int64    `field:"restock" help:"Seconds." example:"1800"`
	Loot
	Proxies  int       `field:"proxies" help:"How often wrecks and buildings place it."`
	Causes   []Cause   `field:"causes" help:"What keeps it from spawning, then what is not known, then what makes it rare."`
	Unread   []Entry   `field:"unread" help:"Its entries that the game does not read."`
	Carriers []Carrier `field:"carriers" help:"What it comes on or in; what spawns first, then the likeliest."`
	Events   []Bringer `field:"events" help:"Events that bring it, also those that are off."`
	Where    Where     `field:"where"`
}

// Effect is what a cause does.
type Effect string

// The effects, the strongest first.
const (
	Blocks  Effect = "blocks"  // no loot while it is so
	Unsure  Effect = "unsure"  // whether any spawn is not known
	Lessens Effect = "lessens" // there are few
)

// Words returns the effects.
func (Effect) Words() []string { return []string{string(Blocks), string(Unsure), string(Lessens)} }

// Cause is one reason why nobody finds a class.
type Cause struct {
	_       struct{} `name:"EconomyCause"`
	Cause   string   `field:"cause" help:"Which cause it is." example:"nominal"`
	Effect  Effect   `field:"effect" example:"blocks"`
	Message string   `field:"message" example:"Nominal is 0: the game wants none of it."`
	Fixes   []Fix    `field:"fixes" help:"What to change, the best first."`
}

// Fix is a change that ends a cause.
type Fix struct {
	_        struct{} `name:"EconomyFix"`
	Resource string   `field:"resource" in:"types,events" example:"types"`
	SID      string   `field:"sid" help:"Of the record." example:"aB3dE5fG7h"`
	Field    string   `field:"field" example:"usage_ids"`
	Value    string   `field:"value" help:"A number, yes, no, or a name; empty where you have to choose." example:"Military"`
	Slots    int      `field:"slots" help:"Room that there would be with it; 0 where that is not known." example:"1586"`
}

// Entry is an entry of a class that the game does not read.
type Entry struct {
	_        struct{} `name:"UnreadEntry"`
	SID      string   `field:"sid" example:"aB3dE5fG7h"`
	File     string   `field:"file" example:"custom/types.xml"`
	Disabled bool     `field:"disabled"`
	Unlisted bool     `field:"unlisted" help:"cfgeconomycore.xml does not name the file." example:"true"`
}

// Carrier is a class that another one comes on or in.
type Carrier struct {
	_      struct{} `name:"ItemCarrier"`
	SID    string   `field:"sid" help:"Of the spawnable type." example:"aB3dE5fG7h"`
	Name   string   `field:"name" example:"ZmbM_PolicemanFat"`
	Cargo  bool     `field:"cargo" help:"In it, not on it." example:"true"`
	Chance float64  `field:"chance" help:"From 0 to 1, of this one roll." example:"0.06"`
	Spawns bool     `field:"spawns" help:"Whether it comes into the world itself, as far as is known." example:"true"`
}

// Bringer is an event that brings a class.
type Bringer struct {
	_       struct{} `name:"EventBringer"`
	SID     string   `field:"sid" example:"aB3dE5fG7h"`
	Name    string   `field:"name" example:"StaticHeliCrash"`
	Active  bool     `field:"active" example:"true"`
	Nominal int64    `field:"nominal" example:"3"`
	Custom  bool     `field:"custom" help:"Its zones say how many there are, not its nominal."`
}

// Why says why people find a class in the world, or do not.
func (f *Figures) Why(class string) Why {
	w := Why{
		Class: class, Causes: []Cause{}, Unread: f.world.unread(class), Carriers: f.carriers(class), Events: f.world.bringing(class),
		Where: Where{[]Room{}, []Room{}, []Room{}},
	}
	c := causes{f: f, why: &w}
	if t := f.Type(class); t != nil {
		c.of(t, f.world.lootType(t.Name))
	} else {
		c.withoutType()
	}
	c.events()
	order := Effect("").Words()
	slices.SortStableFunc(w.Causes, func(a, b Cause) int {
		return slices.Index(order, string(a.Effect)) - slices.Index(order, string(b.Effect))
	})
	return w
}

// unread returns the entries of a class that the game does not read.
func (w *world) unread(class string) []Entry {
	list := []Entry{}
	for _, u := range w.Unread {
		if strings.EqualFold(u.name, class) {
			list = append(list, u.Entry)
		}
	}
	return list
}

// lootType returns a class that the types have.
func (w *world) lootType(class string) *lootType {
	return &w.Types[slices.IndexFunc(w.Types, func(t lootType) bool { return t.Name == class })]
}

// bringing returns the events that spawn a class, also those that are off.
func (w *world) bringing(class string) []Bringer {
	list := []Bringer{}
	for _, e := range w.Events {
		if slices.ContainsFunc(e.Children, func(child string) bool { return strings.EqualFold(child, class) }) {
			list = append(list, e.bringer())
		}
	}
	return list
}

func (e event) bringer() Bringer {
	return Bringer{SID: e.SID, Name: e.Name, Active: e.Active, Nominal: e.Nominal, Custom: e.Custom}
}

// carriers returns what a class comes on or in.
func (f *Figures) carriers(class string) []Carrier {
	list, presets, ways := []Carrier{}, presetsOf(f.world), sourcesOf(f.world)
	for _, s := range f.world.Spawnable {
		for _, b := range s.Blocks {
			b = presets.resolve(b)
			if chance := b.chanceOf(class); chance > 0 {
				list = append(list, Carrier{SID: s.SID, Name: s.Name, Cargo: b.Cargo, Chance: chance, Spawns: f.enters(s.Name, ways)})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Carrier) int {
		return cmp.Or(b.first()-a.first(), cmp.Compare(b.Chance, a.Chance), cmp.Compare(a.Name, b.Name))
	})
	return list
}

// first is 1 for what is listed first.
func (c Carrier) first() int {
	if c.Spawns {
		return 1
	}
	return 0
}

// newCause makes a cause of a message.
func newCause(effect Effect, says say.Message, fixes ...Fix) Cause {
	return Cause{Cause: says.Rule, Effect: effect, Message: sentences.Sentence(says), Fixes: slices.Concat([]Fix{}, fixes)}
}
