package drafts

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"quartermaster/internal/access"
	"quartermaster/internal/layers"
	"quartermaster/internal/lint"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// isReviewed reports whether changes of the instance have to be approved.
func isReviewed(r *site.Request) bool { return r.Instance.Text("review") == store.ReviewRequired }

// showReview adds to the page of a layer what members have said about it, and the form to say so.
func showReview(ctx context.Context, r *site.Request, l store.Layer, view *pages.RowsPage) error {
	list, err := r.Site.DB.LayerReviews(ctx, r.Scope(), l.ID)
	for _, v := range list {
		said := ui.Said{By: v.By, Text: v.Comment, Void: v.Void, Time: time.UnixMicro(v.CreatedAt), Verdict: "rejected", Tone: ui.Bad}
		if v.Verdict == store.Approve {
			said.Verdict, said.Tone = "approved", ui.Good
		}
		view.Reviews = append(view.Reviews, said)
	}
	me := r.Scope().Person()
	isOpen := l.State == layers.Proposed || isReviewed(r) && l.State != layers.Settled
	if isOpen && r.May(access.Edit) && l.AuthorID != me && l.ChangedBy != me {
		view.Judge = layersURL(r) + "/" + l.SID + "/review"
	}
	return err
}

func reviewLayer(ctx context.Context, r *site.Request) (site.Response, error) {
	url := layersURL(r) + "/" + r.Param("layer")
	verdict, comment := r.Text("verdict"), r.Text("comment")
	if !slices.Contains([]string{store.Approve, store.Reject}, verdict) || comment == "" || len([]rune(comment)) > longestText {
		return r.Tell(url, ui.Notice{Tone: ui.Bad, Text: fmt.Sprintf("A review needs a comment, of at most %d characters.", longestText)}), nil
	}
	err := r.Site.Layers.Review(ctx, r.Scope(), r.Param("layer"), verdict, comment)
	switch {
	case errors.Is(err, layers.ErrOwn):
		return r.Tell(url, ui.Notice{Tone: ui.Bad, Text: "Someone else has to review this: you made it, or changed it last."}), nil
	case errors.Is(err, layers.ErrSettled):
		return r.Tell(url, ui.Notice{Tone: ui.Bad, Text: "This layer is settled."}), nil
	case err != nil:
		return site.Response{}, err
	}
	text := "The layer is rejected. Its author can change and propose it again."
	if verdict == store.Approve {
		text = "The layer is approved. It can be turned on."
	}
	return r.Done(url, text), nil
}

// showEffects adds what the checks would find, and what the economy would come to, with a layer.
func showEffects(ctx context.Context, r *site.Request, l store.Layer, view *pages.RowsPage) error {
	change := func(e *store.Edit) error { return r.Site.Layers.Rehearse(ctx, e, l) }
	done, err := r.Site.Lint.Rehearse(ctx, r.Scope(), r.Site.Economy, change)
	if layers.Unfit(err) {
		view.Facts = append(view.Facts, "It no longer fits the server, so it cannot be turned on.")
		return nil
	}
	if err != nil {
		return err
	}
	view.Effects = append(view.Effects, effect("New problems", problemLines(done.Added))...)
	view.Effects = append(view.Effects, effect("Problems that would be gone", problemLines(done.Gone))...)
	if now, then := done.Before.Totals.Wanted, done.After.Totals.Wanted; now != then {
		text := fmt.Sprintf("Target: %s items instead of %s.", ui.HumanCount(then), ui.HumanCount(now))
		view.Effects = append(view.Effects, effect("Economy", []string{text})...)
	}
	return nil
}

// effectsShown is how many lines of an effect a page shows.
const effectsShown = 20

// effect is at most one effect, with the first of its lines.
func effect(title string, lines []string) []pages.Effect {
	if len(lines) == 0 {
		return nil
	}
	if more := len(lines) - effectsShown; more > 0 {
		lines = append(lines[:effectsShown:effectsShown], "And "+ui.HumanCount(int64(more))+" more.")
	}
	return []pages.Effect{{Title: title, Lines: lines}}
}

func problemLines(found []lint.Finding) (lines []string) {
	for _, f := range found {
		lines = append(lines, f.Label()+": "+f.Message())
	}
	return lines
}

// proposeInstead has what a draft changes proposed where that is reviewed.
func proposeInstead(r *site.Request, d store.MadeDraft, view *pages.RowsPage) {
	view.Lead += " Changes of " + d.OriginName + " are reviewed: propose yours, and another member approves them."
	view.Draft, view.Name = d.SID, d.Name
	view.Acts[0] = pages.RowAct{Label: "Propose", Action: urlOf(d.Origin) + "/layers"}
	if r.May(access.Manage) {
		view.Facts = append(view.Facts, "If it cannot wait, a manager can make the change now. The history shows the reason.")
	}
}

// originReviewed reports whether changes of the instance of a draft have to be approved.
func originReviewed(origin record.Row) bool {
	return origin[record.Instances.Index("review")] == store.ReviewRequired
}
