package lint

import (
	"testing"

	"quartermaster/internal/record"
)

func TestUnknownGroup(t *testing.T) {
	t.Parallel()
	spawn := &record.EventSpawn{
		Name: "StaticTrain", Positions: []record.SpawnPosition{{}, {Group: new("Train_A")}, {Group: new("Train_B")}, {Group: new("train_b")}},
	}
	file := &record.File{Path: "cfgEventGroups.xml", Content: new(`<eventgroupdef><group name="train_a"/></eventgroupdef>`)}
	try(t, unknownGroup, worldOf(spawn, file), "StaticTrain: cfgeventgroups.xml has no group “Train_B”.")
	try(t, unknownGroup, worldOf(spawn)) // groups are not known
}
