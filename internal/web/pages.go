package web

import (
	"net/http"
	"time"

	"quartermaster/internal/outage"
	"quartermaster/internal/web/ui"
)

// HomeView greets a signed-out visitor.
type HomeView struct {
	Registration bool // new accounts may be made
}

// DocumentsView lists files of the Expansion mod and takes new ones in.
type DocumentsView struct {
	Lead     string
	Table    ui.Table
	Many     string // what the files are called
	Import   string // where files are sent to
	Limit    string // how large an upload may be
	Problems []string
	Create   *ui.Form // of a new one; nil where that is a page of its own
}

// ProfileView is a user's own account.
type ProfileView struct {
	Name     ui.Form
	Password ui.Form
	Plan     Plan
	Token    Token
}

// Plan is what the account may do and store.
type Plan struct {
	Name   string
	API    bool // the plan includes the API
	Limits []Limit
	Stored string // address of the stored files
}

// Limit is a bound that the plan sets, and how much of it is used, in words and in the limit's unit.
type Limit struct {
	Label     string
	Text      string
	Used, Max int64
}

// Token is the state of the account's API token. New holds the token itself right after it was made.
type Token struct {
	Exists bool
	MadeAt time.Time
	New    string
}

// InstancesView lists the user's instances.
type InstancesView struct {
	Search    string
	Instances []InstanceCard
	Pager     ui.Pager
	Empty     ui.Empty
}

// InstanceCard is one instance in the list.
type InstanceCard struct {
	Name    string
	URL     string
	Map     string
	Mission string
	Holds   []Holding
	Changed time.Time
}

// Holding counts the records of one resource.
type Holding struct {
	Label string
	URL   string
	Count int64
}

// OverviewView is the first page of an instance.
type OverviewView struct {
	Map     string
	Mission string
	Sid     string
	Holds   []Holding
	Files   []File
	ZipURL  string
	Import  Import
	Changes []Change
	History string // address of the whole history
}

// File is what generation would write.
type File struct {
	Path    string
	Kind    string
	Size    int64
	Records int64
	URL     string
	Diff    *ui.Link // to how it differs from what was imported; nil where it does not
	Error   string   // what is wrong with it, in sentences; empty for nothing
}

// HistoryView lists the changes of an instance, the latest first.
type HistoryView struct {
	Lead    string
	Changes []Change
	Pager   ui.Pager
	Empty   ui.Empty
}

// Change is one write: who did what to which record, and the fields before and after.
type Change struct {
	Who      string
	When     time.Time
	Action   string // created, updated, deleted, imported
	Resource string // "type"
	Name     string
	URL      string // of the record, while it exists
	Fields   []FieldChange
	Links    []ui.Link // to the revision, the record's other changes, or the way back
}

// FieldChange is a field's value before and after; an empty text means not set.
type FieldChange struct {
	Label  string
	Before string
	After  string
}

// Tone returns the colour of the action.
func (c Change) Tone() ui.Tone {
	switch c.Action {
	case "created", "imported":
		return ui.Good
	case "deleted":
		return ui.Bad
	}
	return ui.Neutral
}

// ErrorView says that a page cannot be shown, why, and where to go from here.
type ErrorView struct {
	Status int
	Title  string
	Text   string
	Links  []ui.Link
	Resend *Resend // what was sent and not looked at
}

// errorTexts are the explanations for the statuses that visitors meet.
var errorTexts = map[int]ErrorView{
	http.StatusForbidden: {
		Title: "Forbidden",
		Text:  "This belongs to another account, or your plan does not include it.",
	},
	http.StatusNotFound: {
		Title: "Not Found",
		Text:  "There is nothing at this address. It may have been deleted or renamed.",
	},
	http.StatusMethodNotAllowed: {
		Title: "Method Not Allowed",
		Text:  "This address does not support that kind of request.",
	},
	http.StatusRequestEntityTooLarge: {
		Title: "Too Large",
		Text:  "The upload is larger than the server or your plan allows. Nothing was changed.",
	},
	statusPageExpired: {
		Title: "Page Expired",
		Text:  "The form was open for too long, or you have logged in again. Go back, reload the page and send it again.",
	},
	http.StatusTooManyRequests: {
		Title: "Too Many Requests",
		Text:  "You sent too many requests in a short time. Wait a minute and try again.",
	},
	http.StatusInternalServerError: {
		Title: "Server Error",
		Text:  "Something went wrong on the server. Nothing was changed; try again in a moment.",
	},
	http.StatusServiceUnavailable: {
		Title: "Unavailable",
		Text:  outage.UnavailableText,
	},
	http.StatusInsufficientStorage: {
		Title: "No Room Left",
		Text:  outage.FullText,
	},
}

// statusPageExpired answers a form whose CSRF token is missing or wrong. It is no registered HTTP status.
const statusPageExpired = 419

// NewErrorView explains an HTTP status; one without an own text gets its standard name.
func NewErrorView(status int, links ...ui.Link) ErrorView {
	view, known := errorTexts[status]
	if !known {
		view.Title, view.Text = http.StatusText(status), "The request could not be processed."
	}
	view.Status, view.Links = status, links
	return view
}

func (HomeView) Template() string      { return "home" }
func (DocumentsView) Template() string { return "documents" }
func (ProfileView) Template() string   { return "profile" }
func (InstancesView) Template() string { return "instances" }
func (OverviewView) Template() string  { return "overview" }
func (HistoryView) Template() string   { return "history" }
func (ErrorView) Template() string     { return "error" }
