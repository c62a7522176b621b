package web

import (
	"net/http"
	"time"

	"quartermaster/internal/outage"
	"quartermaster/internal/web/ui"
)

// homeView greets a signed-out visitor.
type homeView struct {
	Registration bool // new accounts may be made
}

// documentsView lists files of the Expansion mod and takes new ones in.
type documentsView struct {
	Lead     string
	Table    ui.Table
	Many     string // what the files are called
	Import   string // where files are sent to
	Limit    string // how large an upload may be
	Problems []string
	Create   *ui.Form // of a new one; nil where that is a page of its own
}

// profileView is a user's own account.
type profileView struct {
	Name     ui.Form
	Password ui.Form
	Plan     planLimits
	Token    tokenView
}

// planLimits are the limits of the account, and how much of them is used.
type planLimits struct {
	Name   string
	API    bool // the plan includes the API
	Limits []limitView
	Stored string // address of the stored files
}

// limitView is a bound that the plan sets, and how much of it is used, in words and in the limit's unit.
type limitView struct {
	Label     string
	Text      string
	Used, Max int64
}

// tokenView is the state of the account's API token. New holds the token itself right after it was made.
type tokenView struct {
	Exists bool
	MadeAt time.Time
	New    string
}

// instancesView lists the user's instances.
type instancesView struct {
	Search    string
	Instances []instanceCard
	Pager     ui.Pager
	Empty     ui.Empty
}

// instanceCard is one instance in the list.
type instanceCard struct {
	Name    string
	URL     string
	Map     string
	Mission string
	Holds   []recordCount
	Changed time.Time
}

// recordCount counts the records of one resource.
type recordCount struct {
	Label string
	URL   string
	Count int64
}

// overviewView is the first page of an instance.
type overviewView struct {
	Map     string
	Mission string
	Sid     string
	Holds   []recordCount
	Files   []fileView
	ZipURL  string
	Import  importView
	Changes []changeView
	History string // address of the whole history
}

// fileView is a file that generation would write.
type fileView struct {
	Path    string
	Kind    string
	Size    int64
	Records int64
	URL     string
	Diff    *ui.Link // to how it differs from what was imported; nil where it does not
	Error   string   // what is wrong with it, in sentences; empty for nothing
}

// historyView lists the changes of an instance, the latest first.
type historyView struct {
	Lead    string
	Changes []changeView
	Pager   ui.Pager
	Empty   ui.Empty
}

// changeView is one write: who did what to which record, and the fields before and after.
type changeView struct {
	Who      string
	When     time.Time
	Action   string // created, updated, deleted, imported
	Resource string // "type"
	Name     string
	URL      string // of the record, while it exists
	Fields   []fieldChange
	Links    []ui.Link // to the revision, the record's other changes, or the way back
}

// fieldChange is a field's value before and after; an empty text means not set.
type fieldChange struct {
	Label  string
	Before string
	After  string
}

// Tone returns the colour of the action.
func (c changeView) Tone() ui.Tone {
	switch c.Action {
	case "created", "imported":
		return ui.Good
	case "deleted":
		return ui.Bad
	}
	return ui.Neutral
}

// errorView says that a page cannot be shown, why, and where to go from here.
type errorView struct {
	Status int
	Title  string
	Text   string
	Links  []ui.Link
	Resend *resentForm // what was sent and not looked at
}

// errorTexts are the explanations for the statuses that visitors meet.
var errorTexts = map[int]errorView{
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

// newErrorView explains an HTTP status; one without an own text gets its standard name.
func newErrorView(status int, links ...ui.Link) errorView {
	view, known := errorTexts[status]
	if !known {
		view.Title, view.Text = http.StatusText(status), "The request could not be processed."
	}
	view.Status, view.Links = status, links
	return view
}

func (homeView) Template() string      { return "home" }
func (documentsView) Template() string { return "documents" }
func (profileView) Template() string   { return "profile" }
func (instancesView) Template() string { return "instances" }
func (overviewView) Template() string  { return "overview" }
func (historyView) Template() string   { return "history" }
func (errorView) Template() string     { return "error" }
