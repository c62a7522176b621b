package ui

import "time"

// Said is what somebody has said at a time, with its verdict where it is a review.
type Said struct {
	By, Text string
	Verdict  string
	Tone     Tone
	Void     bool
	Time     time.Time
	Delete   string // where a form is sent that deletes it; empty where the reader cannot
	ID       string
}

// Comments are what members have said about something, with a form to say more.
type Comments struct {
	List        []Said
	About, Back string
	Action      string
	Folds       bool // nothing of it is shown until somebody opens it, where nobody has said anything
}
