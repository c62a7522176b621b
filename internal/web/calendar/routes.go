// Package calendar has the pages about what will happen with an instance: weeks as a picture, layers that are planned, and how the instance
// will be at a moment; and the calendar as iCalendar, at a secret address.
//
// Unless a comment says otherwise, an error is one of the database or of the context.
package calendar

import (
	"quartermaster/internal/access"
	"quartermaster/internal/web/site"
)

// Add adds the pages to a site.
func Add(s *site.Site) {
	in := s.ForInstances(site.InstanceBase, access.Read)
	in.Get("/calendar", show)
	in.Get("/calendar/moment", showMoment)
	in.Needing(access.Edit).Post("/calendar/moment", openMoment)
	in.Needing(access.Manage).Post("/calendar/code", renew)
	deliver := in.Needing(access.Deliver)
	deliver.Get("/calendar/plan", showPlan)
	deliver.Post("/calendar/plan", plan)
	s.ForAll().Get("/calendar/{code}", showICS)
}

func calendarURL(r *site.Request) string { return r.Instance.URL + "/calendar" }
