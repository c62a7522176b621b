package lint

import "testing"

func TestMarketMode(t *testing.T) {
	t.Parallel()
	try(t, marketMode, worldOf(trader("Boris", `"Categories":["Ammo","Guns:3","Knives:4","Tools:all"],"Items":{"akm":0,"axe":-1,"saw":1.5,"rope":"x","bag":null}`)),
		"Boris: The category “Knives” has the kind of trade “4”; there are 0 to 3.",
		"Boris: The category “Tools” has the kind of trade “all”; there are 0 to 3.",
		"Boris: The item “axe” has the kind of trade “-1”; there are 0 to 3.",
		"Boris: The item “saw” has the kind of trade “1.5”; there are 0 to 3.",
		"Boris: The item “rope” has the kind of trade “x”; there are 0 to 3.",
		"Boris: The item “bag” has the kind of trade “null”; there are 0 to 3.")
}
