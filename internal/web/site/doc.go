// Package site is what all pages have in common: requests with their session, responses, guards, routes and navigation, and where the
// records of each resource have their pages. It knows no page itself.
//
// Unless a comment says otherwise, an error is one of the database or of the context.
//
// No form undoes what somebody else has saved. site.Request.Restore gives each form that changes something _base: digests of the values
// that it shows (ui.Guard). A save compares what the form showed, what is stored now and what was entered: what only others have changed
// is kept, what both have changed is shown, and nothing is stored then. site.Merging does so again when somebody is faster between reading
// and writing. Settings, whose pages are no ui.Form, build the same guard (docform/guard.go). What is sent without _base, as by clients of
// the original service, is stored as it comes. A form with _asks also asks before it stores values outside of the bounds in a field's tag
// usual.
//
// A page that the browser has already is answered 304 (ui/held.go). It is drawn all the same, so that nothing old is told, and its tag is
// that of its text and of the session's token: notices, roles and other sessions make another one.
//
// Undo in notices: a transaction tells its context which revision it has made (store/made.go), and site.Request.Tell offers to undo what
// the request has made.
package site
