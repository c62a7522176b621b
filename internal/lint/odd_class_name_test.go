package lint

import (
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

func TestOddClassName(t *testing.T) {
	t.Parallel()
	event := &record.Event{Name: "StaticA", Children: []record.Child{{Type: "Wreck_UH1Y"}, {Type: "\tWreck_Mi8 "}}}
	spawnable := &record.SpawnableType{
		Name: "Good__Name", Blocks: []record.Block{{}, {Items: []record.ChanceItem{{Name: "A,B"}, {Name: "5_Good"}}}},
	}
	preset := &record.RandomPreset{Name: "food", Items: []record.ChanceItem{{Name: "\u202cApple"}, {Name: " "}, {Name: "Canned Food"}}}
	seller := &record.TraderSeller{Name: "Food", ObjectClass: new("Survivor\x00M"), Attachments: []string{"Hat ", "<Belt>"}}
	class := &record.InstanceClassname{Name: " AKM"}
	taken := &record.InstanceClassname{Name: "SKS "}
	w := worldOf(event, spawnable, preset, seller, class, taken)
	w.Own = newNames(" AKM", "SKS ", "sks")
	try(t, oddClassName, w,
		" AKM: “ AKM” contains a space. [Change it to “AKM”.]",
		"SKS : “SKS ” contains a space.",
		"StaticA: “\\tWreck_Mi8 ” contains a space. [Change it to “Wreck_Mi8”.]",
		"Good__Name: “A,B” contains a comma.",
		"food: “\\u202cApple” contains an invisible character. [Change it to “Apple”.]",
		"food: “ ” contains a space.",
		"food: “Canned Food” contains a space.",
		"Food: “Survivor\\x00M” contains a control character.",
		"Food: “Hat ” contains a space. [Change it to “Hat”.]",
		"Food: “<Belt>” contains a character with a special meaning in XML.")
	if event.Children[1].Type != "Wreck_Mi8" || preset.Items[0].Name != "Apple" || seller.Attachments[0] != "Hat" || class.Name != "AKM" {
		t.Errorf("%+v, %+v, %+v, %+v", event, preset, seller, class)
	}
}

func TestOddClassNameOfAnInstance(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		c := newChecked(t, db)
		for _, name := range []string{"AKM ", "SKS\t", "sks"} {
			c.create(record.InstanceClassnames, record.Values{"name": name})
		}
		c.finds("AKM : “AKM ” contains a space. [Change it to “AKM”.]", `SKS	: “SKS\t” contains a space.`)
		if _, _, err := c.Fix(t.Context(), c.scope, []Choice{{Rule: oddClassName.ID}}); err != nil {
			t.Fatal(err)
		}
		c.finds(`SKS	: “SKS\t” contains a space.`)
	})
}
