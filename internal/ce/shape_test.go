package ce_test

import (
	"archive/zip"
	"errors"
	"io"
	"path"
	"strings"
	"testing"

	"quartermaster/internal/ce"
)

// TestRootsOfTheGameInFilesOfMods holds that each root of the game is told by what is in it, whatever the name of the file is, except the
// game's own.
func TestRootsOfTheGameInFilesOfMods(t *testing.T) {
	t.Parallel()
	tests := []struct {
		root, own, foreign string
		usual              string
		want               ce.FileType
	}{
		{
			"types", `<type name="A"><nominal>1</nominal></type>`,
			`<type name="ZmbM_A"><Health_Points Value="1"/><Size_Mini/></type><type name="New"></type>`, "db/types.xml", ce.TypesFile,
		},
		{"types", `<type name="A"/>`, `<zombie name="A"/>`, "types.xml", ce.TypesFile},
		{
			"types", `<type name="A"><nominal>1</nominal><lifetime>1</lifetime><own>x</own></type>`,
			`<type name="A"><min>1</min><max>2</max><speed>3</speed></type>`, "types.xml", ce.TypesFile,
		},
		{
			"spawnabletypes", `<type name="A"><cargo chance="1"><item name="B"/></cargo></type>`, `<type name="A"><slot/></type>`,
			"cfgspawnabletypes.xml", ce.SpawnableTypesFile,
		},
		{"randompresets", `<cargo name="A"><item name="B"/></cargo>`, `<preset name="A"/>`, "cfgrandompresets.xml", ce.RandomPresetsFile},
		{
			"events", `<event name="A"><nominal>1</nominal><children><child type="B"/></children></event>`,
			`<event name="Horde"><day/><hour>1</hour></event>`, "db/events.xml", ce.EventsFile,
		},
		{
			"eventposdef", `<event name="A"><pos x="1" z="1"/></event>`, `<event name="A"><point/></event>`, "cfgeventspawns.xml",
			ce.EventSpawnsFile,
		},
		{"messages", `<message><TEXT>Hi</TEXT></message>`, `<message><title>Hi</title><body/></message>`, "db/messages.xml", ce.MessagesFile},
		{"messages", `<message/>`, `<chat/>`, "messages.xml", ce.MessagesFile},
		{
			"playerspawnpoints", `<fresh><generator_posbubbles><pos x="1" z="1"/></generator_posbubbles></fresh>`, `<camp><pos x="1"/></camp>`,
			"cfgplayerspawnpoints.xml", ce.PlayerSpawnsFile,
		},
		{"fresh", `<generator_posbubbles/>`, `<water/>`, "", ce.PlayerSpawnsFile},
		{"travel", `<spawn_params/>`, `<car/>`, "", ce.PlayerSpawnsFile},
		{"economycore", `<ce folder="a"><file name="a.xml" type="types"/></ce>`, `<bank/>`, "cfgeconomycore.xml", ce.EconomyCoreFile},
		{"classes", `<rootclass name="A"/>`, `<class name="A"/>`, "", ce.EconomyCoreFile},
		{"defaults", `<default name="dyn_radius" value="1"/>`, `<speed/>`, "", ce.EconomyCoreFile},
		{"ce", `<file name="a.xml" type="types"/>`, `<entry/>`, "", ce.EconomyCoreFile},
		{"lists", `<categories><category name="a"/></categories>`, `<list/>`, "cfglimitsdefinition.xml", ce.LimitsFile},
		{"lists", `<tags/>`, `<tags><label/></tags>`, "cfglimitsdefinition.xml", ce.LimitsFile},
		{
			"user_lists", `<usageflags><user name="a"><usage name="b"/></user></usageflags>`, `<user id="1"/>`, "cfglimitsdefinitionuser.xml",
			ce.UserLimitsFile,
		},
	}
	for _, test := range tests {
		own, foreign := "<"+test.root+">"+test.own+"</"+test.root+">", "<"+test.root+">"+test.foreign+"</"+test.root+">"
		if got, err := ce.Detect("Any.xml", []byte(own)); err != nil || got != test.want {
			t.Errorf("%s: %q, %v", own, got, err)
		}
		if got, err := ce.Detect("Any.xml", []byte(foreign)); !errors.Is(err, ce.ErrForeign) || got != ce.UnknownFile {
			t.Errorf("%s: %q, %v", foreign, got, err)
		}
		if got, err := ce.Detect(test.usual, []byte(foreign)); test.usual != "" && (err != nil || got != test.want) {
			t.Errorf("%s by its name: %q, %v", foreign, got, err)
		}
	}
	for _, other := range []string{
		"variables", "economy", "weather", "env", "territory-type", "prototype", "map", "eventgroupdef", "ignore", "zombies",
	} {
		if got, err := ce.Detect("types.xml", []byte("<"+other+"><type name=\"A\"/></"+other+">")); err != nil || got != ce.UnknownFile {
			t.Errorf("%s: %q, %v", other, got, err)
		}
	}
	if got, _ := ce.Detect("a.xml", []byte(`<cargo name="A"><crate/></cargo>`)); got != ce.UnknownFile {
		t.Errorf("a mod's cargo is %q", got)
	}
}

// TestFilesOfModsAreNoneOfTheGame reads the XML of many mods, whatever its folder is.
func TestFilesOfModsAreNoneOfTheGame(t *testing.T) {
	t.Parallel()
	eachFile(t, "mods.zip", "", func(name string, data []byte) {
		if got, _ := ce.Detect(path.Base(name), data); got != ce.UnknownFile {
			t.Errorf("%s is taken for %q", name, got)
		}
	})
}

// TestFilesOfTheGameAreItsOwnUnderOtherNames reads the oldest and the newest of the game's files, under a name that tells nothing.
func TestFilesOfTheGameAreItsOwnUnderOtherNames(t *testing.T) {
	t.Parallel()
	want := map[string]ce.FileType{
		"types.xml":                   ce.TypesFile,
		"events.xml":                  ce.EventsFile,
		"messages.xml":                ce.MessagesFile,
		"cfgspawnabletypes.xml":       ce.SpawnableTypesFile,
		"cfgrandompresets.xml":        ce.RandomPresetsFile,
		"cfgeventspawns.xml":          ce.EventSpawnsFile,
		"cfgplayerspawnpoints.xml":    ce.PlayerSpawnsFile,
		"cfgeconomycore.xml":          ce.EconomyCoreFile,
		"cfglimitsdefinition.xml":     ce.LimitsFile,
		"cfglimitsdefinitionuser.xml": ce.UserLimitsFile,
	}
	for _, version := range []string{"DZ_105/", "DZ_129/"} {
		eachFile(t, "game-versions.zip", version, func(name string, data []byte) {
			if got, err := ce.Detect("mine.xml", data); got != want[strings.ToLower(path.Base(name))] {
				t.Errorf("%s is %q, %v", name, got, err)
			}
		})
	}
}

// eachFile calls visit with the XML files of an archive beside the project whose paths begin with a folder.
func eachFile(t *testing.T, archive, folder string, visit func(name string, data []byte)) {
	t.Helper()
	z, err := zip.OpenReader("../../../shared/data/" + archive)
	if err != nil {
		t.Skipf("genuine files are not beside the project: %v", err)
	}
	defer z.Close()
	for _, f := range z.File {
		if path.Ext(f.Name) != ".xml" || !strings.HasPrefix(f.Name, folder) {
			continue
		}
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		visit(f.Name, data)
	}
}
