package delivery

import (
	"context"
	"errors"

	"quartermaster/internal/delivery"
	"quartermaster/internal/target"
	"quartermaster/internal/web/history"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

func rollbackURL(r *site.Request) string {
	return deliveriesURL(r) + "/" + r.Param("delivery") + "/rollback"
}

// showRollback shows what going back to before a delivery would do.
func showRollback(ctx context.Context, r *site.Request) (site.Response, error) {
	one := deliveriesURL(r) + "/" + r.Param("delivery")
	plan, err := r.Site.Deliveries.PlanRollback(ctx, r.Scope(), r.Param("delivery"), delivery.Options{})
	if err != nil {
		return started(r, delivery.Delivery{}, err, one)
	}
	view := pages.DeliveryPlan{
		Lead: "What the rollback would restore on the game server. Nothing changes until you say so, and copies of replaced files are " +
			"kept: you can roll this back as well. The records of the instance stay as they are, so the next delivery would send them again.",
		Facts:  rollbackFacts(r, plan),
		Target: ui.Link{Label: "Connection", URL: targetURL(r)}, Links: []ui.Link{{Label: "All deliveries", URL: deliveriesURL(r)}},
		Submit:   "Roll back",
		Override: pages.Override{Held: "Rollback blocked", Title: "Roll back anyway", Label: "Roll back although something holds it back"},
	}
	drawHolds(&view, &plan.Plan)
	view.Groups = rollbackGroups(r, plan)
	restoreTicks(r, &view)
	if len(view.Groups) > 0 {
		view.Action = rollbackURL(r)
	} else {
		view.Empty = ui.Empty{Title: "Nothing to roll back", Text: "The game server already has these files as they were before that delivery."}
	}
	page := r.Inside("Roll back", ui.Link{Label: "Deliveries", URL: deliveriesURL(r)}, ui.Link{Label: "Delivery", URL: one})
	return site.Response{Page: page, View: view}, nil
}

func rollbackFacts(r *site.Request, p delivery.RollbackPlan) []pages.TargetFact {
	facts := []pages.TargetFact{
		{Label: "Game server", Text: runningText(p.Server)}, {Label: "Taken back", Text: ui.Plural(p.Deliveries, "delivery", "deliveries")},
	}
	if p.Revision > 0 {
		facts = append(facts, pages.TargetFact{Label: "Revision before", Text: ui.HumanCount(p.Revision)})
	}
	same := 0
	for i := range p.Files {
		if p.Effect(&p.Files[i]) == delivery.Same {
			same++
		}
	}
	if same > 0 {
		facts = append(facts, pages.TargetFact{Label: "As they were", Text: ui.Plural(same, "file", "files")})
	}
	return facts
}

// rollbackGroups lists the files by what becomes of them.
func rollbackGroups(r *site.Request, p delivery.RollbackPlan) (groups []pages.PlannedGroup) {
	for _, group := range []struct {
		pages.PlannedGroup
		effect delivery.FileStatus
	}{
		{pages.PlannedGroup{ID: "restore", Title: "To be restored", Field: "paths"}, delivery.Restored},
		{
			pages.PlannedGroup{ID: "remove", Title: "To be deleted", Field: "paths", Help: "The server didn’t have these files before."},
			delivery.Deleted,
		},
		{
			pages.PlannedGroup{
				ID: "theirs", Title: "Changed on the server since", Field: "mine",
				Help: "Someone has changed these files on the server since they were delivered. They stay unless you tick them; then those changes " +
					"are lost there, and copies are kept.",
			},
			delivery.ChangedThere,
		},
	} {
		for i := range p.Files {
			if p.Effect(&p.Files[i]) == group.effect {
				group.Files = append(group.Files, rolledBack(r, &p.Files[i], group.effect))
			}
		}
		if len(group.Files) > 0 {
			group.Title += " (" + ui.HumanCount(int64(len(group.Files))) + ")"
			groups = append(groups, group.PlannedGroup)
		}
	}
	return groups
}

func rolledBack(r *site.Request, f *delivery.File, effect delivery.FileStatus) pages.PlannedFile {
	drawn := pages.PlannedFile{
		Path: f.Path, URL: history.FileURL(r, "deliveries/"+r.Param("delivery")+"/rollback/files", f.Path),
		Ticked: effect != delivery.ChangedThere,
	}
	switch {
	case f.SHA256 == "":
		drawn.Note = "the server did not have it"
	case f.Status == delivery.NotThere:
		drawn.Note = "the server does not have it any more"
	case f.AtStart():
		drawn.Note = "read when the game server starts"
	}
	if f.SHA256 != "" {
		drawn.Size = ui.HumanSize(f.Bytes)
	}
	return drawn
}

// showRollbackDiff shows what the rollback would change in a file.
func showRollbackDiff(ctx context.Context, r *site.Request) (site.Response, error) {
	c, err := r.Site.Deliveries.CompareRollback(ctx, r.Scope(), r.Param("delivery"), r.Param("*"))
	var unreached *delivery.UnreachedError
	if errors.As(err, &unreached) || errors.Is(err, target.ErrNone) || errors.Is(err, delivery.ErrOtherServer) ||
		errors.Is(err, delivery.ErrNoCopies) {
		return site.Redirect(rollbackURL(r)), nil
	}
	if err == nil {
		err = c.Demand(r.Scope())
	}
	if err != nil {
		return site.Response{}, err
	}
	return history.RollbackDiff(r, c, ui.Link{Label: "Deliveries", URL: deliveriesURL(r)}, ui.Link{
		Label: "Roll back", URL: rollbackURL(r),
	}), nil
}

// rollBack brings back what was ticked of what the server had before a delivery.
func rollBack(ctx context.Context, r *site.Request) (site.Response, error) {
	o := orderOf(r)
	if len(o.Paths) == 0 {
		return refused(r, rollbackURL(r), ui.Notice{Tone: ui.Warn, Text: "Tick the files to roll back."}), nil
	}
	d, err := r.Site.Deliveries.StartRollback(ctx, r.Scope(), r.Param("delivery"), o)
	return started(r, d, err, rollbackURL(r))
}

func confirmForget(url string) *ui.Confirm {
	form := ui.PlainForm("forget", url+"/forget", "Delete copies")
	form.Danger = true
	return &ui.Confirm{
		Form: form, Label: "Delete copies", Title: "Delete the copies of this delivery?",
		Text: "They count toward your plan’s storage, and are deleted after 30 days and ten more deliveries. Without them nothing goes " +
			"back to before this delivery.",
	}
}

// forgetCopies deletes the copies of a delivery.
func forgetCopies(ctx context.Context, r *site.Request) (site.Response, error) {
	page := deliveriesURL(r) + "/" + r.Param("delivery")
	err := r.Site.Deliveries.ForgetCopies(ctx, r.Scope(), r.Param("delivery"))
	if errors.Is(err, delivery.ErrBusy) {
		return r.Tell(page, ui.Notice{Tone: ui.Warn, Text: "The delivery still needs its copies."}), nil
	}
	if err != nil {
		return site.Response{}, err
	}
	return r.Done(page, "The copies were deleted."), nil
}
