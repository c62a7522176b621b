package lint

import "testing"

func TestUnknownLoadout(t *testing.T) {
	t.Parallel()
	patrols := setting("ai-patrol",
		`"Patrols":[{"Loadout":"guard"},{"Loadout":""},{"Loadout":"BanditLoadout"},{"Loadout":"Bandit"},{"Loadout":"Sentry"},`+
			`{"Loadout":"Sentry"}]`)
	try(t, unknownLoadout, worldOf(patrols, loadout("Guard", `"InventoryCargo":[{"Include":"Medic"}]`)),
		"ai-patrol: There is no loadout “Bandit”, “Sentry”.", "Guard: There is no loadout “Medic”.")
	try(t, unknownLoadout, worldOf(patrols)) // loadouts were not imported
}
