package web

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"quartermaster/internal/store"
	"quartermaster/internal/web/ui"
)

// conflictsShown is how many records a page names that keep a revision from being taken back.
const conflictsShown = 5

// showUndo asks before one revision is taken back alone, with what that would change, or says why it cannot be.
func showUndo(ctx context.Context, r *request) (response, error) {
	revision, err := r.revisionOfRoute(ctx)
	if err != nil {
		return response{}, err
	}
	would, err := r.web.DB.Undo(ctx, r.scope(), store.Undo{Number: revision.Number, DryRun: true})
	if why := notUndone(err); why != nil {
		return r.cannotUndo(ctx, revision, why)
	}
	if err != nil || would.Total().None() {
		return r.nothingToUndo(revision.Number), err
	}
	return response{Page: r.undoPage(revision), View: ui.FormView{
		Lead:  "This undoes “" + revision.Summary + "” and keeps all later changes. It is a new revision, so you can undo it, too.",
		Facts: r.revertFacts(would, madeByIt),
		Form: ui.Form{
			ID: "undo", Action: r.revisionURL(revision.Number) + "/undo?seen=" + decimal(r.newest()),
			Submit: "Undo revision " + ui.HumanCount(revision.Number), Cancel: r.revisionURL(revision.Number), Danger: would.Total().Deleted > 0,
		},
	}}, nil
}

func (r *request) undoPage(revision store.Revision) *ui.Page {
	return r.inside("Undo revision "+ui.HumanCount(revision.Number), r.historyLink(), ui.Link{Label: ui.Capital(revision.Summary), URL: r.revisionURL(revision.Number)})
}

// notUndone returns sentences on why a revision cannot be taken back; none for other errors.
func notUndone(err error) (why []string) {
	var found store.Conflicts
	if errors.Is(err, store.ErrTaken) {
		return []string{"Another record now has the name or the position of a record that would be restored."}
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

// cannotUndo says what is in the way, and links to what can be done instead.
func (r *request) cannotUndo(ctx context.Context, revision store.Revision, why []string) (response, error) {
	view := historyView{Empty: ui.Empty{Title: "This revision cannot be undone on its own", Text: strings.Join(why, " ")}}
	_, err := r.web.DB.Revision(ctx, r.scope(), revision.Number-1)
	if err == nil {
		view.Empty.Text += " You can go back to the revision before it, which also reverts everything later."
		view.Empty.Action = &ui.Link{Label: "Go back to revision " + ui.HumanCount(revision.Number-1), URL: r.revisionURL(revision.Number-1) + "/revert"}
	}
	if errors.Is(err, store.ErrNotFound) {
		err = nil // the history does not hold it any more
	}
	return response{Page: r.undoPage(revision), View: view}, err
}

func (r *request) nothingToUndo(number int64) response {
	return r.tell(r.revisionURL(number), ui.Notice{Tone: ui.Warn, Text: "Nothing to undo: everything that this revision changed is as it was before."})
}

// undo takes a revision back, unless the instance is no longer what the question was about.
func undo(ctx context.Context, r *request) (response, error) {
	number, err := r.numberOfRoute()
	if err != nil {
		return response{}, err
	}
	seen, _ := strconv.ParseInt(r.text("seen"), 10, 64)
	done, err := r.web.DB.Undo(ctx, r.scope(), store.Undo{Number: number, Seen: seen})
	switch {
	case errors.Is(err, store.ErrChanged), notUndone(err) != nil:
		return r.tell(r.revisionURL(number)+"/undo", ui.Notice{Tone: ui.Warn, Text: "The instance has been changed in the meantime. This is what Undo would change now."}), nil
	case err != nil:
		return response{}, err
	case done.Number == 0:
		return r.nothingToUndo(number), nil
	}
	return r.reverted(done, "Revision "+ui.HumanCount(number)+" was undone."), nil
}
