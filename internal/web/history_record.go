package web

import (
	"context"
	"errors"

	"quartermaster/internal/store"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/ui"
)

// recordHistory are the pages of what happened to one record of an instance, which may be gone.
type recordHistory struct{ *collection }

func (h recordHistory) register(on routes) {
	on = on.below("/" + h.resource.Path + "/{record}/history")
	on.get("", h.show)
	on.get("/{number}", h.showRevert)
	on.post("/{number}", h.revert)
}

// here is the address of the history.
func (h recordHistory) here(r *request) string {
	return r.recordHistoryURL(h.resource, r.param("record"))
}

// page is the frame of one of the pages, which belongs to the list of records; crumbs lead to it from there.
func (h recordHistory) page(r *request, title string, crumbs ...ui.Link) *ui.Page {
	page := r.inside(title, append([]ui.Link{{Label: h.title, URL: h.url(r)}}, crumbs...)...)
	page.Path = h.url(r)
	return page
}

// show lists what happened to a record, the latest first.
func (h recordHistory) show(ctx context.Context, r *request) (response, error) {
	page := pageNumber(r.text("page"))
	stored, total, err := r.web.DB.RecordHistory(ctx, r.scope(), h.resource, r.param("record"), (page-1)*revisionsPerPage, revisionsPerPage)
	if err == nil && total == 0 {
		err = errNotFound
	}
	if err != nil {
		return response{}, err
	}
	changes, err := h.changes(ctx, r, stored, page == 1)
	frame := h.page(r, "History")
	if edit := h.editLink(stored, changes); edit != nil {
		frame.Crumbs = append(frame.Crumbs, *edit)
	}
	return response{Page: frame, View: historyView{
		Changes: changes, Pager: ui.Pager{Query: r.query(), Page: page, PerPage: revisionsPerPage, Total: int(total)},
		Empty: ui.Empty{Title: "Nothing here", Text: "This page of the history is empty.", Action: &ui.Link{Label: "Latest changes", URL: h.here(r)}},
	}}, err
}

// changes draws the changes to a record; newest says that the first one is the latest of all, which led to the present state.
func (h recordHistory) changes(ctx context.Context, r *request, stored []store.RecordChange, newest bool) ([]changeView, error) {
	if len(stored) == 0 {
		return nil, nil
	}
	existing, err := r.existing(ctx, []store.Change{stored[0].Change})
	if err != nil {
		return nil, err
	}
	drawn := make([]changeView, len(stored))
	for i, change := range stored {
		if drawn[i], err = r.recordChange(ctx, change.Revision, change.Change, existing[change.SID]); err != nil {
			return nil, err
		}
		drawn[i].Links = h.linksOf(r, change, newest && i == 0)
	}
	return drawn, nil
}

// linksOf leads to the revision and back to the record as it was then.
func (h recordHistory) linksOf(r *request, change store.RecordChange, current bool) []ui.Link {
	links := []ui.Link{{Label: revisionTitle(change.Number), URL: r.revisionURL(change.Number)}}
	if current || change.After == "" {
		return links
	}
	return append(links, ui.Link{Label: "Go back to this version", URL: h.here(r) + "/" + decimal(change.Number)})
}

// editLink leads to the record while it is there.
func (h recordHistory) editLink(stored []store.RecordChange, drawn []changeView) *ui.Link {
	if len(drawn) == 0 || drawn[0].URL == "" {
		return nil
	}
	return &ui.Link{Label: drawn[0].Name, URL: drawn[0].URL}
}

// showRevert asks before a record goes back to how it was at a revision.
func (h recordHistory) showRevert(ctx context.Context, r *request) (response, error) {
	ask, err := h.revertOf(r)
	if err != nil {
		return response{}, err
	}
	ask.DryRun = true
	would, err := r.web.DB.Revert(ctx, r.scope(), ask)
	if err != nil || would.Total().None() {
		return h.notReverted(r, err)
	}
	title := "Go back to revision " + ui.HumanCount(ask.To)
	frame := h.page(r, title, ui.Link{Label: "History", URL: h.here(r)})
	return response{Page: frame, View: ui.FormView{
		Lead:  "The " + h.one + " goes back to this revision. Other records are not changed.",
		Facts: r.revertFacts(would, madeSince),
		Form:  ui.Form{ID: "revert", Action: h.here(r) + "/" + decimal(ask.To), Submit: title, Cancel: h.here(r)},
	}}, nil
}

func (h recordHistory) revertOf(r *request) (store.Revert, error) {
	number, err := r.numberOfRoute()
	return store.Revert{To: number, Resource: h.resource, SID: r.param("record")}, err
}

func (h recordHistory) revert(ctx context.Context, r *request) (response, error) {
	ask, err := h.revertOf(r)
	if err != nil {
		return response{}, err
	}
	done, err := r.web.DB.Revert(ctx, r.scope(), ask)
	if err != nil || done.Number == 0 {
		return h.notReverted(r, err)
	}
	return r.reverted(done, "The "+h.one+" is back at revision "+ui.HumanCount(ask.To)+"."), nil
}

// notReverted leads back to the record's history and says there why it stays as it is.
func (h recordHistory) notReverted(r *request, err error) (response, error) {
	notice := ui.Notice{Tone: ui.Warn, Text: "Nothing to change: the " + h.one + " is the same as at that revision."}
	var problems validate.Errors
	switch {
	case errors.Is(err, store.ErrNotThere):
		notice = ui.Notice{Tone: ui.Bad, Text: "The " + h.one + " did not exist at that revision."}
	case errors.Is(err, store.ErrTaken):
		notice = ui.Notice{Tone: ui.Bad, Text: "Another " + h.one + " now has this name."}
	case errors.As(err, &problems):
		notice = ui.Notice{Tone: ui.Bad, Text: problems.First()}
	case errors.Is(err, store.ErrReference):
		notice = ui.Notice{Tone: ui.Bad, Text: "A record that it refers to has been deleted."}
	case err != nil:
		return response{}, err
	}
	return r.tell(h.here(r), notice), nil
}
