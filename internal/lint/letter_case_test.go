package lint

import (
	"testing"

	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

func TestLetterCase(t *testing.T) {
	t.Parallel()
	raw := `<type name="AKM"><category name='Weapons'/><usage name="town"/><usage name="moon"/><usage user="townfarm"/><value ` +
		`name="Tier1"/></type>`
	tidy := `<type name="M4"><usage name="Town"/></type>`
	category := int64(1)
	w := worldOf(
		&record.Type{
			Name: "AKM", CategoryID: &category, UsageIDs: []int64{1, 2, 3}, ValueIDs: []int64{1},
			Origin: record.Origin{Placed: record.Placed{Raw: &raw}},
		},
		&record.Type{Name: "M4", UsageIDs: []int64{1}, Origin: record.Origin{Placed: record.Placed{Raw: &tidy}}},
		&record.Type{Name: "made by hand", UsageIDs: []int64{1}},
	)
	w.Limits = &ce.Limits{Categories: []string{"weapons"}, Usages: []string{"Town"}, Values: []string{"Tier1", "TIER1"}}
	w.UserLimits = &ce.UserLimits{Usages: []ce.Group{{Name: "TownFarm"}}}
	w.Categories = map[int64]reference{1: {Name: "weapons"}}
	w.Usages = map[int64]reference{1: {Name: "TOWN"}, 2: {Name: "moon"}, 3: {Name: "townfarm", Group: true}}
	w.Values = map[int64]reference{1: {Name: "tier1"}}
	try(t, letterCase, w, "AKM: The category “Weapons” is spelled “weapons” in the definitions.",
		"AKM: The usage “town” is spelled “Town” in the definitions.", "AKM: The usage “townfarm” is spelled “TownFarm” in the definitions.")
}
