package lint

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/expansion"
	"quartermaster/internal/record"
)

func TestMistypedKey(t *testing.T) {
	t.Parallel()
	guard := loadout("Guard",
		`"InventoryAttachmen ts":[],"Sets":[{"className":"A"},{"className":"A","ClassName":"B"},{"Chanse":1.0}],"Note":1,"Shirts":[]`)
	w := worldOf(guard, setting("ai", `"acuracyMin":0.5,"AccuracyMaxx":1,"AccuracyMax":1`), kept{
		"expansion/missions/Airdrop_1.json", `{"enabled":1}`,
	})
	try(t, mistypedKey, w,
		"ai: The mod does not know “acuracyMin” at acuracyMin; did you mean “AccuracyMin”? "+
			"[Rename “acuracyMin” to “AccuracyMin”.]",
		"Guard: The mod does not know “InventoryAttachmen ts” at InventoryAttachmen ts; did you mean “InventoryAttachments”? [Rename "+
			"“InventoryAttachmen ts” to “InventoryAttachments”.]",
		"Guard: The mod does not know “className” at Sets.0.className; did you mean “ClassName”? "+
			"[Rename “className” to “ClassName”.]",
		"Guard: The mod does not know “className” at Sets.1.className; did you mean “ClassName”?",
		"Guard: The mod does not know “Chanse” at Sets.2.Chanse; did you mean “Chance”? [Rename “Chanse” to “Chance”.]",
		"expansion/missions/Airdrop_1.json: The mod does not know “enabled” at enabled; did you mean “Enabled”?")
}

// TestMistypedKeyIsAllThatChanges holds that the fix changes the key in the text of the record, and nothing else.
func TestMistypedKeyIsAllThatChanges(t *testing.T) {
	t.Parallel()
	text := strings.Replace(expansion.Text(expansion.Loadout.Default()), `"Min": 0.0`, `"Min": 0.92`, 1)
	guard := &record.AILoadout{Name: "Guard", Documented: holding(strings.Replace(text, "Quantity", "Quan tity", 1))}
	w := worldOf(guard)
	found := check(w, []*Rule{mistypedKey}, Settings{})
	if len(found) != 1 {
		t.Fatalf("%q", texts(found))
	}
	found[0].Fix.mend()
	w.Mod.Loadouts[0].write()
	if diff := cmp.Diff(text, string(guard.Document)); diff != "" {
		t.Error(diff)
	}
}
