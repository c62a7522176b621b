package mission_test

import (
	"strings"
	"testing"

	"quartermaster/internal/mission"
)

// One merged value changes its own spelling alone, in every format: what stands beside it, and is both the owner's and the upload's, stays
// as it was written.
func TestAMergedValueChangesItsOwnSpellingAlone(t *testing.T) {
	t.Parallel()
	for path, text := range map[string]string{
		missionFolder + "cfgspawnabletypes.xml": "<spawnabletypes>\n\t<type name=\"A\">\n\t\t<damage min=\"0.10\" max=\"0.90\"/>\n" +
			"\t\t<cargo chance=\"0.50\">\n\t\t\t<item name=\"B\" chance=\"MINE\"/>\n\t\t\t<item name=\"C\" chance=\"THEIRS\"/>\n" +
			"\t\t\t<item name=\"D\" chance=\"0.30\" />\n\t\t</cargo>\n\t\t<attachments  chance=\"1.00\" " +
			"preset=\"p\"/>\n\t</type>\n</spawnabletypes>\n",
		missionFolder + "cfgrandompresets.xml": "<randompresets>\n\t<cargo name=\"A\" chance=\"0.50\">\n\t\t<item name=\"B\" " +
			"chance=\"MINE\"/>\n\t\t<item name=\"C\" chance=\"THEIRS\"/>\n\t\t<item chance=\"0.30\"  name=\"D\" />\n\t</cargo>\n</randompresets>\n",
		missionFolder + "cfgeventspawns.xml": "<eventposdef>\n\t<event name=\"A\">\n\t\t<zone smin=\"MINE\" smax=\"THEIRS\" r=\"45.0\"/>\n" +
			"\t\t<pos x=\"1.50\" z=\"2.0\" a=\"03\"/>\n\t</event>\n</eventposdef>\n",
		missionFolder + "cfgweather.xml": "<weather>\n\t<fog>\n\t\t<current actual=\"MINE\" time=\"THEIRS\" " +
			"duration=\"0.50\"/>\n\t</fog>\n</weather>\n",
		missionFolder + "cfggameplay.json": "{\n  \"version\": THEIRS,\n  \"PlayerData\": {\"StaminaData\": {\"staminaMax\": MINE, " +
			"\"staminaMinCap\": 5.00, \"sprintStaminaModifierErc\": 1e0}}\n}\n",
		missionFolder + "cfgEffectArea.json": "{\n  \"Areas\": [{\"AreaName\": \"A\", \"Data\": {\"Pos\": [1.0, 0, 2.50], \"Radius\": MINE, " +
			"\"PosHeight\": THEIRS, \"NegHeight\": 2.50}}],\n  \"SafePositions\": []\n}\n",
		"serverDZ.cfg": "maxPlayers = MINE;\nserverTimeAcceleration = THEIRS;  // usual\nserverNightTimeAcceleration = 0.50;\n",
	} {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			with := func(mine, theirs string) string {
				return strings.NewReplacer("MINE", mine, "THEIRS", theirs).Replace(text)
			}
			w := newWorld(t)
			w.load(mission.Replace, path, with("1", "2"))
			w.save(path, with("7", "2"), true)
			report := w.update(mission.Options{Base: mission.LastBase}, mission.Upload{Path: path, Data: []byte(with("1", "8"))})[0]
			if got := w.serverFile(path); got != with("7", "8") || len(report.Conflicts) > 0 {
				t.Errorf("%s\nconflicts %q", got, conflictsOf(report))
			}
		})
	}
}
