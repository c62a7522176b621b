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

// TestNewQuest answers the questions for a first quest, sees what is made, and makes it in one revision. Then it is chosen from lists.
func TestNewQuest(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	instance := b.instance("A")
	b.get(instance+"/quests/new").status(200).says("Somebody new", "Show what is made").saysNot("Create the quest")
	b.get(instance+"/quests/new?title=Wolves&kind=quest-objective-target&giver=0&amount=0&reward_amount=1").status(200).says("Somebody new needs a name.", "Enter a whole number of at least 1.").saysNot("Create the quest")
	const answers = "?title=Wolves&offer=Please&kind=quest-objective-target&giver=0&npc_name=Denis&npc_class=ExpansionQuestNPCDenis&npc_position[]=100&npc_position[]=0&npc_position[]=200" +
		"&class=Animal_CanisLupus_Grey&amount=5&reward=AKM&reward_amount=1&before=0"
	b.get(instance+"/quests/new"+answers).status(200).says("Offered by Denis.", "Kill 5 of Animal_CanisLupus_Grey", "Quests/Quest_1.json", "NPCs/QuestNPC_1.json", "Objectives/Target/Objective_TA_1.json", "Create the quest")
	b.get(instance + "/quests").says("No quests yet")
	b.submit(instance+"/quests/new"+answers, instance+"/quests/new"+answers, nil).leadsTo(instance + "/documents/quest-definition?file=profiles%2FExpansionMod%2FQuests%2FQuests%2FQuest_1.json")
	b.get(instance + "/quests").status(200).says("Offered by Denis. Kill 5 of Animal_CanisLupus_Grey: “Wolves”. Gives AKM. Handed in to Denis.")
	b.get(instance+"/documents/quest-definition?file=profiles%2FExpansionMod%2FQuests%2FQuests%2FQuest_1.json").status(200).says("Denis (1)", "Target: Wolves (1)")
	b.get(instance + "/history").status(200).says("Quest_1.json")
}
