package economy

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/store"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// CarryOut makes the changes that a request asks for within an edit. It returns a sentence about what is refused, empty for nothing.
type CarryOut func(ctx context.Context, r *site.Request, e *store.Edit) (refused string, err error)

// AddProposed adds the pages that show what changes that are not saved would do to the economy, and its files, below the address where
// the changes go to be saved.
func AddProposed(on site.Routes, carryOut CarryOut) {
	on = on.Below("/economy")
	for path, show := range map[string]func(*site.Request, proposed) (site.Response, error){
		"":             showProposed,
		"/figures.csv": func(r *site.Request, p proposed) (site.Response, error) { return p.csv(r) },
		"/chart.png":   func(r *site.Request, p proposed) (site.Response, error) { return p.picture(r) },
	} {
		handler := func(ctx context.Context, r *site.Request) (site.Response, error) {
			return propose(ctx, r, carryOut, show)
		}
		on.Post(path, handler)
		on.Put(path, handler) // as forms of records are sent
	}
}

// proposed are the figures of changes, compared with what is stored.
type proposed struct {
	figures
	changes string // as JSON
}

var errRefused = errors.New("economy: the changes are refused")

// propose computes what the changes of a request would do. A download sends them again as one text.
func propose(ctx context.Context, r *site.Request, carryOut CarryOut,
	show func(*site.Request, proposed) (site.Response, error),
) (site.Response, error) {
	takeChanges(r.Input)
	p, refused := proposed{changes: changesOf(r.Input)}, ""
	var err error
	p.before, p.now, _, err = r.Site.Economy.Proposed(ctx, r.Scope(), func(edit store.EditFunc) error {
		return edit(ctx, func(e *store.Edit) (err error) {
			if refused, err = carryOut(ctx, r, e); refused != "" {
				return errRefused
			}
			return err
		})
	})
	if errors.Is(err, errRefused) {
		return site.Response{
			Status: http.StatusUnprocessableEntity, Page: proposalPage(r),
			View: pages.Economy{Lead: "These changes can’t be saved: " + refused},
		}, nil
	}
	if err != nil {
		return site.Response{}, err
	}
	return show(r, p)
}

// takeChanges lays changes that are sent as one text over the input.
func takeChanges(input *jsontree.Object) {
	text, sent := input.Get("changes")
	if !sent {
		return
	}
	input.Delete("changes")
	for name, value := range jsontree.ParseBody([]byte(ui.TextOf(text))).All() {
		input.Set(name, value)
	}
	jsontree.Prepare(input)
}

// changesOf returns what a request asks for as JSON, without what belongs to the request alone.
func changesOf(input *jsontree.Object) string {
	left := input.Clone()
	for _, name := range []string{"_token", "_method", "_base", "of"} {
		left.Delete(name)
	}
	return string(jsontree.AppendValue(nil, left))
}

func proposalPage(r *site.Request) *ui.Page {
	return r.Inside("What the changes would do", economyLink(r))
}

func showProposed(r *site.Request, p proposed) (site.Response, error) {
	files := func(of string, labels ...string) (list []pages.EconomyFile) {
		for _, label := range labels {
			list = append(list, pages.EconomyFile{Label: label, Of: of, URL: r.URL.Path + "/" + fileNames[label]})
		}
		return list
	}
	view := pages.Economy{
		Lead: fmt.Sprintf("With the changes that are not saved, %s want %s items in the world; as it is stored, %s. Food and drink for each "+
			"of %d players: %.1f, and %.1f as it is stored.",
			ui.Plural(p.now.Totals.Types, "type", "types"), ui.HumanCount(p.now.Totals.Wanted), ui.HumanCount(p.before.Totals.Wanted),
			p.now.Food.Players, p.now.Food.PerPlayer, p.before.Food.PerPlayer),
		Notes:    notes(p.now),
		Proposed: &pages.EconomyProposal{Path: r.URL.Path, Changes: p.changes},
		Sections: append(p.differences(r, files), p.sections(files)...),
	}
	return site.Response{Page: proposalPage(r), View: view}, nil
}
