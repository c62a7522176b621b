package playerlist

import "quartermaster/internal/say"

// Sentences are those of the warnings about the files of players, behind the number of a line.
var Sentences = say.Table{
	"no-ban": "is not a ban: a GUID, a time and a reason; it is kept as it is",
	"no-id":  "{id:literal} is neither a Steam64 id of 17 digits nor the 44 characters of the server's log; it is kept as it is",
}
