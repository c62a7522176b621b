package documents_test

import (
	"testing"

	"quartermaster/internal/web/webtest"
)

// TestQuests shows quests in words and how they hang together, whatever their files are called.
func TestQuests(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	instance := b.Instance("A")
	b.Get(instance + "/quests").Status(200).Says("No quests yet")
	const folder = "profiles/ExpansionMod/Quests/"
	b.Import(instance, nil,
		webtest.File{
			Name: folder + "Quests/Quest_1.json", Text: `{"ID":1,"Title":"First","FollowUpQuest":2,"QuestGiverIDs":[3],"Autocomplete":1}`,
		},
		webtest.File{Name: folder + "Quests/other name.json", Text: `{"ID":2,"Title":"Second <one>","PreQuestIDs":[1],"Active":1}`},
		webtest.File{Name: folder + "NPCs/QuestNPC_3.json", Text: `{"ID":3,"NPCName":"Denis"}`},
		webtest.File{Name: folder + "NPCs/QuestNPC_4.json", Text: `{"ID":`},
	)
	b.Get(instance+"/quests").Status(200).Says("Offered by Denis. Finishes by itself.", "First must be done before Second",
		"cannot be finished", "QuestNPC_4.json")
	b.Get(instance + "/documents/quest-definition?file=profiles%2FExpansionMod%2FQuests%2FQuests%2Fother+name.json").Status(200).Says("Second")
	b.Get(instance + "/documents").Status(200).SaysNot("Second")
}

// TestNewQuest answers the questions for a first quest, sees what is made, and makes it in one revision. Then it is chosen from lists.
func TestNewQuest(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	instance := b.Instance("A")
	b.Get(instance+"/quests/new").Status(200).Says("Someone new", "Show what is made").SaysNot("Create the quest")
	b.Get(instance+"/quests/new?title=Wolves&kind=quest-objective-target&giver=0&amount=0&reward_amount=1").Status(200).Says(
		"Someone new needs a name.",
		"Enter a whole number of at least 1.").SaysNot("Create the quest")
	const answers = "?title=Wolves&offer=Please&kind=quest-objective-target&giver=0&npc_name=Denis&npc_class=ExpansionQuestNPCDenis" +
		"&npc_position[]=100&npc_position[]=0&npc_position[]=200" +
		"&class=Animal_CanisLupus_Grey&amount=5&reward=AKM&reward_amount=1&before=0"
	b.Get(instance+"/quests/new"+answers).Status(200).Says("Offered by Denis.", "Kill 5 of Animal_CanisLupus_Grey", "Quests/Quest_1.json",
		"NPCs/QuestNPC_1.json", "Objectives/Target/Objective_TA_1.json", "Create the quest")
	b.Get(instance + "/quests").Says("No quests yet")
	b.Submit(instance+"/quests/new"+answers, instance+"/quests/new"+answers, nil).LeadsTo(instance +
		"/documents/quest-definition?file=profiles%2FExpansionMod%2FQuests%2FQuests%2FQuest_1.json")
	b.Get(instance + "/quests").Status(200).Says("Offered by Denis. Kill 5 of Animal_CanisLupus_Grey: “Wolves”. Gives AKM. Handed in to " +
		"Denis.")
	b.Get(instance+"/documents/quest-definition?file=profiles%2FExpansionMod%2FQuests%2FQuests%2FQuest_1.json").Status(200).Says("Denis (1)",
		"Target: Wolves (1)")
	b.Get(instance + "/history").Status(200).Says("Quest_1.json")
}
