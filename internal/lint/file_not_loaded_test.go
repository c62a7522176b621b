package lint

import (
	"strings"
	"testing"

	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

func TestFileNotLoaded(t *testing.T) {
	t.Parallel()
	core := &record.File{Path: "cfgeconomycore.xml", Kind: string(ce.EconomyCoreFile), Content: new(
		`<economycore><ce folder="./Mods\\CE"><file name="Named.xml" type="types"/><file name="wrong.xml" type="events"/></ce></economycore>`)}
	w := worldOf(core,
		&record.File{Path: "db/Types.xml", Kind: "types"}, &record.File{Path: "mods/ce/named.xml", Kind: "types"},
		&record.File{Path: "mods/ce/wrong.xml", Kind: "types"},
		&record.File{Path: "mods/a&b.xml", Kind: "spawnabletypes"}, &record.File{Path: "loose.xml", Kind: "events"},
		&record.File{Path: "cfglimitsdefinition.xml", Kind: "limits"},
		&record.Type{Name: "AKM", Origin: record.Origin{SourceFile: new("mods/new.xml")}},
		&record.Type{Name: "Axe", Origin: record.Origin{SourceFile: new("mods/new.xml")}},
		&record.Event{Name: "StaticBoat"})
	const notNamed, fix = " is not in cfgeconomycore.xml, so the game does not load it.", " [Add an entry for it to cfgeconomycore.xml.]"
	try(t, fileNotLoaded, w,
		"mods/ce/wrong.xml: mods/ce/wrong.xml contains types, but cfgeconomycore.xml loads it as “events”.",
		"mods/a&b.xml: mods/a&b.xml"+notNamed+fix, "loose.xml: loose.xml"+notNamed+fix, "AKM: mods/new.xml"+notNamed+fix)
	for _, want := range []string{
		`<ce folder="mods">`, `<ce folder=".">`, `<file name="loose.xml" type="events"/>`, `<file name="a&amp;b.xml" type="spawnabletypes"/>`,
		`<file name="new.xml" type="types"/>`, "Named.xml",
	} {
		if !strings.Contains(*core.Content, want) {
			t.Errorf("the economy core has no %s:\n%s", want, *core.Content)
		}
	}
}

// TestFileNotLoadedWithoutCore holds that the fix makes an economy core where there is none, with what the game takes.
func TestFileNotLoadedWithoutCore(t *testing.T) {
	t.Parallel()
	w := worldOf(&record.File{Path: "mods/new.xml", Kind: "events"})
	try(t, fileNotLoaded, w,
		"mods/new.xml: mods/new.xml is not in cfgeconomycore.xml, so the game does not load it. [Add an entry for it to cfgeconomycore.xml.]")
	if got := *w.CoreFile.Content; !strings.Contains(got, `name="new.xml"`) || !strings.Contains(got, "DefaultWeapon") ||
		w.CoreFile.Path != "cfgeconomycore.xml" {
		t.Errorf("%s:\n%s", w.CoreFile.Path, got)
	}
}
