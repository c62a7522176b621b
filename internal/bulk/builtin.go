package bulk

import (
	"math/big"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/validate"
)

// BuiltIn is a recipe that comes with the program. It cannot be changed, but copied.
type BuiltIn struct {
	Name   string // by which it is addressed; never the sid of a recipe
	Title  string
	Note   string // what it does, and what it does not
	Factor *Factor
	steps  string // as a recipe has them; FACTOR stands for the factor
}

// Factor is the number that a built-in recipe multiplies by.
type Factor struct {
	Default, Least, Most float64
	Help                 string
}

// factorMark stands for the factor in steps.
const factorMark = `"FACTOR"`

// BuiltIns returns the built-in recipes, in the order in which they are shown. Types and events have the meaning that the game gives them:
// nominal is how many of a class the economy keeps in the world, min is where it begins to spawn new ones, lifetime is how long one lies
// untouched. A nominal of 0 is never spawned, so it stays 0; half of 1 is rounded up, so that nothing disappears.
func BuiltIns() []*BuiltIn {
	return []*BuiltIn{
		{
			Name: "more-loot", Title: "More loot", Factor: &Factor{1.5, 1, 10, "1.5 is half as much again, 2 is twice as much."},
			Note: "Multiplies nominal of everything that the economy spawns, and min with it. What is only crafted stays. A world has room for " +
				"so much: with a large factor the server's log says that it finds no place for some.",
			steps: `[{"resource":"types","q":"nominal>0 -crafted:yes","operations":[{"op":"scale","value":"FACTOR"}]}]`,
		},
		{
			Name: "less-loot", Title: "Less loot", Factor: &Factor{0.7, 0.05, 1, "0.7 leaves seven of ten, 0.5 half."},
			Note: "Multiplies nominal of everything that the economy spawns by a factor below 1, and min with it. At least one of each stays in " +
				"the world.",
			steps: `[{"resource":"types","q":"nominal>0 ` +
				`-crafted:yes","operations":[{"op":"scale","value":"FACTOR"},{"op":"min","field":"nominal","value":1}]}]`,
		},
		{
			Name: "hardcore", Title: "Hardcore",
			Note: "Half the weapons and explosives, three of five tins of food, half the vehicles; at least one of each stays. Infected stay as " +
				"they are: how many there are is decided by their zones.",
			steps: `[{"resource":"types","q":"cat:weapons,explosives","operations":[{"op":"scale","value":0.5}]},
				{"resource":"types","q":"cat:food","operations":[{"op":"scale","value":0.6}]},
				{"resource":"events","q":"name:Vehicle*","operations":[{"op":"multiply","field":"nominal","value":0.5},{"op":"multiply",` +
				`"field":"min","value":0.5},{"op":"multiply","field":"max","value":0.5}]}]`,
		},
		{
			Name: "pve", Title: "PvE", Factor: &Factor{1.5, 1, 5, "For food, tools, containers and animals."},
			Note: "More food, tools, containers and animals, and none of the mines, charges and gas that only hurt players. The game itself has " +
				"no switch against shooting at each other: that takes a mod.",
			steps: `[{"resource":"types","q":"cat:food,tools,containers","operations":[{"op":"scale","value":"FACTOR"}]},
				{"resource":"types","q":"name:LandMineTrap,ClaymoreMine,ImprovisedExplosive,Plastic_Explosive,Grenade_ChemGas,Ammo_40mm_ChemGas",` +
				`"operations":[{"op":"set","field":"nominal","value":0}]},
				{"resource":"events","q":"name:Animal*","operations":[{"op":"multiply","field":"nominal","value":"FACTOR"},{"op":"multiply",` +
				`"field":"min","value":"FACTOR"},{"op":"multiply","field":"max","value":"FACTOR"}]}]`,
		},
		{
			Name: "vehicle-parts", Title: "No scarcity of vehicle parts", Factor: &Factor{2, 1, 10, "2 is twice as many."},
			Note: "More wheels, batteries, plugs, radiators, doors, hoods and trunks, by their names, also those of mods that follow the game's. " +
				"Ruined ones stay as they are.",
			steps: `[{"resource":"types","q":"name:*wheel*,CarBattery,TruckBattery,SparkPlug,GlowPlug,CarRadiator,*doors_*,*hood,*trunk ` +
				`-name:*_ruined","operations":[
				{"op":"scale","value":"FACTOR"}]}]`,
		},
		{
			Name: "longer-persistence", Title: "Longer persistence", Factor: &Factor{2, 1, 10, "2 doubles the time, up to 45 days."},
			Note: "What players build and store things in lies longer before it is removed: everything with a lifetime of a week or more, up to " +
				"the 45 days that the game's own " +
				"barrels and tents have. Loot keeps its lifetime, so that it still makes room for new loot. How long a flag keeps a base alive is " +
				"in globals.xml.",
			steps: `[{"resource":"types","q":"lifetime>=7d ` +
				`lifetime<45d","operations":[{"op":"multiply","field":"lifetime","value":"FACTOR"},{"op":"max","field":"lifetime","value":"45d"}]}]`,
		},
		{
			Name: "boosted-tier-4", Title: "Boosted tier 4", Factor: &Factor{2, 1, 10, "2 is twice as much."},
			Note:  "More of what spawns in tier 4 and not in tiers 1 and 2, which draws players to the far end of the map.",
			steps: `[{"resource":"types","q":"value:Tier4 -value:Tier1,Tier2","operations":[{"op":"scale","value":"FACTOR"}]}]`,
		},
	}
}

// BuiltInCalled returns the built-in recipe of a name, nil where there is none.
func BuiltInCalled(name string) *BuiltIn {
	all := BuiltIns()
	i := slices.IndexFunc(all, func(b *BuiltIn) bool { return b.Name == name })
	if i < 0 {
		return nil
	}
	return all[i]
}

// Steps returns the steps of the recipe as JSON, with a factor, or with the usual one where it is empty. It returns validate.Errors of the
// field factor.
func (b *BuiltIn) Steps(factor string) (string, error) {
	if b.Factor == nil {
		return b.steps, nil
	}
	number := strconv.FormatFloat(b.Factor.Default, 'g', -1, 64)
	if factor != "" {
		given, ok := new(big.Rat).SetString(strings.ReplaceAll(factor, ",", "."))
		if !ok || strings.ContainsAny(factor, "/eE_xX") {
			return "", validate.Wrong("factor", validate.MustBeNumber)
		}
		if n, _ := given.Float64(); n < b.Factor.Least || n > b.Factor.Most {
			return "", validate.Refusal("factor", "The factor field must be between "+decimal(b.Factor.Least)+" and "+decimal(b.Factor.Most)+".")
		}
		number = strings.TrimSuffix(strings.TrimRight(given.FloatString(6), "0"), ".")
	}
	return strings.ReplaceAll(b.steps, factorMark, number), nil
}

func decimal(n float64) string { return strconv.FormatFloat(n, 'g', -1, 64) }
