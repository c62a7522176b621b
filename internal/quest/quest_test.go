package quest_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/quest"
)

// book reads files, each given as its slug and its JSON.
func book(t *testing.T, files ...[2]string) *quest.Book {
	t.Helper()
	var list []quest.File
	for _, f := range files {
		list = append(list, quest.File{Slug: f[0], Tree: parsed(t, f[1])})
	}
	return quest.Read(list)
}

func parsed(t *testing.T, text string) *jsontree.Object {
	t.Helper()
	tree, err := expansion.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

func TestSummary(t *testing.T) {
	t.Parallel()
	b := book(t,
		[2]string{
			quest.QuestSlug,
			`{"ID":2,"Title":"Apples","QuestGiverIDs":[1],"QuestTurnInIDs":[9],"PreQuestIDs":[1,8],"FollowUpQuest":1,"IsDailyQuest":1,"Repeatable":1,
			"Objectives":[{"ID":1,"ObjectiveType":4},{"ID":1,"ObjectiveType":2},{"ID":5,"ObjectiveType":12}],"Rewards":[{"ClassName":"AKM",` +
				`"Amount":1},{"ClassName":"Nail","Amount":20}]}`,
		},
		[2]string{quest.QuestSlug, `{"ID":1,"Title":"","IsAchievement":1,"Autocomplete":1}`},
		[2]string{quest.NPCSlug, `{"ID":1,"NPCName":"Denis"}`},
		[2]string{
			"quest-objective-collection",
			`{"ID":1,"ObjectiveType":4,"ObjectiveText":"Collect 5 apples.","Collections":[{"ClassName":"Apple","Amount":5}]}`,
		},
		[2]string{"quest-objective-target", `{"ID":1,"ObjectiveType":2,"Amount":3,"ClassNames":[]}`},
	)
	want := []string{
		"Offered by Denis.", "Bring 5 × Apple: “Collect 5 apples”.", "Kill 3 of any kind.", "Objective 5 of the type 12, which does not exist.",
		"Gives AKM, 20 × Nail.", "Handed in to the character 9.",
		"Needs “Quest 1” and the quest 8 before.", "“Quest 1” follows.", "Once a day.",
	}
	if diff := cmp.Diff(want, b.Summary(b.At(2))); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"Runs from the start.", "Finishes by itself."}, b.Summary(b.At(1))); diff != "" {
		t.Error(diff)
	}
}

func TestChartAndCircles(t *testing.T) {
	t.Parallel()
	b := book(t,
		[2]string{quest.QuestSlug, `{"ID":1,"FollowUpQuest":2}`}, [2]string{quest.QuestSlug, `{"ID":2,"PreQuestIDs":[1],"Autocomplete":1}`},
		[2]string{quest.QuestSlug, `{"ID":3,"PreQuestIDs":[2,1]}`}, [2]string{quest.QuestSlug, `{"ID":4}`},
		[2]string{quest.QuestSlug, `{"ID":5,"PreQuestIDs":[6]}`}, [2]string{quest.QuestSlug, `{"ID":6,"PreQuestIDs":[5]}`},
		[2]string{quest.QuestSlug, `{"ID":7,"PreQuestIDs":[6,99]}`},
	)
	var circles []string
	for _, circle := range b.Circles() {
		var names []string
		for _, q := range circle {
			names = append(names, q.Name())
		}
		circles = append(circles, strings.Join(names, ", "))
	}
	if diff := cmp.Diff([]string{"Quest 5, Quest 6"}, circles); diff != "" {
		t.Error(diff)
	}
	if b.At(2).IsStuck() || !b.At(4).IsStuck() {
		t.Error("a quest that finishes by itself is not stuck, and one that nobody takes back is")
	}
	column := map[int64]int{}
	c := b.Chart()
	for i, quests := range c.Columns {
		for _, q := range quests {
			column[q.ID] = i
		}
	}
	if _, alone := column[4]; alone || column[1] >= column[2] || column[2] >= column[3] || len(column) != 6 || len(c.Links) != 6 {
		t.Errorf("%v with %d links", column, len(c.Links))
	}
}

// Whatever the quests of genuine servers hold, it can be said.
func TestGenuineQuests(t *testing.T) {
	t.Parallel()
	names, _ := filepath.Glob("../../../shared/data/server-files/expansion-quests/*/*.json")
	if len(names) == 0 {
		t.Skip("no genuine files beside the checkout")
	}
	var files []quest.File
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		tree, err := expansion.Parse(string(text))
		if err != nil {
			t.Fatal(err)
		}
		slug := "quest-objective-x"
		if tree.Has("NPCName") {
			slug = quest.NPCSlug
		} else if tree.Has("Descriptions") {
			slug = quest.QuestSlug
		}
		files = append(files, quest.File{Slug: slug, Tree: tree})
	}
	b := quest.Read(files)
	for _, q := range b.Quests {
		if said := b.Summary(q); len(said) < 2 {
			t.Errorf("%s: %q", q.Name(), said)
		}
	}
	if len(b.Quests) < 3 || len(b.Circles()) > 0 {
		t.Error(len(b.Quests), "quests,", len(b.Circles()), "circles")
	}
}
