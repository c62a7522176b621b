package classkind_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/classkind"
)

func TestKinds(t *testing.T) {
	t.Parallel()
	for class, want := range map[string]string{
		"AKM":                            "gun",
		"akm":                            "gun",
		"SawedoffMagnum":                 "gun",
		"Flaregun":                       "gun",
		"Mag_AKM_Drum75Rnd":              "magazine",
		"TF_Mag_AK74_45Rnd":              "magazine",
		"m14_10rnd":                      "magazine",
		"Ammo_9x39AP":                    "ammunition",
		"AmmoBox_308Win_20Rnd":           "ammunition",
		"AmmoBox":                        "other",
		"TWM_AmmoBox_50BMG":              "ammunition",
		"ExpansionAmmoRPG":               "ammunition",
		"M4_T3NRDSOptic":                 "optic",
		"M4_CarryHandleOptic":            "optic",
		"AK74_WoodBttstck":               "attachment",
		"M4_RISHndgrd_Black":             "attachment",
		"PistolSuppressor":               "attachment",
		"SKS_Bayonet":                    "attachment",
		"UniversalLight":                 "attachment",
		"SurgicalGloves_LightBlue":       "clothing",
		"GhillieAtt_Tan":                 "attachment",
		"GhillieHood_Tan":                "clothing",
		"CombatKnife":                    "melee",
		"NylonKnifeSheath":               "clothing",
		"FirefighterAxe":                 "melee",
		"Pickaxe":                        "tool",
		"M67Grenade":                     "explosive",
		"LandMineTrap":                   "explosive",
		"BearTrap":                       "tool",
		"PlateCarrierPouches":            "clothing",
		"GasMask_Filter":                 "clothing",
		"AliceBag_Green":                 "backpack",
		"BloodBagIV":                     "medical",
		"DryBag_Red":                     "backpack",
		"WaterproofBag_Green":            "other",
		"TunaCan_Opened":                 "food",
		"CanOpener":                      "tool",
		"SodaCan_Cola":                   "drink",
		"PumpkinHelmet":                  "clothing",
		"Pumpkin":                        "food",
		"PumpkinSeedsPack":               "tool",
		"TetracyclineAntibiotics":        "medical",
		"Screwdriver":                    "tool",
		"MediumTent_Green":               "building",
		"Land_House_1W01":                "building",
		"TerritoryFlagKit":               "building",
		"Flag_Bear":                      "building",
		"Armband_Bear":                   "clothing",
		"CivSedanDoors_Driver_WhiteRust": "vehicle-part",
		"Truck_01_WheelDouble":           "vehicle-part",
		"HatchbackHood":                  "vehicle-part",
		"WitchHood_Red":                  "clothing",
		"Truck_01_Covered":               "vehicle",
		"CarBattery":                     "vehicle-part",
		"Battery9V":                      "tool",
		"Animal_CanisLupus_Grey":         "animal",
		"ZmbM_SoldierNormal":             "infected",
		"Zmbm_Mummy":                     "infected",
		"dzn_pate":                       "food",
		"expansion_g36":                  "gun",
		"ExpansionPate":                  "food",
		"SCARH_Black":                    "gun",
		"TWM_Beretta92":                  "gun",
		"TF_SCAR_H_Black":                "gun",
		"TF_Mag_SCAR_H_20Rnd_Black":      "magazine",
		"TF_OTs_14_Groza":                "gun",
		"MilitaryBeret_UN":               "clothing",
		"AD_XPS34_HHS":                   "optic",
		"AD_MosinMount":                  "attachment",
		"rag_landrover_110":              "vehicle",
		"rag_landrover_110_wheel_un":     "vehicle-part",
		"V3S_Cover_Winter":               "other",
		"CamonetCivil":                   "building",
		"hammer":                         "tool",
		"Flashlight":                     "tool",
		"NBCPantsGray":                   "clothing",
		"TWM_40mm_HE":                    "ammunition",
		"HandcuffsLocked":                "tool",
		"NoSuchThing":                    "other",
		"":                               "other",
	} {
		if got := classkind.Of(class, ""); got != want {
			t.Errorf("%s: %s, want %s", class, got, want)
		}
	}
	for category, want := range map[string]string{
		"weapons":       "gun",
		"Clothes":       "clothing",
		"food":          "food",
		"vehiclesparts": "vehicle-part",
		"containers":    "other",
		"own":           "other",
	} {
		if got := classkind.Of("SomeMod_Thing", category); got != want {
			t.Errorf("something of %s: %s, want %s", category, got, want)
		}
	}
}

var (
	entry    = regexp.MustCompile(`(?s)<type name="([^"]+)">(.*?)</type>`)
	category = regexp.MustCompile(`<category name="([^"]+)"`)
)

// TestKindsOfTheGame counts the classes of the game's own types, whose names are enough to know them. The lists behind the numbers were
// read name by name.
func TestKindsOfTheGame(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "data", "vanilla-ce", "chernarusplus", "db", "types.xml"))
	if err != nil {
		t.Skip("no genuine files beside the checkout:", err)
	}
	counts := map[string]int{}
	misfiled := []string{} // where names stand alone, as in lists of class names
	for _, found := range entry.FindAllStringSubmatch(string(text), -1) {
		in := ""
		if c := category.FindStringSubmatch(found[2]); c != nil {
			in = c[1]
		}
		kind := classkind.Of(found[1], in)
		if classkind.Of(found[1], "") != kind {
			misfiled = append(misfiled, found[1])
		}
		counts[kind]++
	}
	want := map[string]int{
		"gun":          84,
		"magazine":     48,
		"ammunition":   54,
		"optic":        24,
		"attachment":   54,
		"melee":        34,
		"explosive":    18,
		"clothing":     709,
		"backpack":     60,
		"food":         95,
		"drink":        9,
		"medical":      24,
		"tool":         113,
		"building":     169,
		"vehicle":      20,
		"vehicle-part": 181,
		"animal":       30,
		"infected":     174,
		"other":        70,
	}
	if diff := cmp.Diff(want, counts); diff != "" {
		t.Error(diff)
	}
	if len(misfiled) > 0 {
		t.Errorf("%q have another kind without a category", misfiled)
	}
}

func BenchmarkOf(b *testing.B) {
	for b.Loop() {
		classkind.Of("M4_RISHndgrd_Black", "weapons")
	}
}
