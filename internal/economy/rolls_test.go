package economy

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"quartermaster/internal/ce"
)

// soldier is an infected with a jacket, in which there may be things, and something in a hand.
func soldier() *world {
	return &world{
		Spawnable: []spawnable{
			{Name: "ZmbM_Soldier", Blocks: []block{
				{Chance: 0.5, Items: []item{{"Jacket", 1}, {"Shirt", 3}}},
				{Cargo: true, Preset: "Pockets"},
				{Cargo: true, Chance: 1, Items: []item{{"Rag", 1}}},
			}},
			{Name: "Jacket", Blocks: []block{{Cargo: true, Chance: 0.2, Items: []item{{"Bandage", 1}}}}},
		},
		Presets: []preset{{"pockets", true, 0.3, []item{{"Bandage", 40}, {"Knife", 10}}}},
	}
}

func TestRollsAreAsComputedByHand(t *testing.T) {
	t.Parallel()
	rolls := compute(soldier(), nil).rolls("zmbm_soldier", 7, 20_000)
	want := map[string]float64{
		"Rag": 1, "Jacket": 0.125, "Shirt": 0.375, "Knife": 0.06,
		"Bandage": 1 - (1-0.125*0.2)*(1-0.3*0.8),
	}
	if len(rolls.Items) != len(want) || !rolls.Known || rolls.Partial || rolls.Rolls != 20_000 {
		t.Fatalf("%+v", rolls)
	}
	for _, item := range rolls.Items {
		if math.Abs(item.Chance-want[item.Name]) > 1e-12 {
			t.Errorf("%s: chance %v, want %v", item.Name, item.Chance, want[item.Name])
		}
	}
}

func TestRollsAreRepeatable(t *testing.T) {
	t.Parallel()
	f := compute(soldier(), nil)
	if diff := cmp.Diff(f.rolls("ZmbM_Soldier", 1, 500), f.rolls("ZmbM_Soldier", 1, 500)); diff != "" {
		t.Error(diff)
	}
	if cmp.Equal(f.rolls("ZmbM_Soldier", 1, 500).Numbers, f.rolls("ZmbM_Soldier", 2, 500).Numbers) {
		t.Error("another seed gives the same rolls")
	}
}

// TestRollsConverge holds the simulation against what is computed, for any blocks.
func TestRollsConverge(t *testing.T) {
	t.Parallel()
	const times = 4_000
	rapid.Check(t, func(t *rapid.T) {
		w := &world{}
		for i := range 3 { // each class holds those after it, and itself
			w.Spawnable = append(w.Spawnable, spawnable{Name: fmt.Sprint("C", i), Blocks: rapid.SliceOfN(anyBlock(), 0, 3).Draw(t, "blocks")})
		}
		rolls := compute(w, nil).rolls("C0", rapid.Int64().Draw(t, "seed"), times)
		for _, item := range rolls.Items {
			if math.Abs(item.Simulated-item.Chance) > farthest(item.Chance, times) {
				t.Fatalf("%s: simulated %v, computed %v", item.Name, item.Simulated, item.Chance)
			}
		}
	})
}

// farthest is how far the share of hits in that many rolls may be from their chance: farther lies one share in a thousand
// million, by Bernstein's inequality, which holds for rare hits too.
func farthest(chance, rolls float64) float64 {
	surprise := math.Log(2e9)
	return math.Sqrt(2*chance*(1-chance)*surprise/rolls) + 2*surprise/(3*rolls) + 1e-9
}

func anyBlock() *rapid.Generator[block] {
	return rapid.Custom(func(t *rapid.T) block {
		b := block{Cargo: rapid.Bool().Draw(t, "cargo"), Chance: rapid.Float64Range(0, 1).Draw(t, "chance")}
		for range rapid.IntRange(0, 3).Draw(t, "items") {
			b.Items = append(b.Items, item{fmt.Sprint("C", rapid.IntRange(0, 5).Draw(t, "item")), float64(rapid.IntRange(0, 5).Draw(t, "weight"))})
		}
		return b
	})
}

// TestRollsOfCirclesEnd has classes that hold each other many times over.
func TestRollsOfCirclesEnd(t *testing.T) {
	t.Parallel()
	w := &world{}
	var items []item
	for i := range 300 {
		items = append(items, item{fmt.Sprint("C", i), 1})
	}
	for i := range 300 {
		w.Spawnable = append(w.Spawnable, spawnable{Name: fmt.Sprint("C", i), Blocks: slices.Repeat([]block{{Chance: 1, Items: items}}, 100)})
	}
	if rolls := compute(w, nil).rolls("C0", 1, 1_000); !rolls.Partial {
		t.Error("not marked as partial")
	}
}

// sheds is a map with ten sheds of two points each, and four barracks of three in two containers.
func sheds() *ground {
	l := &landFiles{
		Limits: ce.Limits{
			Usages: []string{"Farm", "Military"}, Values: []string{"Tier1", "Tier2"}, Categories: []string{"tools", "weapons"},
			Tags: []string{"floor"},
		},
		Prototypes: []ce.Prototype{
			{
				Name: "Land_Shed", Usages: []ce.Ref{{Name: "Farm"}}, LootMax: 2,
				Containers: []ce.Container{{LootMax: 2, Points: 2, Categories: []string{"tools"}}},
			},
			{Name: "Land_Barracks", Usages: []ce.Ref{{Name: "Military"}}, LootMax: 2, Containers: []ce.Container{
				{LootMax: 1, Points: 2, Categories: []string{"weapons"}, Tags: []string{"floor"}}, {LootMax: 4, Points: 1},
			}},
		},
	}
	for i := range 14 {
		name := "land_shed"
		if i >= 10 {
			name = "Land_Barracks"
		}
		l.Positions = append(l.Positions, ce.Position{Name: name, X: float64(100 * i)})
		l.Cells = append(l.Cells, cell{Values: 1 << (i % 2)})
	}
	return newGround(l)
}

// TestFillConverges holds the simulation against the closed form, which there is for a single type that never finds its slots full.
func TestFillConverges(t *testing.T) {
	t.Parallel()
	w := &world{Types: []lootType{{Name: "Hammer", Category: "tools", Usages: []string{"farm"}, Nominal: 1, Files: []string{"types.xml"}}}}
	f := compute(w, sheds())
	const runs = 4_000
	filled, known := f.fill("land_shed", 3, runs)
	if !known || filled.Filled != 1 || len(filled.Items) != 1 {
		t.Fatalf("%+v", filled)
	}
	if got := filled.Items[0].Chance; math.Abs(got-0.1) > farthest(0.1, 10*runs) {
		t.Errorf("chance %v, want 0.1", got)
	}
	again, _ := f.fill("land_shed", 3, runs)
	if diff := cmp.Diff(filled, again); diff != "" {
		t.Error(diff)
	}
}

func TestFillStopsWhereAllIsFull(t *testing.T) {
	t.Parallel()
	w := &world{Types: []lootType{{
		Name: "Hammer", Category: "tools", Usages: []string{"Farm"}, Nominal: 1 << 30, Files: []string{"types.xml"},
	}}}
	filled, _ := compute(w, sheds()).fill("Land_Shed", 1, 3)
	if filled.Average > 2 || filled.Filled > 20 || filled.Filled < 15 {
		t.Errorf("%+v", filled)
	}
}

func TestObstaclesAreNamed(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		is   lootType
		want Reason
	}{
		"room": {
			lootType{Category: "weapons", Usages: []string{"Military"}, Values: []string{"Tier1"}, Tags: []string{"floor"}}, ReasonNone,
		},
		"usage":          {lootType{Category: "weapons", Usages: []string{"Coast"}}, ReasonUsage},
		"tier":           {lootType{Category: "weapons", Usages: []string{"Military"}, Values: []string{"Tier3"}}, ReasonValue},
		"category":       {lootType{Category: "weapons", Usages: []string{"Farm"}}, ReasonCategory},
		"tag":            {lootType{Category: "tools", Usages: []string{"Farm"}, Tags: []string{"shelves"}}, ReasonNone}, // any tag
		"uncertain":      {lootType{Usages: []string{"Farm"}}, ReasonUncertain},
		"deloot":         {lootType{Category: "tools", Deloot: true}, ReasonEventsOnly},
		"crafted":        {lootType{Category: "tools", Crafted: true}, ReasonCrafted},
		"no usage":       {lootType{Category: "tools"}, ReasonNone},
		"not wanted":     {lootType{Category: "weapons", Usages: []string{"Coast"}, Nominal: -5}, ReasonNone},
		"several usages": {lootType{Category: "tools", Usages: []string{"Coast", "farm"}}, ReasonNone},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test.is.Name, test.is.Files = "X", []string{"types.xml"}
			test.is.Nominal += 5
			f := compute(&world{Types: []lootType{test.is}}, sheds())
			if got := f.Types[0].Reason; got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}

// TestTotalsAddUp holds for any types: each list of totals divides what is wanted of all, and the rooms what can spawn.
func TestTotalsAddUp(t *testing.T) {
	t.Parallel()
	g := sheds()
	names := func(t *rapid.T, from ...string) []string {
		return rapid.SliceOfNDistinct(rapid.SampledFrom(from), 0, len(from), rapid.ID).Draw(t, "names")
	}
	rapid.Check(t, func(t *rapid.T) {
		w := &world{}
		for i := range rapid.IntRange(0, 12).Draw(t, "types") {
			w.Types = append(w.Types, lootType{
				Name: fmt.Sprint("T", i), Files: []string{rapid.SampledFrom([]string{"a.xml", "b.xml"}).Draw(t, "file")},
				Category: rapid.SampledFrom([]string{"", "tools", "Tools", "weapons", "books"}).Draw(t, "category"),
				Usages:   names(t, "Farm", "Military", "Coast"), Values: names(t, "Tier1", "Tier2", "Tier9"), Tags: names(t, "floor", "shelves"),
				Nominal: rapid.Int64Range(0, 50).Draw(t, "nominal"), Crafted: rapid.Bool().Draw(t, "crafted"),
			})
		}
		checkSums(t, compute(w, g))
	})
}

func checkSums(t rapid.TB, f *Figures) {
	var spawning float64
	for _, x := range f.Types {
		if x.Slots > 0 {
			spawning += float64(x.Wanted)
		}
		if x.Slots > x.Points || x.Buildings > f.Ground.Placed {
			t.Fatalf("%+v", x)
		}
	}
	for name, list := range map[string][]Total{
		"category": f.Totals.Category, "usage": f.Totals.Usage, "value": f.Totals.Value, "file": f.Totals.File,
	} {
		sum := 0.0
		for _, total := range list {
			sum += total.Share
		}
		if math.Abs(sum-float64(f.Totals.Wanted)) > 1e-6 {
			t.Fatalf("%s: shares come to %v of %d", name, sum, f.Totals.Wanted)
		}
	}
	for name, list := range map[string][]Room{"building": f.Totals.Building, "town": f.Totals.Town, "tier": f.Totals.Tier} {
		all, wanted := Loot{}, 0.0
		for _, room := range list {
			all.add(room.Loot)
			wanted += room.Wanted
		}
		if math.Abs(wanted-spawning) > 1e-6 || all.Slots != f.Ground.Slots || all.Points != f.Ground.Points {
			t.Fatalf("%s: %v wanted of %v, %+v of %+v", name, wanted, spawning, all, f.Ground)
		}
	}
}
