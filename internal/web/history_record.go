package web

import (
	"context"
	"errors"
	"net/http"

	"github.com/go-chi/chi/v5"

	"quartermaster/internal/store"
)

// registerHistory adds the routes of what happened to one record, which may be gone.
func (p *resourcePages) registerHistory(m *chi.Mux, base string, serve func(handler) http.HandlerFunc) {
	base += "/" + p.resource.Path + "/{record}/history"
	m.Get(base, serve(p.showHistory))
	m.Get(base+"/{number}", serve(p.showRevert))
	m.Post(base+"/{number}", serve(p.revert))
}

func (p *resourcePages) historyURL(r *Request) string {
	return p.url(r) + "/" + r.param("record") + "/history"
}

// showHistory lists what happened to a record, the latest first.
func (p *resourcePages) showHistory(ctx context.Context, r *Request) (Response, error) {
	page := pageNumber(r.text("page"))
	stored, total, err := r.web.DB.RecordHistory(ctx, r.scope(), p.resource, r.param("record"), (page-1)*revisionsPerPage, revisionsPerPage)
	if err == nil && total == 0 {
		err = errNotFound
	}
	if err != nil {
		return Response{}, err
	}
	changes, err := p.historyOf(ctx, r, stored, page == 1)
	frame := r.inside("History", Link{Label: p.title(), URL: p.url(r)})
	if edit := p.editLink(stored, changes); edit != nil {
		frame.Crumbs = append(frame.Crumbs, *edit)
	}
	return Response{Page: frame, View: HistoryView{
		Changes: changes, Pager: Pager{r.query(), page, revisionsPerPage, int(total)},
		Empty: Empty{Title: "Nothing here", Text: "This page of the history is empty.", Action: &Link{Label: "Latest changes", URL: p.historyURL(r)}},
	}}, err
}

// historyOf draws the changes to a record; newest tells that the first one is the latest of all, which led to what is there.
func (p *resourcePages) historyOf(ctx context.Context, r *Request, stored []store.RecordChange, newest bool) ([]Change, error) {
	if len(stored) == 0 {
		return nil, nil
	}
	existing, err := r.existing(ctx, []store.Change{stored[0].Change})
	if err != nil {
		return nil, err
	}
	drawn := make([]Change, len(stored))
	for i, change := range stored {
		if drawn[i], err = r.recordChange(ctx, change.Revision, change.Change, existing[change.SID]); err != nil {
			return nil, err
		}
		drawn[i].Links = p.linksOf(r, change, newest && i == 0)
	}
	return drawn, nil
}

// linksOf leads to the revision and back to the record as it was then.
func (p *resourcePages) linksOf(r *Request, change store.RecordChange, current bool) []Link {
	links := []Link{{Label: revisionTitle(change.Number), URL: r.revisionURL(change.Number)}}
	if current || change.After == "" {
		return links
	}
	return append(links, Link{Label: "Go back to this", URL: p.historyURL(r) + "/" + decimal(change.Number)})
}

// editLink leads to the record while it is there.
func (p *resourcePages) editLink(stored []store.RecordChange, drawn []Change) *Link {
	if len(drawn) == 0 || drawn[0].URL == "" {
		return nil
	}
	return &Link{Label: drawn[0].Name, URL: drawn[0].URL}
}

// showRevert asks before a record goes back to how it was at a revision.
func (p *resourcePages) showRevert(ctx context.Context, r *Request) (Response, error) {
	ask, err := p.revertOf(r)
	if err != nil {
		return Response{}, err
	}
	ask.DryRun = true
	would, err := r.web.DB.Revert(ctx, r.scope(), ask)
	if err != nil || would.Total().None() {
		return p.notReverted(r, err)
	}
	title := "Go back to revision " + HumanCount(ask.To)
	frame := r.inside(title, Link{Label: p.title(), URL: p.url(r)}, Link{Label: "History", URL: p.historyURL(r)})
	return Response{Page: frame, View: FormView{
		Lead:  "The " + p.one + " will be as it was at that revision. Other records stay as they are.",
		Facts: r.revertFacts(would, madeSince),
		Form:  Form{ID: "revert", Action: p.historyURL(r) + "/" + decimal(ask.To), Submit: title, Cancel: p.historyURL(r)},
	}}, nil
}

func (p *resourcePages) revertOf(r *Request) (store.Revert, error) {
	number, err := r.numberOfRoute()
	return store.Revert{To: number, Resource: p.resource, SID: r.param("record")}, err
}

func (p *resourcePages) revert(ctx context.Context, r *Request) (Response, error) {
	ask, err := p.revertOf(r)
	if err != nil {
		return Response{}, err
	}
	done, err := r.web.DB.Revert(ctx, r.scope(), ask)
	if err != nil || done.Number == 0 {
		return p.notReverted(r, err)
	}
	return r.reverted(done, "The "+p.one+" is as it was at revision "+HumanCount(ask.To)+"."), nil
}

// notReverted leads back to the record's history and says there why it stays as it is.
func (p *resourcePages) notReverted(r *Request, err error) (Response, error) {
	notice := Notice{Warn, "Nothing is different: the " + p.one + " is like that."}
	problems, invalid := p.problems(err)
	switch {
	case errors.Is(err, store.ErrNotThere):
		notice = Notice{Bad, "The " + p.one + " was not there at that revision."}
	case errors.Is(err, store.ErrTaken):
		notice = Notice{Bad, "Another " + p.one + " has its name by now."}
	case invalid:
		notice = Notice{Bad, problems.First()}
	case err != nil:
		return Response{}, err
	}
	return r.tell(p.historyURL(r), notice), nil
}
