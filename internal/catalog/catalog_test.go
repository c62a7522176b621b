package catalog_test

import (
	"fmt"
	"strings"
	"testing"

	"quartermaster/internal/catalog"
	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// upload is a types.xml with an entry for each "name nominal".
func upload(entries ...string) []mission.Upload {
	var b strings.Builder
	b.WriteString("<types>\n")
	for _, entry := range entries {
		name, nominal, _ := strings.Cut(entry, " ")
		fmt.Fprintf(&b, "    <type name=%q>\n        <nominal>%s</nominal>\n        <lifetime>3600</lifetime>\n    </type>\n", name, nominal)
	}
	return []mission.Upload{{Path: "types.xml", Data: []byte(b.String() + "</types>\n")}}
}

// classname returns the class name of the instance.
func classname(t *testing.T, db *store.DB, scope store.Scope, name string) (class record.InstanceClassname) {
	t.Helper()
	rows, err := db.All(t.Context(), record.InstanceClassnames, scope, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		if record.InstanceClassnames.TitleOf(row) == name {
			record.InstanceClassnames.Decode(row, &class)
			return class
		}
	}
	t.Fatalf("no class name %s", name)
	return class
}

func TestImportTypes(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	scope, sid := storetest.Instance(t, db, storetest.User(t, db))
	for run, want := range [][3]int{{3, 0, 0}, {0, 0, 3}} {
		reports, err := catalog.New(db).ImportTypes(t.Context(), upload("AKM 3", "ZmbM_Soldier 0", "ACOGOptic_6x 1"))
		if err != nil {
			t.Fatal(err)
		}
		r := reports[0]
		if got := [3]int{r.Created, r.Updated, r.Unchanged}; got != want || r.Status != mission.Imported {
			t.Errorf("run %d: %+v, want %v", run, r, want)
		}
	}
	missions := mission.New(db)
	load := func(entry string) {
		if _, err := missions.Import(t.Context(), scope, upload(entry), mission.Options{}); err != nil {
			t.Fatal(err)
		}
	}
	load("akm 5")
	class := classname(t, db, scope, "akm")
	if class.ClassnameID == nil || class.DisplayName == nil || *class.DisplayName != "AKM" ||
		!strings.Contains(string(class.DefaultTypeValues), `"nominal":3`) {
		t.Errorf("the instance's class name does not take what the catalog knows: %+v", class)
	}
	if _, err := db.UpdateInstance(t.Context(), scope, sid, record.Values{"use_vanilla_classnames": int64(0)}); err != nil {
		t.Fatal(err)
	}
	load("ACOGOptic_6x 5")
	if got := classname(t, db, scope, "ACOGOptic_6x").ClassnameID; got != nil {
		t.Errorf("an instance that does not use the catalog took entry %v", *got)
	}
}

func TestDisplayNames(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	want := map[string]string{
		"AKM":             "AKM",
		"ACOGOptic_6x":    "ACOG Optic 6x",
		"BakedBeansCan":   "Baked Beans Can",
		"M4A1_Green":      "M4A1 Green",
		"Mag_AK101_30Rnd": "Mag AK101 30Rnd",
		"Ä_ö":             "Ä ö",
		"_":               "",
	}
	var entries []string
	for name := range want {
		entries = append(entries, name+" 1")
	}
	if _, err := catalog.New(db).ImportTypes(t.Context(), upload(entries...)); err != nil {
		t.Fatal(err)
	}
	rows, err := db.All(t.Context(), record.Classnames, store.Scope{}, "")
	if err != nil || len(rows) != len(want) {
		t.Fatalf("%d class names, %v", len(rows), err)
	}
	for _, row := range rows {
		var class record.Classname
		record.Classnames.Decode(row, &class)
		if class.DisplayName != want[class.Name] {
			t.Errorf("%s: %q, want %q", class.Name, class.DisplayName, want[class.Name])
		}
	}
}
