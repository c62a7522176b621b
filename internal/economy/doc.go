// Package economy computes what the loot economy of an instance comes to: how many loot points can hold each type, what is wanted
// against what is possible, and the chances of the spawner's rolls.
//
// Unless a comment says otherwise, an error is gate.ErrBusy, when too many wait for a computation, or one of the database or of the
// context.
//
// The engine's code is not public. The rules are a model that explains all files of the game; docs/economy.md says what it does not know.
//
// economy brings the entries of each class together in the order in which the game reads them (merge.go), joins the prototypes of
// buildings with their positions and what areaflags.map has painted there (ground.go: equal buildings in equal zones of one place are one
// lot), and asks for each distinct demand (category, tags, usages, values) how many loot points can meet it (reach.go). What is wanted is
// spread over these slots to see what each class of buildings, place and tier has to hold (rooms.go). The present records are laid over
// with store.DB.Diff for an earlier revision (overlay.go). Grounds are remembered by the files that they are made of, figures by the state
// of the records; one instance is computed at a time, so that memory stays bounded. What a class spawns with is computed exactly and
// rolled (rolls.go); the map is filled at random (fill.go). Both stop after a number of steps. trade.go puts the prices of Dr. Jones'
// traders and of the Expansion market side by side.
package economy
