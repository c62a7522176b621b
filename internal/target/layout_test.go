package target_test

import (
	"testing"

	"quartermaster/internal/target"
)

const mission = "dayzOffline.chernarusplus"

// server holds generated paths and where they lie on a server. An empty place is none; an empty generated path one of no generated file.
type server struct {
	folders target.Folders
	files   map[string]string
}

func servers() map[string]server {
	return map[string]server{
		"own server": {target.Folders{}, map[string]string{
			"mpmissions/" + mission + "/db/types.xml": "mpmissions/" + mission + "/db/types.xml",
			"mpmissions/other.enoch/init.c":           "mpmissions/other.enoch/init.c",
			"profiles/ExpansionMod/Settings/A.json":   "profiles/ExpansionMod/Settings/A.json",
			"ban.txt":                                 "ban.txt",
			"serverDZ.cfg":                            "serverDZ.cfg",
			"battleye/beserver_x64.cfg":               "battleye/beserver_x64.cfg",
			"keys/dayz.bikey":                         "keys/dayz.bikey",
		}},
		"profiles with another name and BattlEye in it": {target.Folders{Profiles: "sc/", BattlEye: "sc/BattlEye"}, map[string]string{
			"profiles/Trader/TraderConfig.txt":   "sc/Trader/TraderConfig.txt",
			"profiles/BattlEye/beserver_x64.cfg": "sc/BattlEye/beserver_x64.cfg",
			"mpmissions/" + mission + "/init.c":  "mpmissions/" + mission + "/init.c",
			"sc/Trader/TraderConfig.txt":         "", // the other one lies there
			"battleye/beserver_x64.cfg":          "",
		}},
		"Nitrado PC": {target.Folders{Mission: "dayzstandalone/mpmissions/" + mission, Profiles: "dayzstandalone/config"}, map[string]string{
			"mpmissions/" + mission + "/init.c":     "dayzstandalone/mpmissions/" + mission + "/init.c",
			"mpmissions/other.enoch/init.c":         "dayzstandalone/mpmissions/other.enoch/init.c",
			"profiles/ExpansionMod/Settings/A.json": "dayzstandalone/config/ExpansionMod/Settings/A.json",
			"whitelist.txt":                         "dayzstandalone/whitelist.txt",
			"battleye/bans.txt":                     "dayzstandalone/battleye/bans.txt",
		}},
		"Xbox": {target.Folders{Mission: "dayzxb_missions/" + mission, Profiles: "dayzxb/config"}, map[string]string{
			"mpmissions/" + mission + "/custom/a.json": "dayzxb_missions/" + mission + "/custom/a.json",
			"profiles/x.json":                          "dayzxb/config/x.json",
			"battleye/x.cfg":                           "",
			"ban.txt":                                  "",
		}},
		"PlayStation": {target.Folders{Mission: "dayzps_missions/" + mission}, map[string]string{
			"mpmissions/" + mission + "/db/events.xml": "dayzps_missions/" + mission + "/db/events.xml",
			"serverDZ.cfg": "",
		}},
		"mission with another name": {target.Folders{Mission: "mpmissions/mine.chernarusplus"}, map[string]string{
			"mpmissions/" + mission + "/init.c":    "mpmissions/mine.chernarusplus/init.c",
			"mpmissions/mine.chernarusplus/init.c": "",
			"ban.txt":                              "ban.txt",
		}},
		"mission outside of mpmissions": {target.Folders{Mission: "missions/mine"}, map[string]string{
			"mpmissions/" + mission + "/init.c": "missions/mine/init.c",
			"ban.txt":                           "ban.txt",
		}},
		"mission alone": {target.Folders{Mission: "."}, map[string]string{
			"mpmissions/" + mission + "/db/types.xml": "db/types.xml",
			"profiles/x.json":                         "",
			"ban.txt":                                 "",
		}},
	}
}

func TestGeneratedFilesHaveTheirPlaceOnAServer(t *testing.T) {
	t.Parallel()
	for name, s := range servers() {
		layout := target.NewLayout(mission, s.folders)
		for generated, want := range s.files {
			if got := layout.Path(generated); got != want {
				t.Errorf("%s: %s lies at %q, want %q", name, generated, got, want)
			}
			if back, placed := layout.Generated(want); want != "" && (!placed || back != generated) {
				t.Errorf("%s: %s is %q, %v, want %s", name, want, back, placed, generated)
			}
		}
	}
}

func TestFilesBesideAServerAreNotItsOwn(t *testing.T) {
	t.Parallel()
	layout := target.NewLayout(mission, target.Folders{Mission: "dayzxb_missions/" + mission})
	for _, path := range []string{"readme.txt", "dayzxb/other.txt", "dayzxb_missionsx/a"} {
		if generated, placed := layout.Generated(path); placed {
			t.Errorf("%s is %s", path, generated)
		}
	}
}

func TestLetterCaseOfFoldersDoesNotCount(t *testing.T) {
	t.Parallel()
	layout := target.NewLayout(mission, target.Folders{Profiles: "Profiles"})
	generated, _ := layout.Generated("MPMissions/DayzOffline.ChernarusPlus/db/Types.xml")
	if generated != "mpmissions/"+mission+"/db/Types.xml" {
		t.Error(generated)
	}
	if at := layout.Path("BattlEye/x.cfg"); at != "battleye/x.cfg" {
		t.Error(at)
	}
}
