package lint

import "testing"

func TestQuestReference(t *testing.T) {
	t.Parallel()
	const quests = "/profiles/ExpansionMod/Quests/"
	one := kept{
		quests + "Quests/Quest_1.json",
		`{"ID":1,"FollowUpQuest":2,"PreQuestIDs":[],"QuestGiverIDs":[1],"Objectives":[{"ID":1,"ObjectiveType":3}]}`,
	}
	two := kept{
		quests + "Quests/Quest_2.json",
		`{"ID":2,"FollowUpQuest":-1,"PreQuestIDs":[1,7],"QuestTurnInIDs":[1,9],"Objectives":[{"ID":1,"ObjectiveType":2}]}`,
	}
	lost := kept{quests + "Quests/Quest_3.json", `{"ID":3,"FollowUpQuest":8}`}
	try(t, questReference,
		worldOf(one, two, lost, kept{quests + "NPCs/QuestNPC_1.json", `{"ID":1}`}, kept{
			quests + "Objectives/Travel/Objective_T_1.json", `{"ID":1,"ObjectiveType":3}`,
		}),
		two.path+": There is no objective 1 of the type 2.", two.path+": QuestTurnInIDs names the character 9, which does not exist.",
		two.path+": PreQuestIDs names the quest 7, which does not exist.", lost.path+": FollowUpQuest is the quest 8, which does not exist.")
	try(t, questReference, worldOf(one, kept{two.path, `{"ID":2}`})) // neither objectives nor characters were imported
}
