package delivery

import (
	"context"
	"errors"

	"quartermaster/internal/mission"
	"quartermaster/internal/pull"
	"quartermaster/internal/queue"
	"quartermaster/internal/target"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

const pullFormID = "pull"

// showPull asks how files of the server are to be taken in.
func showPull(ctx context.Context, r *site.Request) (site.Response, error) {
	t, known, err := stored(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	if !known {
		return r.Tell(targetURL(r), ui.Notice{Tone: ui.Warn, Text: "Set up the connection first."}), nil
	}
	form := ui.PlainForm(pullFormID, r.Instance.URL+"/pull", "Compare with the server", ui.Field{
		Name: "mode", Label: "What to take", Kind: ui.Radios, Options: []ui.Option{
			{
				Value: string(mission.Update), Label: "Changes on the server", Selected: true,
				Help: "Your own changes in the same files stay. Where a value changed on both sides, you choose.",
			},
			{
				Value: string(mission.Merge), Label: "Changed files, exactly as on the server",
				Help: "Overwrites your changes in these files.",
			},
			{
				Value: string(mission.Replace), Label: "All files that differ",
				Help: "Makes your records match the server, even where only you changed something. Records that are missing from the files " +
					"are deleted.",
			},
		},
	})
	view := ui.FormView{
		Lead: "Finds files that changed on " + t.Address() +
			" since the last delivery or import. You see the changes before anything happens.",
		Form: r.Restore(form),
	}
	return site.Response{Page: r.Inside("Fetch files from the server", ui.Link{Label: "Connection", URL: targetURL(r)}), View: view}, nil
}

// startPull queues a pull, a preview unless the form says otherwise, and leads to its page.
func startPull(ctx context.Context, r *site.Request) (site.Response, error) {
	o := pull.Options{Mode: mission.Mode(r.Text("mode")), Paths: ticked(r.Input, "paths"), DryRun: r.Text("import") != "1"}
	if r.Text("merge") == "1" { // from the page of a delivery
		o.Paths = ticked(r.Input, "there")
	}
	o.Prefer, o.Choices = r.Sides()
	job, err := r.Site.Pulls.Start(ctx, r.Scope(), o)
	var wrong validate.Errors
	switch {
	case errors.As(err, &wrong):
		return r.Invalid(pullFormID, r.Instance.URL+"/pull", wrong), nil
	case errors.Is(err, target.ErrNone):
		return site.Redirect(r.Instance.URL + "/pull"), nil
	case errors.Is(err, queue.ErrTooMany):
		return r.Tell(r.Instance.URL+"/pull", site.TooManyJobs), nil
	case err != nil:
		return site.Response{}, err
	}
	if err := r.Site.Jobs.Await(ctx, r.User.ID, job); err != nil {
		return site.Response{}, err
	}
	return site.Redirect(r.Instance.JobURL(job)), nil
}
