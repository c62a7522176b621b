package lint_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/lint"
	"quartermaster/internal/store"
)

// modFolder holds the files of a server with the Expansion mod, which are no part of the project.
const modFolder = "../../../shared/data/expansion/omniv1"

// modded makes an instance with the files of the server for one of its missions.
func modded(t testing.TB) (*store.DB, store.Scope) {
	t.Helper()
	return imported(t, 1, filesBelow(t, modFolder, "profiles", "mpmissions/dayzOffline.chernarusplus"))
}

// TestGenuineModFiles holds what is told of the untouched files of a server: no error, and only what a count of the files by
// other means finds as well: the five classes that appear twice, two items among their own variants, two attachments that nobody
// sells, a quest that nobody offers, and two traders with the class of a bank note for a faction.
func TestGenuineModFiles(t *testing.T) {
	t.Parallel()
	db, scope := modded(t)
	start := time.Now()
	found, err := lint.New(db).Check(t.Context(), scope)
	t.Logf("%d findings in %v", len(found), time.Since(start))
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	for _, f := range found {
		told = append(told, fmt.Sprintf("%s %s %s: %s", f.Severity, f.Rule.ID, f.Name, f.Message()))
	}
	want := []string{
		"warning market-duplicate-class Ammo_Boxes: “TWM_AmmoBox_50x110Win” is already in the category Ammo; the mod ignores it here.",
		"warning market-duplicate-class Ammo_Boxes: “TWM_AmmoBox_204Ruger” is already in the category Ammo; the mod ignores it here.",
		"warning market-duplicate-class Ammo_Boxes: “TWM_AmmoBox_44” is already in the category Ammo; the mod ignores it here.",
		"warning market-duplicate-class MVS_Hats_And_Helmets: “MVS_CombatShirt_OD” is already in the category MVS_Hats_And_Helmets; the mod " +
			"ignores it here.",
		"warning market-duplicate-class Rifles: “TWM_Mag_Banshee_57” is already in the category Magazines; the mod ignores it here.",
		"warning market-unknown-attachment Rifles: “m14” comes with “m14_10rnd”, “m14_20rnd”, which is not in any market category; it is sold " +
			"without.",
		"warning market-self-attachment Bandanas: “bandana_redpattern” is a variant of itself; the mod ignores that.",
		"warning market-self-attachment MVS_Beards: “MVS_Patch_01” is a variant of itself; the mod ignores that.",
		"warning quest-giver /profiles/ExpansionMod/Quests/Quests/Quest_14.json: Nobody offers the quest (QuestGiverIDs), it is no " +
			"achievement, and no other quest leads to it, so it can never be begun.",
		"info unknown-faction Medicals: The mod has no faction “expansionbanknotehryvnia”.",
		"info unknown-faction Vehicle_Parts: The mod has no faction “expansionbanknotehryvnia”.",
	}
	if diff := cmp.Diff(want, told); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}

func BenchmarkCheckModFiles(b *testing.B) {
	db, scope := modded(b)
	service := lint.New(db)
	for b.Loop() {
		if _, err := service.Check(b.Context(), scope); err != nil {
			b.Fatal(err)
		}
	}
}
