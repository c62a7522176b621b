package webtest

// Items is where the grid of market items is, below an instance.
const Items = "/expansion/market-items"

// KnivesJSON is a second category, whose list holds what is no item.
const KnivesJSON = `{
  "m_Version": 12, "DisplayName": "Knives",
  "Items": [
    {"ClassName": "Knife", "MaxPriceThreshold": 5, "MinPriceThreshold": 5},
    null,
    {"ClassName": "Axe", "MaxPriceThreshold": 7, "MinPriceThreshold": 6, "SellPricePercent": -1.00}
  ]
}
`

// CategoryIDs are the ids of the categories that the grid offers, by name.
func (g GridRows) CategoryIDs() map[string]string {
	ids := map[string]string{}
	for _, o := range g.Options["expansion_market_categories"] {
		ids[o.Name] = o.ID
	}
	return ids
}
