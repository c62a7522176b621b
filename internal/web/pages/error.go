// Package pages holds what the single pages of the site show. Each view is drawn by a template of package ui; forms and lists, which
// many pages have, are views of ui itself.
package pages

import (
	"net/http"

	"quartermaster/internal/outage"
	"quartermaster/internal/web/ui"
)

// Error says that a page cannot be shown, why, and where to go from here.
type Error struct {
	Status int
	Title  string
	Text   string
	Links  []ui.Link
	Resend *ResentForm // what was sent and not looked at
}

// errorTexts are the explanations for the statuses that visitors meet.
var errorTexts = map[int]Error{
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
	PageExpired: {
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

// PageExpired answers a form whose CSRF token is missing or wrong. It is no registered HTTP status.
const PageExpired = 419

// NewError explains an HTTP status; one without an own text gets its standard name.
func NewError(status int, links ...ui.Link) Error {
	view, known := errorTexts[status]
	if !known {
		view.Title, view.Text = http.StatusText(status), "The request could not be processed."
	}
	view.Status, view.Links = status, links
	return view
}

// Template names the page that draws the view.
func (Error) Template() string { return "error" }

// ResentForm is a form that was not looked at because its token was of another session. The page that says so holds it, and the
// server keeps nothing of it: it can be sent again, with the token of the present session, by whoever has it on the screen.
type ResentForm struct {
	Action string
	Fields []FormValue
}

// FormValue is a value of a form with its name.
type FormValue struct{ Name, Value string }

// Offering is the page with a form to send again, where there is one.
func (v Error) Offering(form *ResentForm) Error {
	if form != nil {
		v.Text, v.Resend = "The form was open for too long, or you have logged in again. Nothing was saved.", form
	}
	return v
}
