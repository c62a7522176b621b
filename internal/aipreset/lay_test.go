package aipreset_test

import (
	"strings"
	"testing"

	"quartermaster/internal/aipreset"
	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

func TestLay(t *testing.T) {
	t.Parallel()
	const raid = `{"m_Version": 5, "ExplosionTime": 30.0, "Own": [1],
		"Schedule": [{"Weekday": "Friday", "StartHour": 18, "StartMinute": 0, "DurationMinutes": 60}]}`
	const sunday = `{"Schedule":[{"Weekday":"Sunday","StartHour":1,"StartMinute":0,"DurationMinutes":5}]}`
	const color = `{"HUDColors":{"StaminaBarColor":"00FF00FF"}}`
	const general = `{"m_Version": 16, "HUDColors": {"StaminaBarColor": "FFFFFFFF", "FoodBadgeColor": "DCDCDCFF"}, "EnableLamps": 3}`
	const hardline = `{"m_Version": 11, "EntityReputation": {"AnimalBase": 10, "ZombieBase": 1}}`
	tests := []struct {
		name, slug, text, preset string
		only                     string // what differs
		unknown, warns           string
	}{
		{"nothing", "raid", raid, `{}`, `{}`, "", ""},
		{"the same in another spelling", "raid", raid, `{"ExplosionTime":30}`, `{}`, "", ""},
		{"a value that the file does not have", "raid", raid, `{"CanRaidSafes":0}`, `{"CanRaidSafes":0}`, "", ""},
		{"objects are merged", "general", general, color, color, "", ""},
		{"maps are merged", "hardline", hardline, `{"EntityReputation":{"ZombieBase":5}}`, `{"EntityReputation":{"ZombieBase":5}}`, "", ""},
		{
			"a wrong member of a map", "hardline", hardline, `{"EntityReputation":{"ZombieBase":"x","AnimalBase":7}}`,
			`{"EntityReputation":{"AnimalBase":7}}`, "", "EntityReputation.ZombieBase field must be an integer",
		},
		{"lists are replaced", "raid", raid, sunday, sunday, "", ""},
		{"a list with a wrong element", "raid", raid, `{"Schedule":[{"Weekday":"Someday"}]}`, `{}`, "", "Schedule.0.Weekday"},
		{"an unknown key", "raid", raid, `{"Nope":1}`, `{}`, "Nope", ""},
		{"a key that only this file has", "raid", raid, `{"Own":[2]}`, `{}`, "Own", ""},
		{
			"an unknown key in an element", "raid", raid,
			`{"Schedule":[{"Weekday":"Friday","StartHour":18,"StartMinute":0,"DurationMinutes":60,"Evil":1}]}`,
			`{}`, "Schedule.0.Evil", "",
		},
		{"an object for a number", "raid", raid, `{"ExplosionTime":{"a":1}}`, `{}`, "", "ExplosionTime field must be a number"},
		{"a list for an object", "general", general, `{"HUDColors":[1]}`, `{}`, "", "HUDColors field must be an object"},
		{"no value", "raid", raid, `{"ExplosionTime":null}`, `{}`, "", "ExplosionTime field must have a value"},
		{"no choice", "general", general, `{"EnableLamps":9}`, `{}`, "", "The selected EnableLamps is invalid"},
		{"the version", "raid", raid, `{"m_Version":1}`, `{}`, "", "m_Version"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			laid, err := aipreset.Lay(expansion.Setting(test.slug), read(t, test.text), jsontree.ParseBody([]byte(test.preset)))
			if err != nil {
				t.Fatal(err)
			}
			if !jsontree.Equal(jsontree.ParseBody([]byte(test.only)), laid.Preset) {
				t.Errorf("differs %s, want %s", textOf(laid.Preset), test.only)
			}
			if got := strings.Join(laid.Unknown, " "); got != test.unknown {
				t.Errorf("unknown %q, want %q", got, test.unknown)
			}
			if got := strings.Join(laid.Warnings, " "); !strings.Contains(got, test.warns) || (got == "") != (test.warns == "") {
				t.Errorf("warnings %q, want %q", got, test.warns)
			}
			if test.only == "{}" && laid.Document.Text != test.text {
				t.Errorf("the file changes: %s", laid.Document.Text)
			}
		})
	}
}

func TestTyped(t *testing.T) {
	t.Parallel()
	tests := []struct{ slug, sent, want string }{
		{
			"party", `{"MaxMembersInParty":"12","EnableParties":"false","DisplayPartyTag":"1"}`,
			`{"MaxMembersInParty":12,"EnableParties":0,"DisplayPartyTag":1}`,
		},
		{"party", `{"MaxMembersInParty":"many","Other":"12"}`, `{"MaxMembersInParty":"many","Other":"12"}`},
		{"quest", `{"QuestAcceptedTitle":"12"}`, `{"QuestAcceptedTitle":"12"}`},
		{"ai", `{"LightingConfigMinNightVisibilityMeters":["50","5"]}`, `{"LightingConfigMinNightVisibilityMeters":{"0":50,"1":5}}`},
		{
			"raid", `{"Schedule":[{"Weekday":"Friday","StartHour":"18"}],"LockRaidTools":["1"]}`,
			`{"Schedule":[{"Weekday":"Friday","StartHour":18}],"LockRaidTools":["1"]}`,
		},
		{"hardline", `{"EntityReputation":{"ZombieBase":"5"}}`, `{"EntityReputation":{"ZombieBase":5}}`},
	}
	for _, test := range tests {
		if got := textOf(aipreset.Typed(expansion.Setting(test.slug), jsontree.ParseBody([]byte(test.sent)))); got != test.want {
			t.Errorf("%s became %s, want %s", test.sent, got, test.want)
		}
	}
}
