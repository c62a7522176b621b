package ce

import "strings"

// Variable is a variable of db/globals.xml with the values that make sense for it. Max is 0 where nothing speaks against large values.
type Variable struct {
	Name     string
	IsFloat  bool // its type is 1, otherwise 0
	Min, Max float64
}

// The largest values that make sense: a flag, a fraction, what the game stores in 16 bits, and the infected that a server can bear.
const (
	maxFlag     = 1
	maxTime     = 65535
	maxInfected = 1500
)

// variables lists what the game reads, in the order of its own file.
var variables = []Variable{
	{Name: "AnimalMaxCount"},
	{Name: "CleanupAvoidance"},
	{Name: "CleanupLifetimeDeadAnimal"},
	{Name: "CleanupLifetimeDeadInfected"},
	{Name: "CleanupLifetimeDeadPlayer"},
	{Name: "CleanupLifetimeDefault"},
	{Name: "CleanupLifetimeLimit", Min: 1},
	{Name: "CleanupLifetimeRuined"},
	{Name: "FlagRefreshFrequency"},
	{Name: "FlagRefreshMaxDuration"},
	{Name: "FoodDecay"},
	{Name: "IdleModeCountdown"},
	{Name: "IdleModeStartup", Max: maxFlag},
	{Name: "InitialSpawn"},
	{Name: "LootDamageMax", IsFloat: true, Max: 1},
	{Name: "LootDamageMin", IsFloat: true, Max: 1},
	{Name: "LootProxyPlacement", Max: maxFlag},
	{Name: "LootSpawnAvoidance"},
	{Name: "RespawnAttempt", Min: 1},
	{Name: "RespawnLimit", Min: 1},
	{Name: "RespawnTypes", Min: 1},
	{Name: "RestartSpawn"},
	{Name: "SpawnInitial"},
	{Name: "TimeHopping"},
	{Name: "TimeLogin", Max: maxTime},
	{Name: "TimeLogout", Max: maxTime},
	{Name: "TimePenalty"},
	{Name: "WorldWetTempUpdate", Max: maxFlag},
	{Name: "ZombieMaxCount", Max: maxInfected},
	{Name: "ZoneSpawnDist"},
}

// VariableNamed returns the variable of that name, ignoring case; false if the game has none.
func VariableNamed(name string) (Variable, bool) {
	for _, v := range variables {
		if strings.EqualFold(v.Name, name) {
			return v, true
		}
	}
	return Variable{}, false
}

// VariableNames returns the names of the variables that the game reads.
func VariableNames() []string {
	names := make([]string, len(variables))
	for i, v := range variables {
		names[i] = v.Name
	}
	return names
}
