package target_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/remote"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
	"quartermaster/internal/target"
)

const config = "class Missions\n{\n\tclass DayZ\n\t{\n\t\ttemplate=\"" + mission + "\"; // the mission\n\t};\n};\n"

// missionFiles are those of a small mission in a folder.
func missionFiles(dir string) map[string]string {
	return map[string]string{
		dir + "/init.c": "void main() {}\n", dir + "/db/types.xml": "<types/>\n", dir + "/cfgeconomycore.xml": "<economycore/>\n",
	}
}

// folder makes a server of files below a folder of its own. A name that ends with a slash is an empty folder.
func folder(t *testing.T, parts ...map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for _, files := range parts {
		for name, text := range files {
			at := filepath.Join(dir, filepath.FromSlash(name))
			if strings.HasSuffix(name, "/") {
				check(t, os.MkdirAll(at, 0o750))
				continue
			}
			check(t, os.MkdirAll(filepath.Dir(at), 0o750))
			check(t, os.WriteFile(at, []byte(text), 0o600))
		}
	}
	return dir
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// owner is a user whose instance has its server in a folder.
type owner struct {
	*target.Service
	db    *store.DB
	scope store.Scope
	dir   string
}

func newOwner(t *testing.T, dir string) owner {
	t.Helper()
	db := storetest.Open(t)
	o := owner{target.New(db, remote.New(remote.Options{Folders: []string{dir}}), []string{dir}), db, instance(t, db, record.Values{}), dir}
	o.put(t, `{"protocol":"folder","dir":"`+dir+`"}`)
	return o
}

func (o owner) put(t *testing.T, body string) target.Target {
	t.Helper()
	got, err := put(t, o.Service, o.scope, body)
	check(t, err)
	return got
}

func (o owner) test(t *testing.T) *target.Test {
	t.Helper()
	test, err := o.Test(t.Context(), o.scope)
	check(t, err)
	return test
}

func TestATestFindsTheFoldersOfAServer(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		files []map[string]string
		want  target.Test
	}{
		"own server": {
			[]map[string]string{missionFiles("mpmissions/" + mission), missionFiles("mpmissions/dayzOffline.enoch"), {
				"serverDZ.cfg":                    config,
				"sc/DayZServer_x64.RPT":           "",
				"sc/BattlEye/BEServer_x64.cfg":    "",
				"sc/ExpansionMod/Settings/A.json": "{}",
				"@Mod/addons/a.pbo":               "",
				"ban.txt":                         "",
				"sc/script_1.log":                 "",
				"mpmissions/" + mission + "/storage_1/data/types.xml": "",
			}},
			target.Test{Layout: "PC server", Mission: mission, Config: "serverDZ.cfg", Files: 7, Folders: target.Folders{
				Mission: "mpmissions/" + mission, Profiles: "sc", BattlEye: "sc/BattlEye",
			}},
		},
		"Nitrado PC": {
			[]map[string]string{missionFiles("dayzstandalone/mpmissions/" + mission), {
				"dayzstandalone/config/DayZServer_x64.ADM": "", "dayzstandalone/battleye/": "", "dayzstandalone/@Mod [T]/mod.cpp": "",
				"dayzstandalone/config/VPPDebugMissions/Debug.1/db/types.xml": "",
			}},
			target.Test{Layout: "Nitrado, PC", Mission: mission, Files: 3, Folders: target.Folders{
				Mission: "dayzstandalone/mpmissions/" + mission, Profiles: "dayzstandalone/config", BattlEye: "dayzstandalone/battleye",
			}},
		},
		"Xbox": {
			[]map[string]string{missionFiles("dayzxb_missions/" + mission), {
				"dayzxb/config/DayZServer_X1_x64.ADM": "", "dayzxb_missions/ban-override.txt": "",
				"dayzxb_missions/" + mission + "/custom/a.json": "{}",
			}},
			target.Test{Layout: "Nitrado, Xbox", Mission: mission, Files: 5, Lists: []string{"ban.txt"}, Folders: target.Folders{
				Mission: "dayzxb_missions/" + mission, Profiles: "dayzxb/config",
			}},
		},
		"PlayStation": {
			[]map[string]string{missionFiles("dayzps_missions/" + mission), {"dayzps/config/DayZServer_PS4_x64.RPT": ""}},
			target.Test{Layout: "Nitrado, PlayStation", Mission: mission, Files: 3, Folders: target.Folders{
				Mission: "dayzps_missions/" + mission, Profiles: "dayzps/config",
			}},
		},
		"mission alone": {
			[]map[string]string{{"init.c": "", "db/types.xml": ""}},
			target.Test{Mission: ".", Files: 2, Folders: target.Folders{Mission: "."}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newOwner(t, folder(t, c.files...))
			got := o.test(t)
			if !got.OK || got.Layout != c.want.Layout || got.Mission != c.want.Mission || got.Folders != c.want.Folders ||
				got.Config != c.want.Config ||
				got.Files != c.want.Files || !slices.Equal(got.Lists, c.want.Lists) {
				t.Errorf("%+v\nwant %+v", got, c.want)
			}
			left, err := filepath.Glob(filepath.Join(o.dir, "*", "*", ".quartermaster*"))
			if err != nil || len(left) > 0 {
				t.Errorf("left behind: %v, %v", left, err)
			}
			stored, err := o.Get(t.Context(), o.scope)
			check(t, err)
			layout := stored.Layout()
			if at := layout.Path("mpmissions/" + mission + "/db/types.xml"); at != strings.TrimPrefix(c.want.Folders.Mission+"/db/types.xml", "./") {
				t.Errorf("types.xml lies at %q", at)
			}
		})
	}
}

func TestATestSaysWhatIsMissing(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		files   []map[string]string
		folders string
		problem string
	}{
		"empty": {nil, "", "No mission was found"},
		"another mission runs": {
			[]map[string]string{missionFiles("mpmissions/x.enoch"), {"serverDZ.cfg": config}},
			"",
			"whose folder was not found. Found: mpmissions/x.enoch.",
		},
		"several missions": {
			[]map[string]string{missionFiles("mpmissions/a.enoch"), missionFiles("mpmissions/b.enoch")}, "", "There are several missions",
		},
		"a mission of another map": {[]map[string]string{missionFiles("mpmissions/a.enoch")}, "", "which is on another map"},
		"no such folder":           {nil, `{"mission":"mpmissions/none"}`, "The folder of the mission, mpmissions/none, cannot be read"},
		"a file": {
			[]map[string]string{missionFiles("mpmissions/" + mission), {"sc": ""}}, `{"profiles":"sc"}`, "The folder of profiles, sc, is a file.",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newOwner(t, folder(t, c.files...))
			if c.folders != "" {
				o.put(t, `{"protocol":"folder","dir":"`+o.dir+`","folders":`+c.folders+`}`)
			}
			got := o.test(t)
			if got.OK || len(got.Problems) != 1 || !strings.Contains(target.Sentences(got.Problems)[0], c.problem) {
				t.Errorf("%+v, want a problem with %q", got, c.problem)
			}
		})
	}
}

func TestATestTriesToWrite(t *testing.T) {
	t.Parallel()
	if os.Getuid() == 0 {
		t.Skip("root may write everywhere")
	}
	o := newOwner(t, folder(t, missionFiles("mpmissions/"+mission)))
	at := filepath.Join(o.dir, "mpmissions", mission)
	check(t, os.Chmod(at, 0o500))                 //nolint:gosec // a folder has to be entered
	t.Cleanup(func() { _ = os.Chmod(at, 0o700) }) //nolint:gosec // as above
	if got := o.test(t); got.OK || !strings.Contains(target.Sentences(got.Problems)[0], "cannot be written") {
		t.Errorf("%+v", got)
	}
}

func TestAChangedFingerprintIsAProblemOfTheTest(t *testing.T) {
	t.Parallel()
	db, server := storetest.Open(t), &opener{fingerprint: "SHA256:two"}
	scope := instance(t, db, record.Values{})
	s := target.New(db, server, nil)
	_, err := put(t, s, scope, `{"protocol":"sftp","host":"example.com","pinned":"SHA256:one"}`)
	check(t, err)
	got, err := s.Test(t.Context(), scope)
	if err != nil || got.OK || got.Pinned != "SHA256:one" || got.Fingerprint != "SHA256:two" ||
		!strings.Contains(target.Sentences(got.Problems)[0], "another fingerprint") {
		t.Errorf("%+v, %v", got, err)
	}
}
