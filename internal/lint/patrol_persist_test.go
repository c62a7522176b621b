package lint

import "testing"

func TestPatrolPersist(t *testing.T) {
	t.Parallel()
	try(t, patrolPersist, worldOf(setting("ai-patrol", `"Patrols":[{"Name":"Camp","Persist":1},{"Name":"Twin","Persist":1},{"Name":"Twin","Persist":0},{"Persist":true},`+
		`null,{"Name":"Wreck","Persist":1,"ObjectClassName":"Wreck_UH1Y"}]`)),
		"ai-patrol: “Twin” has Persist set, and a Name that others have too; the mod does not save it. [Switch Persist of “Twin” off.]",
		"ai-patrol: Patrol 4 has Persist set, and no Name; the mod does not save it. [Switch Persist of Patrol 4 off.]",
		"ai-patrol: “Wreck” has Persist set, and an ObjectClassName; the mod does not save it. [Switch Persist of “Wreck” off.]")
}
