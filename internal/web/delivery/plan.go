package delivery

import (
	"context"
	"errors"
	"slices"

	"quartermaster/internal/delivery"
	"quartermaster/internal/outcome"
	"quartermaster/internal/target"
	"quartermaster/internal/web/history"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

func planURL(r *site.Request) string       { return r.Instance.URL + "/delivery" }
func deliveriesURL(r *site.Request) string { return r.Instance.URL + "/deliveries" }

// showPlan shows what a delivery would send. Without a server there is nothing to compare with.
func showPlan(ctx context.Context, r *site.Request) (site.Response, error) {
	view := pages.DeliveryPlan{
		Lead:   "Compares your game server with this instance. Nothing is sent until you say so.",
		Target: ui.Link{Label: "Connection", URL: targetURL(r)}, Links: []ui.Link{{Label: "Past deliveries", URL: deliveriesURL(r)}},
		Submit:   "Send to the server",
		Override: pages.Override{Held: "Delivery blocked", Title: "Send anyway", Label: "Send although something holds it back"},
	}
	page := r.Inside("Send changes")
	plan, err := r.Site.Deliveries.Plan(ctx, r.Scope())
	var unreached *delivery.UnreachedError
	switch {
	case errors.Is(err, target.ErrNone):
		connect := r.Restore(targetForm(r, target.Target{}, false))
		view.Lead = "No game server yet. Enter your server's SFTP or FTP access. You see what would be sent before anything is."
		view.Connect, view.Target.Label = &connect, ""
	case errors.As(err, &unreached):
		view.Error = unreached.Sentence()
	case err != nil:
		return site.Response{}, err
	default:
		drawPlan(r, &view, plan)
	}
	return site.Response{Page: page, View: view}, nil
}

func drawPlan(r *site.Request, view *pages.DeliveryPlan, p delivery.Plan) {
	view.Facts = []pages.TargetFact{
		{Label: "Game server", Text: runningText(p.Server)},
		{Label: "Problems", Text: problemsText(p.Problems)},
		{Label: "Revision", Text: ui.HumanCount(p.Revision)},
	}
	if p.Problems.Errors > 0 {
		view.Problems = ui.Link{Label: "See the problems", URL: r.Instance.URL + "/lint"}
	}
	drawHolds(view, &p)
	view.Groups = groupsOf(r, p)
	restoreTicks(r, view)
	same := 0
	for _, f := range p.Files {
		if f.Status == delivery.Same {
			same++
		}
	}
	if same > 0 {
		view.Facts = append(view.Facts, pages.TargetFact{Label: "Same on the server", Text: ui.Plural(same, "file", "files")})
	}
	if slices.ContainsFunc(view.Groups, func(g pages.PlannedGroup) bool { return g.Field != "" }) {
		view.Action = deliveriesURL(r)
	} else if len(view.Groups) == 0 {
		view.Empty = ui.Empty{Title: "Nothing to send", Text: "Your game server is up to date."}
	}
}

// drawHolds says what holds back what is ticked, or can be.
func drawHolds(view *pages.DeliveryPlan, p *delivery.Plan) {
	view.Blocked = outcome.Sentences(p.Holds())
	if len(p.Blocked) == 0 {
		view.Override.Held = "These files are held back until you tick them"
	}
}

func runningText(s delivery.GameStatus) string {
	switch {
	case !s.Known:
		return "Unknown. Enter its address and query port in the settings"
	case s.Running:
		return "Running, with " + ui.Plural(s.Players, "player", "players")
	}
	return "Not running"
}

func problemsText(p delivery.Problems) string {
	if p.Errors+p.Warnings+p.Infos == 0 {
		return "None"
	}
	return ui.Plural(p.Errors, "error", "errors") + ", " + ui.Plural(p.Warnings, "warning", "warnings") + ", " +
		ui.Plural(p.Infos, "note", "notes")
}

// groupsOf lists the files that are not the same, by what can be chosen of them.
func groupsOf(r *site.Request, p delivery.Plan) (groups []pages.PlannedGroup) {
	for _, group := range []struct {
		pages.PlannedGroup
		has func(f delivery.File) bool
	}{
		{
			pages.PlannedGroup{ID: "send", Title: "To be sent", Field: "paths"},
			func(f delivery.File) bool { return f.Differs() && f.Status != delivery.ChangedThere },
		},
		{
			pages.PlannedGroup{
				ID: "theirs", Title: "Changed on the server", Field: "mine", Merge: r.Instance.URL + "/pull",
				Help: "Someone has changed these files on the server since they were last delivered or imported. They stay unless you tick them; " +
					"then yours replace them, and copies are kept. Or take the changes in first, and choose field by field where both have changed " +
					"something.",
			},
			func(f delivery.File) bool { return f.Differs() && f.Status == delivery.ChangedThere },
		},
		{
			pages.PlannedGroup{
				ID: "gone", Title: "No longer in this instance", Field: "delete",
				Help: "These files were delivered earlier. They stay on the server unless you tick them; then they are " +
					"deleted there, and copies are kept.",
			},
			func(f delivery.File) bool { return f.Gone },
		},
		{pages.PlannedGroup{ID: "unsendable", Title: "Cannot be sent"}, func(f delivery.File) bool { return f.Error != "" }},
		{
			pages.PlannedGroup{ID: "others", Title: "Only on the server", Help: "Quartermaster didn’t make these files and leaves them alone."},
			func(f delivery.File) bool { return f.Status == delivery.OnlyThere && !f.Gone },
		},
	} {
		for _, f := range p.Files {
			if group.has(f) {
				group.Files = append(group.Files, plannedFile(r, f))
			}
		}
		if len(group.Files) > 0 {
			group.Title += " (" + ui.HumanCount(int64(len(group.Files))) + ")"
			groups = append(groups, group.PlannedGroup)
		}
	}
	return groups
}

func plannedFile(r *site.Request, f delivery.File) pages.PlannedFile {
	drawn := pages.PlannedFile{
		Path: f.Path, Size: ui.HumanSize(f.Bytes), Ticked: f.Differs() && f.Status != delivery.ChangedThere, Note: noteOf(f),
	}
	if f.Records > 0 {
		drawn.Records = ui.HumanCount(int64(f.Records))
	}
	if f.Differs() {
		drawn.URL = history.FileURL(r, "delivery/files", f.Path)
	}
	return drawn
}

// noteOf says in a few words what is special about a file.
func noteOf(f delivery.File) string {
	switch {
	case f.Error != "":
		return f.Error
	case f.Both:
		return "changed here as well"
	case f.Status == delivery.NotThere && f.AtStart():
		return "new; read when the game server starts"
	case f.Status == delivery.NotThere:
		return "new"
	case f.Differs() && f.AtStart():
		return "read when the game server starts"
	}
	return ""
}

// showServerDiff shows how a generated file differs from that of the server.
func showServerDiff(ctx context.Context, r *site.Request) (site.Response, error) {
	c, err := r.Site.Deliveries.Compare(ctx, r.Scope(), r.Param("*"))
	var unreached *delivery.UnreachedError
	if errors.As(err, &unreached) || errors.Is(err, target.ErrNone) {
		return site.Redirect(planURL(r)), nil
	}
	if err == nil {
		err = c.Demand(r.Scope())
	}
	if err != nil {
		return site.Response{}, err
	}
	return history.ServerDiff(r, c, ui.Link{Label: "Send changes", URL: planURL(r)}), nil
}
