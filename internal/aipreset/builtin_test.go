package aipreset_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"quartermaster/internal/aipreset"
	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

// ask returns what the built-in provider makes of a prompt about a file with the mod's defaults.
func ask(t *testing.T, slug, prompt string) aipreset.Preview {
	t.Helper()
	setting := expansion.Setting(slug)
	return askAbout(t, setting, expansion.Text(setting.Default()), prompt)
}

// builtIn is asked by all tests, as it is by all users.
var builtIn = aipreset.New(aipreset.NewBuiltIn())

func askAbout(t *testing.T, setting *expansion.Schema, text, prompt string) aipreset.Preview {
	t.Helper()
	preview, err := builtIn.Preview(t.Context(), setting, read(t, text), prompt)
	if err != nil {
		t.Fatal(err)
	}
	return preview
}

func textOf(preset *jsontree.Object) string { return string(jsontree.AppendValue(nil, preset)) }

// times is a schedule with the entries: day, hour and minutes by turns.
func times(entries ...any) string {
	var list []string
	for i := 0; i < len(entries); i += 3 {
		list = append(list, fmt.Sprintf(`{"Weekday":%q,"StartHour":%d,"StartMinute":0,"DurationMinutes":%d}`, entries[i:i+3]...))
	}
	return `{"Schedule":[` + strings.Join(list, ",") + `]}`
}

const noRaids = `{"ExplosionDamageMultiplier":0,"ProjectileDamageMultiplier":0,"SafeExplosionDamageMultiplier":0,
	"SafeProjectileDamageMultiplier":0,"CanRaidSafes":0,"CanRaidBarbedWire":0,"CanRaidLocksOnContainers":0}`

func TestStatements(t *testing.T) {
	t.Parallel()
	tests := []struct{ slug, prompt, want string }{
		{"party", "max members 12", `{"MaxMembersInParty":12}`},
		{"party", "Set the maximum number of party members to 12.", `{"MaxMembersInParty":12}`},
		{
			"party", "max members 12, no quick markers and invite cooldown 60 s",
			`{"MaxMembersInParty":12,"EnableQuickMarker":0,"InviteCooldown":60}`,
		},
		{"party", "max members 6, double the max members", `{"MaxMembersInParty":12}`},
		{"party", "disable parties", `{"EnableParties":0}`},
		{"party", "turn the quick markers off", `{"EnableQuickMarker":0}`},
		{"raid", "no raiding", noRaids},
		{"raid", "no raiding on weekdays", times("Sunday", 0, 1440, "Saturday", 0, 1440)},
		{"raid", "no raiding on weekdays, no raiding on Sunday from 0 to 12", times("Sunday", 12, 720, "Saturday", 0, 1440)},
		{"raid", "raiding only on saturday and sunday from 18 to 22", times("Saturday", 18, 240, "Sunday", 18, 240)},
		{"raid", "Raiding only on Saturday, Sunday from 18 to 22.", times("Saturday", 18, 240, "Sunday", 18, 240)},
		{"raid", "raiding on sunday from 22 to 2", times("Sunday", 22, 240)},
		{"raid", "raiding on sunday from 24 to 2", times("Monday", 0, 120)},
		{
			"raid", "no raiding on weekdays and safe raid tool time 20 minutes",
			`{"SafeRaidToolTimeSeconds":1200,` + times("Sunday", 0, 1440, "Saturday", 0, 1440)[1:],
		},
		{"raid", "safes cannot be raided", `{"CanRaidSafes":0}`},
		{"raid", "locks on walls only on gates", `{"CanRaidLocksOnWalls":3}`},
		{"raid", "explosion time 1 minute", `{"ExplosionTime":60.0}`},
		{"map", "hide the own position", `{"ShowPlayerPosition":0}`},
		{"map", "own position shown with a compass", `{"ShowPlayerPosition":2}`},
		{"map", "markers need a pen", `{"NeedPenItemForCreateMarker":1}`},
		{"map", "disable CanCreate3DMarker", `{"CanCreate3DMarker":0}`},
		{"airdrop", "half the airdrop loot", `{"ItemCount":25}`},
		{"airdrop", "ItemCount 80", `{"ItemCount":80}`},
		{"airdrop", "infected spawn radius 0.1 km", `{"InfectedSpawnRadius":100.0}`},
		{"airdrop", "time between two spawns 2 seconds", `{"InfectedSpawnInterval":2000}`},
		{"airdrop", "show the cargo in the air", `{"HideCargoWhileParachuteIsDeployed":0}`},
		{"ai", "increase damage by 20 %", `{"DamageMultiplier":1.2}`},
		{"ai", "reduce the threat distance by 200 m", `{"ThreatDistanceLimit":800.0}`},
		{"ai", "reduce the threat distance to 200 m", `{"ThreatDistanceLimit":200.0}`},
		{"ai", "highest accuracy 80%", `{"AccuracyMax":0.8}`},
		{"market", "double the price", `{"SellPricePercent":150.0}`},
		{"market", "starting money 25,000", `{"DefaultDepositMoney":25000}`},
		{"mission", "max missions 3; time between missions 30 minutes", `{"TimeBetweenMissions":1800000,"MaxMissions":3}`},
		{"territory", "triple the territory size", `{"TerritorySize":450.0}`},
		{"vehicle", "allow lock picking with a chance of success 20 %", `{"CanPickLock":1,"PickLockChancePercent":20.0}`},
		{"vehicle", "no key needed to start", `{"VehicleRequireKeyToStart":0}`},
		{"vehicle", "disable vehicle damage", `{"DisableVehicleDamage":1}`},
		{"garage", "vehicles at tier 2: 8", `{"MaxStorableTier2":8}`},
		{"general", "street lamps always on", `{"EnableLamps":2}`},
		{"general", "street lamps off", `{"EnableLamps":0}`},
		{"base-building", "forbid building without a territory", `{"AllowBuildingWithoutATerritory":0}`},
		{"safe-zone", "don't remove items", `{"EnableForceSZCleanup":0}`},
	}
	for _, test := range tests {
		t.Run(test.slug+": "+test.prompt, func(t *testing.T) {
			t.Parallel()
			preview := ask(t, test.slug, test.prompt)
			if want := jsontree.ParseBody([]byte(test.want)); !jsontree.Equal(want, preview.Preset) {
				t.Errorf("preset %s, want %s\n%s\n%q", textOf(preview.Preset), test.want, preview.Summary, preview.Warnings)
			}
		})
	}
}

// read returns the document of a text, which must be one.
func read(t rapid.TB, text string) *expansion.Document {
	t.Helper()
	document, err := expansion.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	return document
}
