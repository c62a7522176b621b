package history

import (
	"context"
	"errors"
	"strings"

	"quartermaster/internal/clash"
	"quartermaster/internal/queue"
	"quartermaster/internal/revisions"
	"quartermaster/internal/store"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// conflictsShown is the most records that a page names as conflicts of an undo.
const conflictsShown = 5

// showUndo shows what undoing one revision, or all from one on, would change, and asks, or says why it cannot be undone.
func showUndo(ctx context.Context, r *site.Request) (site.Response, error) {
	revision, err := revisionOfRoute(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	ask := store.Undo{Number: revision.Number, From: numberIn(r, "from"), DryRun: true}
	would, err := r.Site.DB.Undo(ctx, r.Scope(), ask)
	if why := notUndone(err); why != nil {
		return cannotUndo(ctx, r, ask, revision, why)
	}
	if err != nil || would.Total().None() {
		return nothingToUndo(r, revision.Number), err
	}
	records, more, err := planned(ctx, r, would)
	return site.Response{Page: undoPage(r, ask, revision), View: pages.WayBack{
		Records: records, More: more,
		Lead:  "This undoes " + undoes(ask, revision) + " and keeps all later changes. This makes a new revision, so you can undo it, too.",
		Facts: revertFacts(r, would, madeByIt),
		Form: ui.Form{
			ID: "undo", Action: r.Instance.UndoURL(ask.First(), ask.Number, newest(r)),
			Submit: "Undo " + span(ask), Cancel: revisionURL(r, revision.Number), Danger: would.Total().Deleted > 0,
		},
	}}, err
}

func undoPage(r *site.Request, ask store.Undo, revision store.Revision) *ui.Page {
	return r.Inside("Undo "+span(ask), historyLink(r), ui.Link{
		Label: ui.Capital(revisions.Summary(revision.Summary)), URL: revisionURL(r, revision.Number),
	})
}

// notUndone returns sentences on why a revision cannot be undone, or nil if the error is another one.
func notUndone(err error) (why []string) {
	var found store.Conflicts
	if errors.Is(err, store.ErrTaken) {
		return []string{clash.Sentence(err, clash.Undo)}
	}
	if !errors.As(err, &found) {
		return nil
	}
	for _, c := range found[:min(len(found), conflictsShown)] {
		why = append(why, c.Error())
	}
	if more := len(found) - len(why); more > 0 {
		why = append(why, "And "+ui.Plural(more, "record", "records")+" more.")
	}
	return why
}

// cannotUndo shows the conflicts, and links to the revert to the revision before.
func cannotUndo(ctx context.Context, r *site.Request, ask store.Undo, revision store.Revision, why []string) (site.Response, error) {
	view := pages.History{Empty: ui.Empty{
		Title: ui.Capital(span(ask)) + " cannot be undone without later changes", Text: strings.Join(why, " "),
	}}
	before := ask.First() - 1
	_, err := r.Site.DB.Revision(ctx, r.Scope(), before)
	if err == nil {
		view.Empty.Text += " You can go back to the revision before, which also reverts everything later."
		view.Empty.Action = &ui.Link{Label: "Go back to revision " + ui.HumanCount(before), URL: revisionURL(r, before) + "/revert"}
	}
	if errors.Is(err, store.ErrNotFound) {
		err = nil // the history no longer has it
	}
	return site.Response{Page: undoPage(r, ask, revision), View: view}, err
}

func nothingToUndo(r *site.Request, number int64) site.Response {
	return r.Tell(revisionURL(r, number), ui.Notice{
		Tone: ui.Warn, Text: "Nothing to undo: everything is already as it was before this revision.",
	})
}

// undo undoes a revision, unless the instance has changed since the question.
func undo(ctx context.Context, r *site.Request) (site.Response, error) {
	number, err := numberOfRoute(r)
	if err != nil {
		return site.Response{}, err
	}
	ask := store.Undo{Number: number, From: numberIn(r, "from"), Seen: numberIn(r, "seen")}
	done, err := r.Site.Bulk.Undo(ctx, r.Scope(), ask)
	switch {
	case errors.Is(err, queue.ErrTooMany):
		return r.Tell(revisionURL(r, number), site.TooManyJobs), nil
	case errors.Is(err, store.ErrChanged), notUndone(err) != nil:
		return r.Tell(undoURL(r, ask), ui.Notice{
			Tone: ui.Warn, Text: "The instance has been changed in the meantime. This is what Undo would change now.",
		}), nil
	case err != nil:
		return site.Response{}, err
	case done.Job != "":
		return site.Redirect(r.Instance.JobURL(done.Job)), nil
	case done.Number == 0:
		return nothingToUndo(r, number), nil
	}
	return reverted(r, done.Reverted, undone(ask)), nil
}

// undoURL leads to the question whether to undo revisions.
func undoURL(r *site.Request, ask store.Undo) string {
	if ask.First() < ask.Number {
		return revisionURL(r, ask.Number) + "/undo?from=" + decimal(ask.First())
	}
	return revisionURL(r, ask.Number) + "/undo"
}

func undone(ask store.Undo) string {
	if ask.First() < ask.Number {
		return ui.Capital(span(ask)) + " were undone."
	}
	return ui.Capital(span(ask)) + " was undone."
}

// span names the revisions that are to be undone.
func span(ask store.Undo) string {
	if ask.First() < ask.Number {
		return "revisions " + ui.HumanCount(ask.First()) + " to " + ui.HumanCount(ask.Number)
	}
	return "revision " + ui.HumanCount(ask.Number)
}

// undoes says what is undone: a single revision by its summary.
func undoes(ask store.Undo, revision store.Revision) string {
	if ask.First() < ask.Number {
		return span(ask)
	}
	return "“" + revisions.Summary(revision.Summary) + "”"
}
