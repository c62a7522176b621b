package palette_test

import (
	"slices"
	"strings"
	"testing"

	"quartermaster/internal/web/webtest"
)

// TestPaletteFindsFilesOfMods: their titles, fields and values lead to the value in its form, and secrets are not found.
func TestPaletteFindsFilesOfMods(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	instance := b.Instance("A")
	b.Import(instance, nil, webtest.File{Name: "profiles/CodeLock/CodeLockConfig.json", Text: `{"LogsEnabled": 1, "CanBeRaided": 4711}`},
		webtest.File{Name: "profiles/Crates/Crates.json", Text: `{"Crates": [{"Class": "SeaChest", "Odd Chance": 5}, {"Class": "Barrel_Blue"}],` +
			`"webhookUrl": "https://discord.com/api/webhooks/98765", "Token": "hushhush"}`})
	at, crates := instance+"/documents/value?", "path=profiles%2FCrates%2FCrates.json"
	for query, want := range map[string]string{
		"crates.json": "Files of mods: Crates: Crates.json | file of a mod | " + at + crates,
		"odd+chance":  "Files of mods: Odd chance | Crates: Crates.json · 5 | " + at + "at=Crates.0.Odd+Chance&" + crates,
		"barrel_blue": "Files of mods: Class | Crates: Crates.json · Barrel_Blue | " + at + "at=Crates.1.Class&" + crates,
		"CanBeRaided": "Files of mods: ",
		"4711":        "Files of mods: ",
		"98765":       "",
		"hushhush":    "",
	} {
		found := slices.DeleteFunc(searched(b, instance, "q="+query), func(f string) bool { return !strings.HasPrefix(f, "Files of mods") })
		if len(found) == 0 && want != "" || len(found) > 0 && (want == "" || !strings.HasPrefix(found[0], want)) {
			t.Errorf("%s finds %q, want %s", query, found, want)
		}
	}
	b.Get(instance + "/documents/value?at=Crates.1.Class&path=profiles%2FCrates%2FCrates.json").
		LeadsTo(instance + "/documents/mods/profiles-crates-crates-json#setting-Crates-1-Class")
	b.Get(instance+"/search?q=barrel_blue").Status(200).Says("Files of mods", "Barrel_Blue")
	other := b.Instance("B")
	if found := searched(b, other, "q=barrel_blue"); len(found) > 0 {
		t.Errorf("another instance finds %q", found)
	}
}
