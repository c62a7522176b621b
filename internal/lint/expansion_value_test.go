package lint

import (
	"strings"
	"testing"
)

func TestExpansionValue(t *testing.T) {
	t.Parallel()
	try(t, expansionValue, worldOf(
		setting("airdrop", `"m_Version":1,"Containers":5`), setting("ai", `"m_Version":999,"AccuracyMin":2.0,"Vaulting":"yes","Unknown":[]`),
		category("Guns", `{"ClassName":7,"MinPriceThreshold":-1,"MaxPriceThreshold":"x","SellPricePercent":-2.0}`),
		trader("Boris", `"Items":{"akm":9},"DisplayName":null`), loadout("Guard", `"Chance":2.0,"Sets":{}`),
		kept{"expansion/missions/Airdrop_1.json", `{"Enabled":1,"Loot":[{"Name":5}]}`}),
		"ai: The AccuracyMin field is usually not greater than 1.",
		"ai: The Vaulting field must be true or false.",
		"Guns: The Items.0.ClassName field must be a string.",
		"Guns: The Items.0.MaxPriceThreshold field must be an integer.",
		"Guns: The Items.0.SellPricePercent field is usually at least -1.",
		"Boris: The DisplayName field must be a string.",
		"Guard: The Sets field must be an array.",
		"expansion/missions/Airdrop_1.json: The Loot.0.Name field must be a string.")
}

func TestExpansionValueTellsOfManyInShort(t *testing.T) {
	t.Parallel()
	found := check(worldOf(category("Guns", strings.Repeat(`{"ClassName":7},`, 30)+"{}")), []*Rule{expansionValue}, Settings{})
	if len(found) != 21 || found[20].Message() != "11 more values are not as expected." {
		t.Errorf("%d findings: %q", len(found), texts(found))
	}
}
