package pages

import (
	"time"

	"quartermaster/internal/web/ui"
)

// GameServer is the page about the running game server of an instance.
type GameServer struct {
	Lead     string
	Empty    *ui.Empty // where it is not known where the server is
	Running  bool
	Problem  string // why it could not be asked
	Asked    time.Time
	Again    string // where it is asked again
	Facts    []TargetFact
	Seen     *ServerSighting // when it last ran; nil while it runs, and where it never did
	Players  *PlayerTable
	Commands *ServerCommands // nil without RCon
	RCon     ui.Link         // to its settings
	RConText string          // why it would be of use, or what is wrong with it
	Mods     []ServerMod
	ModsNote string
}

// Template names the page that draws the view.
func (GameServer) Template() string { return "game-server" }

// ServerMod is a mod that a server runs; the Workshop's id is empty for one that is not from there.
type ServerMod struct{ Name, WorkshopID string }

// ServerSighting is when a server last ran.
type ServerSighting struct {
	At   time.Time
	Text string
}

// PlayerTable lists who plays: with RCon by name, otherwise how long each is there.
type PlayerTable struct {
	Note  string
	Named bool
	Rows  []ServerPlayer
}

// ServerPlayer is somebody who plays.
type ServerPlayer struct {
	Name             string
	Ping, GUID, Kick string // with RCon; Kick is an address
	Online           string // without
}

// ServerCommands are the forms that give a server commands.
type ServerCommands struct {
	Message, Warn ui.Form
	Buttons       []CommandButton
	Shutdown      ui.Confirm
}

// CommandButton gives a command by itself. Action is the address.
type CommandButton struct{ Action, Label string }

// Schedule is the form of a schedule.
type Schedule struct {
	Lead     string
	Form     ui.Form
	Preview  string // address that says when an expression is next
	Upcoming []string
	Last     *ScheduledRun
	Delete   *ui.Confirm
	Zones    ui.Suggestions
}

// Template names the page that draws the view.
func (Schedule) Template() string { return "schedule" }

// ScheduledRun is how a schedule last ran.
type ScheduledRun struct {
	At     time.Time
	Tone   ui.Tone
	Status string
	Result string
	Job    string // its address; empty once the job has been deleted
}
