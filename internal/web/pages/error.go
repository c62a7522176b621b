// Package pages holds the views of single pages: what they show, as data. Templates of package ui draw them. Forms and lists, which many
// pages have, are views of ui itself.
package pages

import (
	"net/http"

	"quartermaster/internal/outage"
	"quartermaster/internal/web/ui"
)

// Error says why a page cannot be shown, and where to go from here.
type Error struct {
	Status int
	Title  string
	Text   string
	Links  []ui.Link
	Resend *ResentForm // the form that was sent, to send it again; nil for none
	// Override is the form that was sent and refused, to send it again with a reason; nil for none.
	Override *ResentForm
}

// errorTexts are titles and explanations, by status.
var errorTexts = map[int]Error{
	http.StatusForbidden: {
		Title: "Forbidden",
		Text:  "This belongs to another account, or needs a role or plan that you do not have.",
	},
	http.StatusNotFound: {
		Title: "Not Found",
		Text:  "Nothing is here. It may have been deleted or renamed.",
	},
	http.StatusMethodNotAllowed: {
		Title: "Method Not Allowed",
		Text:  "This page does not support that kind of request.",
	},
	http.StatusRequestEntityTooLarge: {
		Title: "Too Large",
		Text:  "The upload is larger than the server or your plan allows. Nothing was changed.",
	},
	PageExpired: {
		Title: "Page Expired",
		Text:  "The form was open too long, or you logged in again. Go back, reload the page and send it again.",
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

// PageExpired is the status for a missing or wrong CSRF token. It is not a registered one.
const PageExpired = 419

// NewError explains an HTTP status.
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

// ResentForm is a form whose token was of another session. The error page holds it, so that it can be sent again with the present
// token; the server keeps nothing of it.
type ResentForm struct {
	Action string
	Fields []FormValue
}

// FormValue is a name and a value of a form.
type FormValue struct{ Name, Value string }

// Overriding returns the page with a form that is sent again with a reason, if there is one.
func (v Error) Overriding(form *ResentForm) Error {
	v.Override = form
	return v
}

// Offering returns the page with a form to send again, if there is one.
func (v Error) Offering(form *ResentForm) Error {
	if form != nil {
		v.Text, v.Resend = "The form was open too long, or you logged in again. Nothing was saved.", form
	}
	return v
}
