package aipreset_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"quartermaster/internal/aipreset"
	"quartermaster/internal/expansion"
	"quartermaster/internal/jsonedit"
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

// days is a schedule of whole days, in the order of the mod's default.
func days(names ...string) string {
	var entries []string
	for _, name := range names {
		entries = append(entries, `{"DurationMinutes":1440,"StartHour":0,"StartMinute":0,"Weekday":"`+name+`"}`)
	}
	return `{"Schedule":[` + strings.Join(entries, ",") + `]}`
}

func spans(entries ...string) string {
	return `{"Schedule":[{"Weekday":"` + strings.Join(entries, `},{"Weekday":"`) + `}]}`
}

func TestStatements(t *testing.T) {
	t.Parallel()
	const evening = `","StartHour":18,"StartMinute":0,"DurationMinutes":240`
	tests := []struct{ slug, prompt, want string }{
		{"party", "max members 12", `{"MaxMembersInParty":12}`},
		{"party", "Set the maximum number of party members to twelve.", `{"MaxMembersInParty":12}`},
		{"party", "groups of at most 6 players", `{"MaxMembersInParty":6}`},
		{"party", "unlimited members", `{"MaxMembersInParty":0}`},
		{"party", "no limit for members", `{"MaxMembersInParty":0}`},
		{"party", "disable parties", `{"EnableParties":0}`},
		{"party", "turn the quick markers off", `{"EnableQuickMarker":0}`},
		{"party", "invite cooldown 5 minutes", `{"InviteCooldown":300}`},
		{"party", "max members 12, no quick markers and invite cooldown 60 s", `{"MaxMembersInParty":12,"EnableQuickMarker":0,"InviteCooldown":60}`},
		{"party", "require a tag", `{"ForcePartyToHaveTags":1}`},
		{"raid", "no raiding on weekdays", days("Sunday", "Saturday")},
		{"raid", "raiding only on saturday and sunday from 18 to 22", spans("Saturday"+evening, "Sunday"+evening)},
		{"raid", "Raiding only on Saturday, Sunday from 6 pm to 10 pm.", spans("Saturday"+evening, "Sunday"+evening)},
		{"raid", "raids friday to sunday", spans(
			`Friday","StartHour":0,"StartMinute":0,"DurationMinutes":1440`, `Saturday","StartHour":0,"StartMinute":0,"DurationMinutes":1440`,
			`Sunday","StartHour":0,"StartMinute":0,"DurationMinutes":1440`)},
		{"raid", "raiding on sunday from 24 to 2", spans(`Monday","StartHour":0,"StartMinute":0,"DurationMinutes":120`)},
		{"raid", "raiding on friday from 22:30 to 2", spans(`Friday","StartHour":22,"StartMinute":30,"DurationMinutes":210`)},
		{"raid", "no raiding on weekdays and safe raid tool time 20 minutes", strings.Replace(days("Sunday", "Saturday"), "{", `{"SafeRaidToolTimeSeconds":1200,`, 1)},
		{"raid", "no raiding from 0 to 12 on sunday, no raiding on weekdays", spans(`Sunday","StartHour":12,"StartMinute":0,"DurationMinutes":720`, `Saturday","StartHour":0,"StartMinute":0,"DurationMinutes":1440`)},
		{"raid", "raiding every day 18-22, lock on tents can be raided", `{"CanRaidLocksOnTents":1,` + strings.TrimPrefix(spans(
			"Monday"+evening, "Tuesday"+evening, "Wednesday"+evening, "Thursday"+evening, "Friday"+evening, "Saturday"+evening, "Sunday"+evening), "{")},
		{"raid", "no raiding on mondays", days("Sunday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")},
		{"raid", "no raiding", `{"ExplosionDamageMultiplier":0,"ProjectileDamageMultiplier":0,"SafeExplosionDamageMultiplier":0,"SafeProjectileDamageMultiplier":0,
			"CanRaidSafes":0,"CanRaidBarbedWire":0,"CanRaidLocksOnContainers":0}`},
		{"raid", "safes cannot be raided", `{"CanRaidSafes":0}`},
		{"raid", "double the safe raid tool time", `{"SafeRaidToolTimeSeconds":1200}`},
		{"raid", "explosion time 1 minute", `{"ExplosionTime":60.0}`},
		{"raid", "locks on walls only on gates", `{"CanRaidLocksOnWalls":3}`},
		{"raid", "barbed wire raid tool time 10 min", `{"BarbedWireRaidToolTimeSeconds":600}`},
		{"map", "turn the compass off", `{"EnableHUDCompass":0}`},
		{"map", "turn the compass and the gps off", `{"EnableHUDGPS":0,"EnableHUDCompass":0}`},
		{"map", "hide the own position", `{"ShowPlayerPosition":0}`},
		{"map", "own position shown with a compass", `{"ShowPlayerPosition":2}`},
		{"map", "markers need a pen", `{"NeedPenItemForCreateMarker":1}`},
		{"map", "disable CanCreate3DMarker", `{"CanCreate3DMarker":0}`},
		{"airdrop", "half the airdrop loot", `{"ItemCount":25}`},
		{"airdrop", "ItemCount 80", `{"ItemCount":80}`},
		{"airdrop", "flight height 600 m", `{"Height":600.0}`},
		{"airdrop", "infected spawn radius 0.1 km", `{"InfectedSpawnRadius":100.0}`},
		{"airdrop", "time between two spawns 2 seconds", `{"InfectedSpawnInterval":2000}`},
		{"airdrop", "no marker in the world", `{"Server3DMarkerOnDropLocation":0}`},
		{"airdrop", "twice the flight speed", `{"Speed":70.0}`},
		{"ai", "increase damage by 20 %", `{"DamageMultiplier":1.2}`},
		{"ai", "damage received 50 %", `{"DamageReceivedMultiplier":0.5}`},
		{"ai", "highest accuracy 80%", `{"AccuracyMax":0.8}`},
		{"ai", "hearing distance 0.3 km", `{"NoiseInvestigationDistanceLimit":300.0}`},
		{"ai", "players can recruit guards", `{"CanRecruitGuards":1}`},
		{"ai", "reduce the threat distance by 200 m", `{"ThreatDistanceLimit":800.0}`},
		{"ai", "AI should not vault", `{"Vaulting":0}`},
		{"ai-patrol", "respawn time 10 minutes", `{}`},
		{"ai-patrol", "respawn time 20 minutes", `{"RespawnTime":1200.0}`},
		{"ai-patrol", "disable patrols", `{"Enabled":0}`},
		{"market", "double the price", `{"SellPricePercent":150.0}`},
		{"market", "selling price 50%", `{"SellPricePercent":50.0}`},
		{"market", "starting money 25,000", `{"DefaultDepositMoney":25000}`},
		{"market", "parking time 1 hour 30 minutes", `{"MaxSZVehicleParkingTime":5400.0}`},
		{"market", "no cash machines", `{"ATMSystemEnabled":0}`},
		{"market", "parking fine 10k", `{"SZVehicleParkingTicketFine":10000}`},
		{"mission", "time between missions 30 minutes", `{"TimeBetweenMissions":1800000}`},
		{"mission", "max missions 3; at least 5 players needed", `{"MaxMissions":3,"MinPlayersToStartMissions":5}`},
		{"spawn", "respawn cooldown 5 min", `{"RespawnCooldown":300}`},
		{"spawn", "food 1000 and water 800", `{"SpawnEnergyValue":1000.0,"SpawnWaterValue":800.0}`},
		{"spawn", "let players choose the place", `{"EnableSpawnSelection":1}`},
		{"territory", "members at most 5", `{"MaxMembersInTerritory":5}`},
		{"territory", "triple the territory size", `{"TerritorySize":450.0}`},
		{"territory", "invite accept radius 50 metres", `{"TerritoryInviteAcceptRadius":50.0}`},
		{"vehicle", "fuel consumption 150 %", `{"FuelConsumptionPercent":150.0}`},
		{"vehicle", "allow lock picking with a chance of success 20 %", `{"CanPickLock":1,"PickLockChancePercent":20.0}`},
		{"vehicle", "no key needed to start", `{"VehicleRequireKeyToStart":0}`},
		{"vehicle", "disable vehicle damage", `{"DisableVehicleDamage":1}`},
		{"vehicle", "towing off", `{"Towing":0}`},
		{"garage", "vehicles at tier 2: 8", `{"MaxStorableTier2":8}`},
		{"garage", "do not keep the cargo", `{"CanStoreWithCargo":0}`},
		{"garage", "everybody may use garages", `{"GarageMode":1}`},
		{"general", "street lamps always on", `{"EnableLamps":2}`},
		{"general", "street lamps off", `{"EnableLamps":0}`},
		{"general", `stamina bar color "FF0000FF"`, `{"HUDColors":{"StaminaBarColor":"FF0000FF"}}`},
		{"general", `stamina bar color "FF0000FF", default stamina bar color`, `{}`},
		{"raid", "raiding on friday 18:30-22:15", spans(`Friday","StartHour":18,"StartMinute":30,"DurationMinutes":225`)},
		{"general", "disable the magic crosshair", `{"DisableMagicCrosshair":1}`},
		{"general", "disable auto run and ear plugs", `{"EnableAutoRun":0,"EnableEarPlugs":0}`},
		{"hardline", "loss on death 250", `{"ReputationLossOnDeath":250}`},
		{"hardline", "half the reputation for mythic items", `{"MythicItemRequirement":2500}`},
		{"name-tags", "visible within 20 m", `{"PlayerTagViewRange":20.0}`},
		{"name-tags", "only in safe zones", `{"OnlyInSafeZones":1}`},
		{"notification", "kill feed off", `{"EnableKillFeed":0}`},
		{"notification", "hide player joined", `{"ShowPlayerJoinServer":0}`},
		{"p2p-market", "offers stay for 3 days", `{"MaxListingTime":259200}`},
		{"p2p-market", "unlimited offers", `{"MaxListings":-1}`},
		{"quest", "weekly reset day monday", `{"WeeklyResetDay":"Monday"}`},
		{"quest", "at most 5 active quests", `{"MaxActiveQuests":5}`},
		{"quest", `quest accepted title "Off you go"`, `{"QuestAcceptedTitle":"Off you go"}`},
		{"logs", "turn off all vehicle logs", `{"VehicleCarKey":0,"VehicleTowing":0,"VehicleLockPicking":0,"VehicleDestroyed":0,"VehicleAttachments":0,"VehicleEnter":0,"VehicleLeave":0,"VehicleDeleted":0,"VehicleEngine":0,"VehicleCover":0}`},
		{"chat", "disable the global channel", `{"EnableGlobalChat":0}`},
		{"base-building", "code lock length 6", `{"CodeLockLength":6}`},
		{"base-building", "forbid building anywhere", `{"CanBuildAnywhere":0}`},
		{"safe-zone", "items stay for 30 minutes", `{"ItemLifetimeInSafeZone":1800.0}`},
		{"safe-zone", "don't remove items", `{"EnableForceSZCleanup":0}`},
		{"personal-storage", "30 items at most", `{"MaxItemsPerStorage":30}`},
		{"player-list", "no tooltip", `{"EnableTooltip":0}`},
	}
	for _, test := range tests {
		t.Run(test.slug+": "+test.prompt, func(t *testing.T) {
			t.Parallel()
			preview := ask(t, test.slug, test.prompt)
			if want := jsontree.ParseBody([]byte(test.want)); !jsonedit.Equal(want, preview.Preset) {
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
