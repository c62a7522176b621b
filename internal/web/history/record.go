package history

import (
	"context"
	"errors"

	"quartermaster/internal/store"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// recordHistory is the history of a record, which may be gone.
type recordHistory struct{ *site.Collection }

func (h recordHistory) register(on site.Routes) {
	on = on.Below("/" + h.Resource.Path + "/{record}/history")
	on.Get("", h.show)
	change := on.Needing(h.Resource.Needs)
	change.Get("/{number}", h.showRevert)
	change.Post("/{number}", h.revert)
}

// here returns the address of the history.
func (h recordHistory) here(r *site.Request) string {
	return r.RecordHistoryURL(h.Resource, r.Param("record"))
}

// page returns a page below the list of records; crumbs lead to it from there.
func (h recordHistory) page(r *site.Request, title string, crumbs ...ui.Link) *ui.Page {
	page := r.Inside(title, append([]ui.Link{{Label: h.Title, URL: h.URL(r)}}, crumbs...)...)
	page.Path = h.URL(r)
	return page
}

// show lists what happened to a record, the latest first.
func (h recordHistory) show(ctx context.Context, r *site.Request) (site.Response, error) {
	page := r.PageNumber()
	stored, total, err := r.Site.DB.RecordHistory(ctx, r.Scope(), h.Resource, r.Param("record"), (page-1)*revisionsPerPage, revisionsPerPage)
	if err == nil && total == 0 {
		err = site.ErrNotFound
	}
	if err != nil {
		return site.Response{}, err
	}
	changes, err := h.changes(ctx, r, stored, page == 1)
	frame := h.page(r, "History")
	if edit := h.editLink(stored, changes); edit != nil {
		frame.Crumbs = append(frame.Crumbs, *edit)
	}
	return site.Response{Page: frame, View: pages.History{
		Changes: changes, Pager: ui.Pager{Query: r.Query(), Page: page, PerPage: revisionsPerPage, Total: int(total)},
		Empty: ui.Empty{
			Title: "Nothing here", Text: "This page of the history is empty.", Action: &ui.Link{Label: "Latest changes", URL: h.here(r)},
		},
	}}, err
}

// changes draws the changes of a record. newest says that the first one has led to its present state.
func (h recordHistory) changes(ctx context.Context, r *site.Request, stored []store.RecordChange, newest bool) ([]pages.Change, error) {
	if len(stored) == 0 {
		return nil, nil
	}
	existing, err := existing(ctx, r, []store.Change{stored[0].Change})
	if err != nil {
		return nil, err
	}
	drawn := make([]pages.Change, len(stored))
	for i, change := range stored {
		if drawn[i], err = recordChange(ctx, r, change.Revision, change.Change, existing[change.SID]); err != nil {
			return nil, err
		}
		drawn[i].Links = h.linksOf(r, change, newest && i == 0)
	}
	return drawn, nil
}

// linksOf links to the revision, and to the revert of the record.
func (h recordHistory) linksOf(r *site.Request, change store.RecordChange, current bool) []ui.Link {
	links := []ui.Link{{Label: revisionTitle(change.Number), URL: revisionURL(r, change.Number)}}
	if current || change.After == "" {
		return links
	}
	return append(links, ui.Link{Label: "Go back to this version", URL: h.here(r) + "/" + decimal(change.Number)})
}

// editLink links to the record, if it exists.
func (h recordHistory) editLink(stored []store.RecordChange, drawn []pages.Change) *ui.Link {
	if len(drawn) == 0 || drawn[0].URL == "" {
		return nil
	}
	return &ui.Link{Label: drawn[0].Name, URL: drawn[0].URL}
}

// showRevert shows what it would change if the record went back to a revision, and asks.
func (h recordHistory) showRevert(ctx context.Context, r *site.Request) (site.Response, error) {
	ask, err := h.revertOf(r)
	if err != nil {
		return site.Response{}, err
	}
	ask.DryRun = true
	would, err := r.Site.DB.Revert(ctx, r.Scope(), ask)
	if err != nil || would.Total().None() {
		return h.notReverted(r, err)
	}
	title := "Go back to revision " + ui.HumanCount(ask.To)
	frame := h.page(r, title, ui.Link{Label: "History", URL: h.here(r)})
	records, more, err := planned(ctx, r, would)
	return site.Response{Page: frame, View: pages.WayBack{
		Records: records, More: more,
		Lead:  "The " + h.One + " goes back to this revision. Other records are not changed.",
		Facts: revertFacts(r, would, madeSince),
		Form:  ui.Form{ID: "revert", Action: h.here(r) + "/" + decimal(ask.To), Submit: title, Cancel: h.here(r)},
	}}, err
}

func (h recordHistory) revertOf(r *site.Request) (store.Revert, error) {
	number, err := numberOfRoute(r)
	return store.Revert{To: number, Resource: h.Resource, SID: r.Param("record")}, err
}

func (h recordHistory) revert(ctx context.Context, r *site.Request) (site.Response, error) {
	ask, err := h.revertOf(r)
	if err != nil {
		return site.Response{}, err
	}
	done, err := r.Site.DB.Revert(ctx, r.Scope(), ask)
	if err != nil || done.Number == 0 {
		return h.notReverted(r, err)
	}
	return reverted(r, done, "The "+h.One+" is back at revision "+ui.HumanCount(ask.To)+"."), nil
}

// notReverted leads back to the history, with a notice why the record stays as it is.
func (h recordHistory) notReverted(r *site.Request, err error) (site.Response, error) {
	notice := ui.Notice{Tone: ui.Warn, Text: "Nothing to change: the " + h.One + " is the same as at that revision."}
	var problems validate.Errors
	switch {
	case errors.Is(err, store.ErrNotThere):
		notice = ui.Notice{Tone: ui.Bad, Text: "The " + h.One + " did not exist at that revision."}
	case errors.Is(err, store.ErrTaken):
		notice = ui.Notice{Tone: ui.Bad, Text: "Another " + h.One + " now has this name."}
	case errors.As(err, &problems):
		notice = ui.Notice{Tone: ui.Bad, Text: problems.First()}
	case errors.Is(err, store.ErrReference):
		notice = ui.Notice{Tone: ui.Bad, Text: "A record it refers to has been deleted."}
	case err != nil:
		return site.Response{}, err
	}
	return r.Tell(h.here(r), notice), nil
}
