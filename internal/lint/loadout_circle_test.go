package lint

import "testing"

func TestLoadoutCircle(t *testing.T) {
	t.Parallel()
	try(t, loadoutCircle, worldOf(
		loadout("A", `"Include":"b","InventoryCargo":[{"Include":"D"}]`), loadout("B", `"Sets":[{"Include":"C"}]`), loadout("C", `"Include":"A"`),
		loadout("D", `"Include":"D"`), loadout("E", `"Include":"A"`), loadout("F", `"Include":"None"`)),
		"A: The loadout includes itself: A, B, C, A.", "B: The loadout includes itself: B, C, A, B.",
		"C: The loadout includes itself: C, A, B, C.",
		"D: The loadout includes itself: D, D.")
}
