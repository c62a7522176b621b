package web

import "testing"

// TestQuests shows quests in words and how they hang together, whatever their files are called.
func TestQuests(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	instance := b.instance("A")
	b.get(instance + "/quests").status(200).says("No quests yet")
	const folder = "profiles/ExpansionMod/Quests/"
	b.importing(instance, nil,
		uploaded{folder + "Quests/Quest_1.json", `{"ID":1,"Title":"First","FollowUpQuest":2,"QuestGiverIDs":[3],"Autocomplete":1}`},
		uploaded{folder + "Quests/other name.json", `{"ID":2,"Title":"Second <one>","PreQuestIDs":[1],"Active":1}`},
		uploaded{folder + "NPCs/QuestNPC_3.json", `{"ID":3,"NPCName":"Denis"}`},
		uploaded{folder + "NPCs/QuestNPC_4.json", `{"ID":`},
	)
	b.get(instance+"/quests").status(200).says("Offered by Denis. Finishes by itself.", "First must be done before Second", "cannot be finished", "QuestNPC_4.json")
	b.get(instance + "/documents/quest-definition?file=profiles%2FExpansionMod%2FQuests%2FQuests%2Fother+name.json").status(200).says("Second")
	b.get(instance + "/documents").status(200).saysNot("Second")
}
