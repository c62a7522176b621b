package delivery

import (
	"cmp"

	"quartermaster/internal/change"
)

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

// Versions are the digests of the versions of a file, in hexadecimal; empty where there is none.
type Versions struct {
	Mine      string // generated
	Server    string // on the server; unknownContent for one that is certainly none of the others
	Delivered string // last, or fetched since
	Original  string // last imported
	BaseThen  string // the original when it was last delivered
	Imported  bool   // what the server has was imported at some time
}

// unknownContent stands for a content that differs in size from all known versions.
const unknownContent = "?"

// Outcome compares the instance's version with the server's. What the server has is what both have begun with if it was delivered or, since
// then, imported; any other content was made there.
func (v Versions) Outcome() change.Outcome {
	base := cmp.Or(v.Delivered, v.Original)
	if v.Server == v.Delivered || v.Delivered == "" && v.Imported || v.Server == v.Original && v.Original != v.BaseThen {
		base = v.Server
	}
	return change.Between(base, v.Mine, v.Server, change.Same)
}

// status compares the versions. Both says whether the instance has changed a file that was changed on the server.
func (v Versions) status() (s FileStatus, both bool) {
	outcome := v.Outcome()
	switch {
	case v.Server == "":
		return NotThere, false
	case outcome.Agree():
		return Same, false
	case outcome == change.OnlyMine:
		return Changed, false
	}
	return ChangedThere, outcome == change.Clash
}
