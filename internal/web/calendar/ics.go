package calendar

import (
	"context"
	"net/http"
	"strings"

	"quartermaster/internal/calendar"
	"quartermaster/internal/httpd"
	"quartermaster/internal/store"
	"quartermaster/internal/web/site"
)

// showICS answers the calendar to anyone who has its secret address. Nothing may keep it, and no page is told where the reader comes from.
func showICS(ctx context.Context, r *site.Request) (site.Response, error) {
	code, is := strings.CutSuffix(r.Param("code"), ".ics")
	if !is {
		return site.Response{}, store.ErrNotFound
	}
	scope, sid, name, err := r.Site.DB.CalendarOf(ctx, code)
	if err != nil {
		return site.Response{}, err
	}
	c, err := r.Site.Calendar.Of(ctx, scope, calendar.MostDays)
	if err != nil {
		return site.Response{}, err
	}
	text := calendar.ICS(c, name, httpd.InfoOf(ctx).BaseURL+"/instances/"+sid+"/calendar")
	header := map[string]string{
		"Content-Type":        "text/calendar; charset=utf-8",
		"Content-Disposition": `inline; filename="calendar.ics"`, "Cache-Control": "private, no-store",
		"Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex",
	}
	return site.Response{Header: header, Write: func(w http.ResponseWriter) error {
		_, err := w.Write(text)
		return err
	}}, nil
}
