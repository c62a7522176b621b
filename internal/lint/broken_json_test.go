package lint

import "testing"

func TestBrokenJSON(t *testing.T) {
	t.Parallel()
	const quests = "/profiles/ExpansionMod/Quests/Quests/"
	try(t, brokenJSON,
		worldOf(kept{quests + "Quest_1.json", `{"ID":1}`}, kept{quests + "Quest_2.json", "{\n  \"ID\": 2,\n}"},
			kept{quests + "Quest_3.json", `[]`}),
		quests+"Quest_2.json: The mod cannot read the file: line 3, column 1: '}' where a key in double quotes is expected.",
		quests+"Quest_3.json: The mod cannot read the file: the file holds no JSON object.")
}
