package expansion

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"quartermaster/packs"
)

// names are those that the mod brings itself, by what they are of.
var names = sync.OnceValue(func() (lists map[string][]string) {
	data, err := packs.Files.ReadFile("expansion/names.json")
	if err == nil {
		err = json.Unmarshal(data, &lists)
	}
	if err != nil {
		panic("expansion: names.json: " + err.Error())
	}
	return lists
})

// Factions returns the mod's own factions, and RANDOM. Other mods add more.
func Factions() []string { return names()["factions"] }

// IsDefaultLoadout reports whether the mod creates a loadout of that name itself.
func IsDefaultLoadout(name string) bool {
	const end = "loadout"
	name, ended := strings.CutSuffix(strings.ToLower(name), end)
	return ended && slices.ContainsFunc(names()["loadouts"], func(known string) bool { return strings.EqualFold(known, name) })
}

// HasIcon reports whether the mod has an icon of that name, which is case-sensitive. A path to a picture stands for itself.
func HasIcon(name string) bool {
	return strings.ContainsAny(name, `\/:`) || slices.Contains(names()["icons"], name)
}
