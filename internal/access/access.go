// Package access says what people and programs may do with an instance.
package access

// Permission is what an operation needs. The words are those of the API.
type Permission string

// The permissions.
const (
	Anyone  Permission = "" // no permission is needed, and no token
	Read    Permission = "read"
	Players Permission = "players" // lists of players, and commands to the game server that concern players
	Edit    Permission = "edit"    // records, files, documents, imports, undo
	Deliver Permission = "deliver" // target, pull, deliveries, schedules, every command to the game server
	Manage  Permission = "manage"  // settings of the instance, and what others have made
)
