package lint

import "testing"

func TestExpansionMinOverMax(t *testing.T) {
	t.Parallel()
	try(t, expansionMinOverMax, worldOf(
		setting("ai", `"AccuracyMin":0.8999999761581421,"AccuracyMax":0.5`),
		setting("ai-patrol",
			`"MinDistRadius":400.0,"MaxDistRadius":-1.0,"LoadBalancingCategories":{"Global":[{"MinPlayers":10,"MaxPlayers":5}]},`+
				`"Patrols":[{"NumberOfAI":5,"NumberOfAIMax":0},{"NumberOfAI":5,"NumberOfAIMax":3},{"NumberOfAI":-6,"NumberOfAIMax":3}]`),
		category("Guns", `{"ClassName":"AKM","MaxPriceThreshold":1,"MinPriceThreshold":2}`),
		trader("Boris", `"MinRequiredReputation":9,"MaxRequiredReputation":1`)),
		"ai-patrol: LoadBalancingCategories.Global.0.MinPlayers is 10 and MaxPlayers 5.",
		"ai-patrol: Patrols.1.NumberOfAI is 5 and NumberOfAIMax 3.",
		"ai: AccuracyMin is 0.9 and AccuracyMax 0.5.",
		"Boris: MinRequiredReputation is 9 and MaxRequiredReputation 1.")
}
