package expansion_test

import (
	"testing"

	"quartermaster/internal/expansion"
)

func TestClaim(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		"GeneralSettings.json":                                "general",
		"profiles/ExpansionMod/Settings/generalsettings.JSON": "general",
		"config/ExpansionMod/Market/Ammo.json":                "market-category",
		"/sc/expansionmod/traders/a.json":                     "market-trader",
		"Traders/a.json":                                      "market-trader",
		"mpmissions/x/expansion/traderzones/a.json":           "market-trader-zone",
		"Loadouts/a.json":                                     "ai-loadout",
		"profiles/Other/Market/Ammo.json":                     "",
		"/Market/Ammo.json":                                   "market-category",
		"profiles/ExpansionMod/Market/GeneralSettings.json":   "market-category",
		"profiles/ExpansionMod/Market/Ammo.txt":               "",
		"profiles/ExpansionMod/Market/sub/Ammo.json":          "",
		"AIRaidSettings.json":                                 "",
		"Ammo.json":                                           "",
		"/Ammo.json":                                          "",
	}
	for place, want := range tests {
		got := ""
		if d := expansion.Claim(place); d != nil {
			got = d.Slug
		}
		if got != want {
			t.Errorf("%s is %q, want %q", place, got, want)
		}
	}
}

func TestGuess(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		`{"DisplayName":"a","Items":[]}`:                 "market-category",
		`{"DisplayName":"a","Currencies":[],"Items":[]}`: "market-trader",
		`{"TraderIcon":"a"}`:                             "market-trader",
		`{"Position":[0,0,0],"Radius":1,"Stock":{}}`:     "market-trader-zone",
		`{"ClassName":"","InventoryCargo":[]}`:           "ai-loadout",
		`{"Shirts":[],"Pants":[]}`:                       "",
		`{"Items":{}}`:                                   "",
		`{}`:                                             "",
		`{"EnableAutoRun":1,"m_Version":16,"DisableShootToUnlock":0}`: "",
	}
	for text, want := range tests {
		got := ""
		if d := expansion.Guess(object(t, text)); d != nil {
			got = d.Slug
		}
		if got != want {
			t.Errorf("%s is %q, want %q", text, got, want)
		}
	}
}

func TestFits(t *testing.T) {
	t.Parallel()
	general := expansion.Setting("general")
	if err := general.Fits(object(t, `{"m_Version":3,"EnableLamps":1}`)); err != nil {
		t.Error(err)
	}
	if err := general.Fits(object(t, `{}`)); err != nil {
		t.Error(err)
	}
	if err := general.Fits(object(t, `{"m_Version":3,"Patrols":[]}`)); err == nil {
		t.Error("patrols were taken for general settings")
	}
}

// At its place a document of odd shape is what its place says, unless it is plainly something else.
func TestTakes(t *testing.T) {
	t.Parallel()
	tests := []struct {
		d    *expansion.Schema
		text string
		want bool
	}{
		{expansion.Category, `{}`, true},
		{expansion.Category, `{"m_Version":12}`, true},
		{expansion.Category, `{"Icon":"Box"}`, true},
		{expansion.Category, `{"m_Version":12,"Mine":1}`, false},
		{expansion.Category, `{"DisplayName":"a","TraderIcon":"b"}`, false},
		{expansion.Loadout, `{"Chance":1}`, true},
		{expansion.Loadout, `{"Shirts":[],"Pants":[]}`, false},
		{expansion.Trader, `{"MinRequiredReputation":1}`, true},
		{expansion.Zone, `{}`, true},
		{expansion.Zone, `{"m_Version":6,"DisplayName":null,"Items":null}`, false},
		{expansion.Setting("general"), `{}`, true},
		{expansion.Setting("general"), `{"m_Version":1}`, true},
		{expansion.Setting("general"), `{"Mine":1}`, false},
	}
	for _, tt := range tests {
		if err := tt.d.Takes(object(t, tt.text)); (err == nil) != tt.want {
			t.Errorf("%s as %s: %v", tt.text, tt.d.Slug, err)
		}
	}
}

func TestAt(t *testing.T) {
	t.Parallel()
	for place, want := range map[string]string{
		"profiles/ExpansionMod/Quests/Quests/Quest_12.json":                   "quest-definition",
		"profiles/expansionmod/quests/objectives/travel/objective_t_1.json":   "quest-objective-travel",
		"mpmissions/dayzOffline.enoch/expansion/settings/MarketSettings.json": "market",
		"profiles/ExpansionMod/Market/Ammo.json":                              "market-category",
		"profiles/ExpansionMod/Quests/Notes.json":                             "",
	} {
		got := ""
		if d := expansion.At(place); d != nil {
			got = d.Slug
		}
		if got != want {
			t.Errorf("%s is %q, want %q", place, got, want)
		}
	}
}
