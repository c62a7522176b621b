package lint

import "testing"

const questFolder = "/profiles/ExpansionMod/Quests/"

func TestQuestGiver(t *testing.T) {
	t.Parallel()
	quest := func(name, members string) kept {
		return kept{questFolder + "Quests/" + name + ".json", "{" + members + "}"}
	}
	try(t, questGiver, worldOf(
		quest("given", `"ID":1,"QuestGiverIDs":[1],"QuestTurnInIDs":[1],"FollowUpQuest":3`), quest("stuck", `"ID":2,"QuestGiverIDs":[1]`),
		quest("follows", `"ID":3,"Autocomplete":1`), quest("nowhere", `"ID":4,"Autocomplete":1`),
		quest("achievement", `"ID":5,"IsAchievement":1`),
		quest("off", `"ID":6,"Active":0`), quest("again", `"ID":1,"QuestGiverIDs":[1],"QuestTurnInIDs":[1]`),
		kept{questFolder + "Objectives/Travel/a.json", `{"ID":1,"ObjectiveType":3}`},
		kept{questFolder + "Objectives/Target/b.json", `{"ID":1,"ObjectiveType":2}`},
		kept{questFolder + "NPCs/a.json", `{"ID":1}`}, kept{questFolder + "NPCs/b.json", `{"ID":1}`},
		kept{questFolder + "NPCs/broken.json", `{"ID":`},
	),
		questFolder+"Quests/stuck.json: Nobody takes the quest back (QuestTurnInIDs), and it does not finish by itself (Autocomplete), so it "+
			"can never be finished.",
		questFolder+"Quests/nowhere.json: Nobody offers the quest (QuestGiverIDs), it is no achievement, and no other quest leads to it, so "+
			"it can never be begun.",
		questFolder+"Quests/again.json: The number is that of "+questFolder+"Quests/given.json too, so the mod knows only one of them.",
		questFolder+"NPCs/b.json: The number is that of "+questFolder+"NPCs/a.json too, so the mod knows only one of them.",
	)
}

func TestMissionWeight(t *testing.T) {
	t.Parallel()
	airdrop := func(members string) kept {
		return kept{"expansion/missions/Airdrop_A.json", "{" + members + "}"}
	}
	try(t, missionWeight, worldOf(setting("mission", `"Enabled":1`), airdrop(`"Enabled":1,"Weight":0`)),
		"mission: Missions are on, but none of their files is enabled with a weight above 0, so none ever starts.")
	try(t, missionWeight, worldOf(setting("mission", `"Enabled":1`), airdrop(`"Enabled":1,"Weight":5`)))
	try(t, missionWeight, worldOf(setting("mission", `"Enabled":0`), airdrop(`"Enabled":0,"Weight":5`)))
	try(t, missionWeight, worldOf(setting("mission", `"Enabled":1`))) // no files were imported
}

func TestMapFile(t *testing.T) {
	t.Parallel()
	for path, c := range map[string]struct {
		text string
		want []string
	}{
		"expansion/objects/A.map": {"// Off|1 2\nLand_A|1 2 3|0 0 0|true\r\n\nLand_B|x y z\n-Land_*|1 2 3|90 0 0\n-Land_C|1 2 3|0.1\nLand_D|1 " +
			"2 99999|0 0 0\n\n", []string{
			"Line 3 is empty, and the mod may not read what follows.",
			"Line 4 is no entry: a class, a position of numbers and how it is turned, with upright strokes between them.",
			"Line 5 removes objects, and has an orientation where their radius stands: the mod removes everything of that name within 90 m.",
			"Line 7 is outside the map.",
		}},
		"expansion/traders/B.map": {"A.Weapons|1 2 3,4 5|0 0 0|Hat\nA.Boats|1 2 3|0 0 0\nA|1 2 3|0 0 0\nB|1 2 3|0 0 0\nC|1 2 3|0 0 0", []string{
			"Line 2 names the trader “Boats”, which does not exist.",
			"Line 3 names no trader behind the class, so nobody trades there; the same goes for 2 more lines, the last of which is line 5.",
		}},
	} {
		f := gameText(path, c.text)
		w := worldOf(f.about, trader("weapons", `"m_Version":13`))
		w.Game = map[string]*gameFile{"expansion/objects/a.map": f, "expansion/traders/b.map": f}
		var want []string
		for _, problem := range c.want {
			want = append(want, path+": "+problem)
		}
		try(t, mapFile, w, want...)
	}
}
