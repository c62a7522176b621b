package lint

import "testing"

func TestUnknownFaction(t *testing.T) {
	t.Parallel()
	try(t, unknownFaction,
		worldOf(trader("Boris", `"RequiredFaction":""`), setting("ai-patrol",
			`"Patrols":[{"Faction":"west"},{"Faction":"RANDOM"},{"Faction":"Pirates"}]`)),
		"ai-patrol: The mod has no faction “Pirates”.")
}
