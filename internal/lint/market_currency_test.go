package lint

import (
	"testing"

	"quartermaster/internal/record"
)

func TestMarketCurrency(t *testing.T) {
	t.Parallel()
	coins := &record.MarketCategory{
		Name: "Coins", Documented: holding(`{"m_Version":12,"IsExchange":1,"Items":[{"ClassName":"Silver","Variants":["Gold"]}]}`),
	}
	old := &record.MarketCategory{Name: "Exchange_Notes", Documented: holding(`{"m_Version":9,"Items":[{"ClassName":"Note"}]}`)}
	boris := trader("Boris", `"Currencies":["silver","GOLD","note","AKM"]`)
	try(t, marketCurrency,
		worldOf(coins, old, category("Exchange_Guns", `{"ClassName":"AKM"}`), boris, setting("market", `"Currencies":["dollar"]`)),
		"Boris: No currency category has “AKM”.", "market: No currency category has “dollar”.")
	try(t, marketCurrency, worldOf(boris)) // the market was not imported
}
