package quest_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/quest"
)

// TestFulfil makes a quest of each sort beside others: its numbers are free, and it says what was wished for.
func TestFulfil(t *testing.T) {
	t.Parallel()
	files := []quest.File{
		{Slug: quest.QuestSlug, Tree: parsed(t, `{"ID":7,"Title":"Before"}`)},
		{Slug: quest.NPCSlug, Tree: parsed(t, `{"ID":2,"NPCName":"Denis"}`)},
		{Slug: "quest-objective-travel", Tree: parsed(t, `{"ID":5,"ObjectiveType":3}`)},
	}
	wants := map[string]string{
		"Kill":    `Offered by Ada. Kill 3 of Wolf: “Task”. Gives AKM. Handed in to Ada. Needs “Before” before.`,
		"Collect": `Offered by Ada. Bring 3 × Wolf: “Task”. Gives AKM. Handed in to Ada. Needs “Before” before.`,
		"Deliver": `Offered by Ada. Deliver 3 × Wolf: “Task”. Gives AKM. Handed in to Ada. Needs “Before” before.`,
		"Travel":  `Offered by Ada. Go to Task: “Task”. Gives AKM. Handed in to Ada. Needs “Before” before.`,
		"Craft":   `Offered by Ada. Make Wolf: “Task”. Gives AKM. Handed in to Ada. Needs “Before” before.`,
	}
	for _, sort := range quest.Sorts() {
		made := quest.Read(files).Fulfil(quest.Wish{
			Sort: sort, Title: "Task", Class: "Wolf", Amount: 3, Position: []float64{1, 2.5, 3}, Radius: 20, Reward: "AKM", RewardSize: 1, Before: 7,
			Character: quest.Character{Name: "Ada", Class: "ExpansionQuestNPCDenis", Position: []float64{4, 5, 6}},
		})
		b := quest.Read(append(files, made...))
		if diff := cmp.Diff(wants[sort.Word], strings.Join(b.Summary(b.At(8)), " ")); diff != "" {
			t.Errorf("%s: %s", sort.Word, diff)
		}
		var paths []string
		for _, f := range made {
			paths = append(paths, strings.TrimPrefix(f.Path, "profiles/ExpansionMod/Quests/"))
		}
		if sort.Travels() {
			if diff := cmp.Diff([]string{"Quests/Quest_8.json", "Objectives/Travel/Objective_T_6.json", "NPCs/QuestNPC_3.json"}, paths); diff != "" {
				t.Error(diff)
			}
		}
	}
	made := quest.Read(files).Fulfil(quest.Wish{Sort: quest.Sorts()[0], Title: "Task", Amount: 1, Giver: 2})
	b := quest.Read(append(files, made...))
	if got := strings.Join(b.Summary(b.At(8)),
		" "); len(made) != 2 || got != "Offered by Denis. Kill 1 of any kind: “Task”. Handed in to Denis." {
		t.Errorf("%d files: %s", len(made), got)
	}
}
