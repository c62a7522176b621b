package lint

import "testing"

func TestMarketMode(t *testing.T) {
	t.Parallel()
	try(t, marketMode,
		worldOf(trader("Boris",
			`"Categories":["Ammo","Guns:3","Knives:4","Tools:all"],"Items":{"akm":0,"axe":-1,"saw":1.5,"rope":"x","bag":null}`)),
		"Boris: The category “Knives” has the trade mode “4”; only 0 to 3 exist.",
		"Boris: The category “Tools” has the trade mode “all”; only 0 to 3 exist.",
		"Boris: The item “axe” has the trade mode “-1”; only 0 to 3 exist.",
		"Boris: The item “saw” has the trade mode “1.5”; only 0 to 3 exist.",
		"Boris: The item “rope” has the trade mode “x”; only 0 to 3 exist.",
		"Boris: The item “bag” has the trade mode “null”; only 0 to 3 exist.")
}
