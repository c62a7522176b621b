package mission_test

import (
	"context"
	"strings"
	"testing"

	"quartermaster/internal/mission"
	"quartermaster/internal/record"
)

func TestCatalogue(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	files := []mission.Upload{{Path: "types.xml", Data: []byte(typesFile("AKM 3", "ZmbM_Soldier 0", "ACOGOptic_6x 1"))}}
	for run, want := range [][4]int{{3, 0, 0, 0}, {0, 0, 3, 0}} {
		reports, err := w.service.ImportCatalogue(context.Background(), files)
		if err != nil {
			t.Fatal(err)
		}
		if got := w.counts(reports[0]); got != want {
			t.Errorf("run %d: %v, want %v", run, got, want)
		}
	}
	w.load(mission.Merge, "types.xml", typesFile("akm 5"))
	row := w.find(record.InstanceClassnames, "akm")
	var class record.InstanceClassname
	record.InstanceClassnames.Decode(row, &class)
	if class.ClassnameID == nil || class.DisplayName == nil || *class.DisplayName != "AKM" || !strings.Contains(string(class.DefaultTypeValues), `"nominal":3`) {
		t.Errorf("the instance's class name does not take what the catalogue knows: %+v", class)
	}
	sid := record.Instances.SID(w.find(record.Instances, "Test"))
	if _, err := w.db.UpdateInstance(context.Background(), w.scope, sid, record.Values{"use_vanilla_classnames": int64(0)}); err != nil {
		t.Fatal(err)
	}
	w.load(mission.Merge, "types.xml", typesFile("ACOGOptic_6x 5"))
	row = w.find(record.InstanceClassnames, "ACOGOptic_6x")
	if got := row[record.InstanceClassnames.Index("classname_id")]; got != nil {
		t.Errorf("an instance that does not go by the catalogue took entry %v", got)
	}
}

func TestDisplayName(t *testing.T) {
	t.Parallel()
	for class, want := range map[string]string{
		"AKM": "AKM", "ACOGOptic_6x": "ACOG Optic 6x", "BakedBeansCan": "Baked Beans Can", "M4A1_Green": "M4A1 Green", "Mag_AK101_30Rnd": "Mag AK101 30Rnd", "Ä_ö": "Ä ö", "_": "",
	} {
		if got := mission.DisplayName(class); got != want {
			t.Errorf("%s: %q, want %q", class, got, want)
		}
	}
}
