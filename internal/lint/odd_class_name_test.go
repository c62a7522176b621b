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
	spawnable := &record.SpawnableType{Name: "Good__Name", Blocks: []record.Block{{}, {Items: []record.ChanceItem{{Name: "A,B"}, {Name: "5_Good"}}}}}
	preset := &record.RandomPreset{Name: "food", Items: []record.ChanceItem{{Name: "\u202cApple"}, {Name: " "}, {Name: "Canned Food"}}}
	seller := &record.TraderSeller{Name: "Food", ObjectClass: new("Survivor\x00M"), Attachments: []string{"Hat ", "<Belt>"}}
	class := &record.InstanceClassname{Name: " AKM"}
	taken := &record.InstanceClassname{Name: "SKS "}
	w := worldOf(event, spawnable, preset, seller, class, taken)
	w.Classes = newNames(" AKM", "SKS ", "sks")
	try(t, oddClassName, w,
		" AKM: “ AKM” holds a blank. [Make it “AKM”.]",
		"SKS : “SKS ” holds a blank.",
		"StaticA: “\\tWreck_Mi8 ” holds a blank. [Make it “Wreck_Mi8”.]",
		"Good__Name: “A,B” holds a comma.",
		"food: “\\u202cApple” holds an invisible character. [Make it “Apple”.]",
		"food: “ ” holds a blank.",
		"food: “Canned Food” holds a blank.",
		"Food: “Survivor\\x00M” holds a control character.",
		"Food: “Hat ” holds a blank. [Make it “Hat”.]",
		"Food: “<Belt>” holds a sign that has a meaning in XML.")
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
		c.finds("AKM : “AKM ” holds a blank. [Make it “AKM”.]", `SKS	: “SKS\t” holds a blank.`)
		if _, err := c.Fix(t.Context(), c.scope, []Choice{{Rule: oddClassName.ID}}); err != nil {
			t.Fatal(err)
		}
		c.finds(`SKS	: “SKS\t” holds a blank.`)
	})
}
