package delivery

import "cmp"

// FileStatus says how a generated file compares with the server's, or what a delivery has done with it.
type FileStatus string

// The states of a file in a plan.
const (
	NotThere     FileStatus = "new"
	Changed      FileStatus = "changed"
	Same         FileStatus = "same"
	ChangedThere FileStatus = "changed on the server" // since it was last delivered or imported; a delivery has not sent it
	OnlyThere    FileStatus = "only on the server"
)

// The states of a file in a delivery. Those of a file that may be in transit are Sending and Replacing.
const (
	Waiting   FileStatus = "waiting"
	Sending   FileStatus = "sending"   // under a temporary name, or renamed
	Replacing FileStatus = "replacing" // written in place
	Sent      FileStatus = "sent"
	Deleted   FileStatus = "deleted"
	NotSent   FileStatus = "not sent"   // the delivery ended before its turn
	TakenBack FileStatus = "taken back" // interrupted: the server has what it had before
	NotTaken  FileStatus = "failed"     // the server did not take it, and has what it had before
)

// versions are the digests of the versions of a file, in hexadecimal; empty where there is none.
type versions struct {
	mine      string // generated
	server    string // on the server; unknownContent for one that is certainly none of the others
	delivered string // last
	original  string // last imported
	baseThen  string // the original when it was last delivered
	imported  bool   // what the server has was imported at some time
}

// unknownContent stands for a content that differs in size from all known versions.
const unknownContent = "?"

// status compares the versions. A content of the server counts as known if it was delivered or, since then, imported; any other was
// changed there. Both says whether the instance has changed the file as well.
func (v versions) status() (s FileStatus, both bool) {
	imported := v.delivered == "" && v.imported || v.server == v.original && v.original != v.baseThen
	switch {
	case v.server == "":
		return NotThere, false
	case v.server == v.mine:
		return Same, false
	case v.server == v.delivered || imported:
		return Changed, false
	}
	return ChangedThere, v.mine != cmp.Or(v.delivered, v.original)
}
