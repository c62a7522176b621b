package mission

import "testing"

func TestCopiesByTheirNames(t *testing.T) {
	t.Parallel()
	files := map[string]bool{}
	for _, rel := range []string{
		"db/types.xml", "db/events.xml", "cfggameplay.json", "custom/G.json", "custom/objects.json", "/profiles/Trader/TraderConfig.txt",
		"/serverDZ.cfg", "/profiles/ExpansionMod/Market/Ammo.json",
	} {
		files[rel] = true
	}
	at := func(rel string) string {
		if files[rel] {
			return rel
		}
		return ""
	}
	for rel, want := range map[string]string{
		"db/types.xml.bak":                            "db/types.xml",
		"db/types.xml~":                               "db/types.xml",
		"db/types - Copy.xml":                         "db/types.xml",
		"db/types - Copy (2).xml":                     "db/types.xml",
		"db/types(1).xml":                             "db/types.xml",
		"db/types_old.xml":                            "db/types.xml",
		"db/types_2024-05-01.xml":                     "db/types.xml",
		"db/old/types.xml":                            "db/types.xml",
		"old/types.xml":                               "db/types.xml",
		"Backup 3/db/types.xml":                       "db/types.xml",
		"db/types.xml.2024-01-01":                     "db/types.xml",
		"db/types_backup_20240501.xml":                "db/types.xml",
		"Copy of types.xml":                           "db/types.xml",
		"db/events (2).xml":                           "db/events.xml",
		"cfggameplay.json.old":                        "cfggameplay.json",
		"cfggameplay_backup.json":                     "cfggameplay.json",
		"/profiles/Trader/TraderConfigOld0.txt":       "/profiles/Trader/TraderConfig.txt",
		"/serverDZ_old.cfg":                           "/serverDZ.cfg",
		"custom/objectsBackup.json":                   "custom/objects.json",
		"/profiles/ExpansionMod/Market_old/Ammo.json": "/profiles/ExpansionMod/Market/Ammo.json",
		"/old/serverDZ.cfg":                           "/serverDZ.cfg",
		"db/types.xml":                                "",
		"custom/Gold.json":                            "",
		"mod/types.xml":                               "",
		"db/types2.xml":                               "",
		"db/weapons_old.xml":                          "",
		"custom/objects_2.json":                       "",
		"db/my_types.xml":                             "",
	} {
		if got := copyOf(rel, at); got != want {
			t.Errorf("%s is a copy of %q, want %q", rel, got, want)
		}
	}
	for rel, want := range map[string]bool{
		"/readme.txt":                       true,
		"/profiles/Trader/guides/howto.txt": true,
		"/LICENSE":                          true,
		"notes.md":                          true,
		"/Read me first.txt":                true,
		"/ban.txt":                          false,
		"/profiles/Trader/TraderConfig.txt": false,
		"db/readme.xml":                     false,
		"/profiles/notebook.txt":            false,
		"/profiles/docsis.txt":              false,
	} {
		if isNote(rel) != want {
			t.Errorf("%s is a note: %v", rel, !want)
		}
	}
}
