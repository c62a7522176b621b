package economy

import (
	"fmt"
	"strings"
	"testing"

	"quartermaster/internal/ce"
)

// sheds is a map with ten sheds of farms in tier 1, each with room for one tool.
func farmSheds() *ground {
	l := &landFiles{
		Limits: ce.Limits{Categories: []string{"tools", "food"}, Usages: []string{"Coast", "Farm"}, Values: []string{"Tier1", "Tier2"}},
		Prototypes: []ce.Prototype{{
			Name: "Land_Shed", LootMax: 2, Usages: []ce.Ref{{Name: "Farm"}}, Values: []ce.Ref{{Name: "Tier1"}},
			Containers: []ce.Container{{LootMax: 1, Points: 2, Categories: []string{"tools"}, Tags: []string{"shelves"}}},
		}},
	}
	for range 10 {
		l.Positions = append(l.Positions, ce.Position{Name: "Land_Shed"})
	}
	l.Cells = make([]cell, len(l.Positions))
	return newGround(l)
}

// hammers is a type of the sheds.
func hammers(change func(*lootType)) lootType {
	t := lootType{
		SID: "h", Name: "Hammer", Category: "tools", Usages: []string{"Farm"}, Values: []string{"Tier1"}, Nominal: 4, Min: 2,
		Files: []string{"db/types.xml"},
	}
	change(&t)
	return t
}

// TestWhyNobodyFindsIt: every cause with its effect, and the best of what to change.
func TestWhyNobodyFindsIt(t *testing.T) {
	t.Parallel()
	of := func(change func(*lootType)) world { return world{Types: []lootType{hammers(change)}} }
	crash := event{SID: "e", Name: "StaticCrash", Children: []string{"hammer"}}
	for want, w := range map[string]world{
		"":                                  of(func(*lootType) {}),
		"blocks no-type":                    {},
		"blocks disabled types.enabled=yes": {Unread: []unread{{Entry{SID: "u", File: "a.xml", Disabled: true}, "HAMMER"}}},
		"blocks unlisted":                   {Unread: []unread{{Entry{SID: "u", File: "a.xml", Unlisted: true}, "Hammer"}}},
		"blocks nominal types.nominal=":     of(func(t *lootType) { t.Nominal = 0 }),
		"blocks no-nominal types.nominal=":  of(func(t *lootType) { t.Nominal, t.Unset = 0, true }),
		"blocks crafted types.crafted=no":   of(func(t *lootType) { t.Crafted = true }),
		"blocks deloot types.deloot=no|blocks no-event":           of(func(t *lootType) { t.Deloot = true }),
		"blocks usage types.usage_ids=Farm":                       of(func(t *lootType) { t.Usages = []string{"Coast"} }),
		"blocks value types.value_ids=Tier1":                      of(func(t *lootType) { t.Values = []string{"Tier2"} }),
		"blocks category types.category_id=tools":                 of(func(t *lootType) { t.Category = "food" }),
		"unsure no-category types.category_id=tools":              of(func(t *lootType) { t.Category = "" }),
		"blocks tag types.tag_ids=shelves":                        of(func(t *lootType) { t.Tags = []string{"ground"} }),
		"lessens scarce types.usage_ids=":                         of(func(t *lootType) { t.Nominal = 11 }),
		"lessens min types.min=":                                  of(func(t *lootType) { t.Min = 0 }),
		"lessens restock types.restock=":                          of(func(t *lootType) { t.Restock = 7200 }),
		"lessens lifetime types.lifetime=":                        of(func(t *lootType) { t.Lifetime = 30 }),
		"lessens on-players types.count_in_players=no":            of(func(t *lootType) { t.OnPlayers = true }),
		"lessens in-hoarders types.count_in_hoarders=no":          of(func(t *lootType) { t.InHoarders = true }),
		"blocks no-type|lessens event-inactive events.active=yes": {Events: []event{crash}},
		"blocks no-type|lessens event-zero events.nominal=":       {Events: []event{func() event { e := crash; e.Active = true; return e }()}},
	} {
		why := compute(&w, farmSheds()).Why("hammer")
		if got := causesOf(why); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		if spawns := !strings.Contains(want, "blocks") && !strings.Contains(want, "unsure"); why.Spawns != spawns {
			t.Errorf("%s: spawns is %v", want, why.Spawns)
		}
	}
}

// causesOf writes causes with the first of their fixes.
func causesOf(w Why) string {
	var list []string
	for _, c := range w.Causes {
		text := fmt.Sprint(c.Effect, " ", c.Cause)
		if len(c.Fixes) > 0 {
			text += fmt.Sprint(" ", c.Fixes[0].Resource, ".", c.Fixes[0].Field, "=", c.Fixes[0].Value)
		}
		list = append(list, text)
	}
	return strings.Join(list, "|")
}

// TestWhatItComesOn: by chance, what enters the world itself first.
func TestWhatItComesOn(t *testing.T) {
	t.Parallel()
	f := compute(&world{
		Spawnable: []spawnable{
			{SID: "a", Name: "Never", Blocks: []block{{Chance: 1, Items: []item{{"Hammer", 1}}}}},
			{SID: "b", Name: "Farmer", Blocks: []block{{Cargo: true, Chance: 0.5, Items: []item{{"hammer", 1}, {"Rag", 3}}}}},
			{SID: "c", Name: "Smith", Blocks: []block{{Cargo: true, Preset: "tools", Chance: 1}}},
		},
		Presets: []preset{{"tools", true, 0.25, []item{{"Hammer", 1}}}},
		Events:  []event{{Name: "Infected", Active: true, Custom: true, Children: []string{"Farmer", "Smith"}}},
	}, nil)
	got := fmt.Sprint(f.Why("Hammer").Carriers)
	want := "[{{} c Smith true 0.25 true} {{} b Farmer true 0.125 true} {{} a Never false 1 false}]"
	if got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestWish solves wished numbers for nominal and min, beside others that want the same room.
func TestWish(t *testing.T) {
	t.Parallel()
	saws := func(nominal int64) lootType {
		return hammers(func(t *lootType) { t.SID, t.Name, t.Nominal, t.Min = "s", "Saw", nominal, nominal })
	}
	for name, test := range map[string]struct {
		from       lootType
		ground     *ground
		saws, wish int64
		nominal    int64 // 0 of what is reachable: more than the wish
		min        int64
		reachable  bool
	}{
		"kept":     {hammers(func(*lootType) {}), farmSheds(), 0, 8, 8, 4, true},
		"usual":    {hammers(func(t *lootType) { t.Nominal, t.Min = 0, 0 }), farmSheds(), 2, 5, 5, 5, true},
		"too many": {hammers(func(*lootType) {}), farmSheds(), 0, 30, 10, 5, false},
		"blocked":  {hammers(func(t *lootType) { t.Crafted = true }), farmSheds(), 0, 30, 0, 0, false},
		"no map":   {hammers(func(*lootType) {}), nil, 0, 30, 30, 15, true},
		"crowded":  {hammers(func(*lootType) {}), farmSheds(), 6, 5, 0, 0, true},
	} {
		f := compute(&world{Types: []lootType{test.from, saws(test.saws)}}, test.ground)
		w := f.wish(f.Type("hammer"), test.wish)
		more := test.nominal == 0 && test.reachable && w.Nominal > test.wish && w.Lies > float64(test.wish)-0.5
		if w.Reachable != test.reachable || !more && (w.Nominal != test.nominal || w.Min != test.min) || len(w.Reasons) == 0 {
			t.Errorf("%s: %+v", name, w)
		}
	}
}
