package docform

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/web/ui"
)

// TestReferences chooses quests, characters and objectives from lists, and keeps what is not there.
func TestReferences(t *testing.T) {
	t.Parallel()
	schema := documentOf(t, "quest-definition")
	const stored = `{"ID":1,"FollowUpQuest":9,"PreQuestIDs":[7,2],"QuestGiverIDs":[],"Objectives":[{"ID":1,"ObjectiveType":3}]}`
	references := References{
		expansion.QuestFormat:     {{Value: "2", Label: "Second (2)"}, {Value: "3", Label: "Third (3)"}},
		expansion.QuestNPCFormat:  {{Value: "1", Label: "Denis (1)"}},
		expansion.ObjectiveFormat: {{Value: "3/1", Label: "Travel (1)"}, {Value: "4/1", Label: "Collection (1)"}},
	}
	form := func() Form {
		tree, err := expansion.Parse(stored)
		if err != nil {
			t.Fatal(err)
		}
		return Form{Schema: schema, Tree: tree, References: references}
	}
	drawn, _ := form().Draw()
	options := map[string][]ui.Option{}
	for _, section := range drawn.Sections {
		for _, part := range section.Parts {
			options[part.Key] = part.Options
			if part.Rows != nil && part.Key == "Objectives" {
				options[part.Key] = part.Rows.Rows[0].Cells[0].Options
			}
		}
	}
	for key, want := range map[string][]ui.Option{
		"FollowUpQuest": {
			{Value: "-1", Label: "none"},
			{Value: "2", Label: "Second (2)"},
			{Value: "3", Label: "Third (3)"},
			{Value: "9", Label: "9 (does not exist)", Selected: true},
		},
		"PreQuestIDs": {
			{Value: "2", Label: "Second (2)", Selected: true},
			{Value: "3", Label: "Third (3)"},
			{Value: "7", Label: "7 (does not exist)", Selected: true},
		},
		"QuestGiverIDs": {{Value: "1", Label: "Denis (1)"}},
		"Objectives": {
			{Label: "choose an objective"}, {Value: "3/1", Label: "Travel (1)", Selected: true}, {Value: "4/1", Label: "Collection (1)"},
		},
	} {
		if diff := cmp.Diff(want, options[key]); diff != "" {
			t.Errorf("%s: %s", key, diff)
		}
	}
	for sent, want := range map[string]string{
		"PreQuestIDs[]=&PreQuestIDs[]=2&PreQuestIDs[]=7&FollowUpQuest=9&Objectives[0][_row]=0&Objectives[0][ID]=3/1": stored,
		"PreQuestIDs[]=&PreQuestIDs[]=2&PreQuestIDs[]=3&PreQuestIDs[]=7&QuestGiverIDs[]=&QuestGiverIDs[]=1&Objectives[0][_row]=0&Objectives[0]" +
			"[ID]=4/1": `{"ID":1,"FollowUpQuest":9,"PreQuestIDs":[7,2,3],"QuestGiverIDs":[1],"Objectives":[{"ID":1,"ObjectiveType":4}]}`,
		"PreQuestIDs[]=&FollowUpQuest=-1": `{"ID":1,"FollowUpQuest":-1,"PreQuestIDs":[],"QuestGiverIDs":[],"Objectives":[{"ID":1,` +
			`"ObjectiveType":3}]}`,
	} {
		f := form()
		input := jsontree.ParseLongForm(sent, 1000)
		jsontree.Prepare(input)
		if _, problems := f.Save(input); len(problems) > 0 {
			t.Errorf("%s: %v", sent, problems)
		}
		if diff := cmp.Diff(want, string(jsontree.AppendValue(nil, f.Tree))); diff != "" {
			t.Errorf("%s: %s", sent, diff)
		}
	}
}

func documentOf(t *testing.T, slug string) *expansion.Schema {
	t.Helper()
	for _, d := range expansion.Documents() {
		if d.Slug == slug {
			return d
		}
	}
	t.Fatalf("no document %s", slug)
	return nil
}
