package lint

import "testing"

func TestPatrolPersist(t *testing.T) {
	t.Parallel()
	try(t, patrolPersist,
		worldOf(setting("ai-patrol",
			`"Patrols":[{"Name":"Camp","Persist":1},{"Name":"Twin","Persist":1},{"Name":"Twin","Persist":0},{"Persist":true},`+
				`null,{"Name":"Wreck","Persist":1,"ObjectClassName":"Wreck_UH1Y"}]`)),
		"ai-patrol: “Twin” has Persist set, but a Name that other patrols have, too; the mod does not save it. [Turn off Persist of “Twin”.]",
		"ai-patrol: Patrol 4 has Persist set, but no Name; the mod does not save it. [Turn off Persist of Patrol 4.]",
		"ai-patrol: “Wreck” has Persist set, but also an ObjectClassName; the mod does not save it. [Turn off Persist of “Wreck”.]")
}
