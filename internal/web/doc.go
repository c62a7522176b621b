// Package web is the browser side of the service: it joins the rooms of the site.
//
// In the browser the order is: session, CSRF token (419), sign-in (302 or 401), record (404), owner (403), validation (302 back with the
// errors, 422 for JSON clients). The page of a 419 holds the form that was sent from this site (web/site/resend.go), to be sent again with
// the token of the present session; nothing of it is kept on the server.
//
// The pages are rooms below internal/web, which do not know each other. Each has a routes.go whose Add says its addresses, behind which
// guards they are, and what the navigation shows of it; web.New joins the rooms. A handler is a func(ctx, *site.Request) (site.Response,
// error). What it shows is a view of web/pages or, for forms and lists, of web/ui, and the template that the view names draws it. A
// site.Collection says where the records of a resource have their pages and what people call them: the navigation, the history, the lint
// and the counts of an instance find the pages by it.
package web
