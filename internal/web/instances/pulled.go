package instances

import (
	"context"

	"quartermaster/internal/imports"
	"quartermaster/internal/pull"
	"quartermaster/internal/queue"
	"quartermaster/internal/record"
	"quartermaster/internal/web/history"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// showPulled shows how far a pull is, or what it has found.
func showPulled(ctx context.Context, r *site.Request, job record.Job) (site.Response, error) {
	page := r.Inside("Files from the server", ui.Link{Label: "Connection", URL: r.Instance.URL + "/target"})
	view := pages.Job{
		Status: progressText(job), Done: job.Done, Total: job.Total, What: job.What.Sentence(), Events: r.Instance.JobURL(job.SID) + "/events",
		Overview: r.Instance.URL,
	}
	var err error
	switch job.State {
	case queue.Failed:
		view.Error = job.Error.Sentence()
	case queue.Cancelled:
		view.Cancelled = "This was cancelled. What had already been imported is kept; see the history."
	case queue.Done:
		page.Notices, err = showDonePull(ctx, r, job, &view)
	default:
		view.Cancel = confirmCancel(r, job)
		view.Cancel.Form.Submit, view.Cancel.Label, view.Cancel.Title = "Cancel it", "Cancel it", "Stop fetching files?"
		view.Cancel.Text, view.Cancel.Keep = "Nothing is changed then, unless files are being imported already.", "Continue"
	}
	return site.Response{Page: page, View: view}, err
}

func showDonePull(ctx context.Context, r *site.Request, job record.Job, view *pages.Job) ([]ui.Notice, error) {
	summary, err := pull.Parse([]byte(job.Result))
	if err != nil {
		return nil, err
	}
	result, err := imports.Parse([]byte(job.Result))
	if err != nil {
		return nil, err
	}
	view.Pulled = pulledView(r, summary, result)
	if len(result.Files) == 0 {
		return nil, nil
	}
	if view.Report, err = reportView(ctx, r, result, ""); err != nil {
		return nil, err
	}
	if result.DryRun {
		view.Report.Conflicts = nil // they are in the form
	}
	return takenIn(ctx, r, result, undoOf(r, job))
}

// The most that is listed: files that differ, and of each the records that were changed on the server.
const (
	pulledShown = 200
	sinceShown  = 50
)

// pulledLead says how many files differ, or have before they were taken in.
func pulledLead(files int, preview bool) string {
	switch {
	case files == 0:
		return "The server has the same files as this instance. Nothing to fetch."
	case preview:
		return ui.Plural(files, "file differs", "files differ") + " from the server’s."
	}
	return ui.Plural(files, "file was", "files were") + " different on the server."
}

// pulledView lists the files that differ. After a preview it offers to import those that the pull takes.
func pulledView(r *site.Request, summary pull.Result, result imports.Result) *pages.Pulled {
	differences := summary.Differences
	view := &pages.Pulled{Lead: pulledLead(len(differences), result.DryRun)}
	for _, d := range differences[:min(len(differences), pulledShown)] {
		view.Files = append(view.Files, pulledFile(r, d))
	}
	if more := len(differences) - len(view.Files); more > 0 {
		view.More = "And " + ui.Plural(more, "more file.", "more files.")
	}
	switch {
	case result.Layer != nil:
		view.Deliver = &ui.Link{Label: "See what it would change: " + result.Layer.Name, URL: r.Instance.URL + "/layers/" + result.Layer.SID}
	case !result.DryRun:
		view.Deliver = &ui.Link{Label: "See what a delivery would send now", URL: r.Instance.URL + "/delivery"}
	case len(result.Files) > 0:
		o := summary.Options
		view.Import = &pages.PulledImport{
			Action: r.Instance.URL + "/pull", Submit: "Take in " + ui.Plural(len(result.Files), "file", "files"), Mode: string(o.Mode),
			Paths:   o.Paths,
			Choices: choicesOf(r, result.Files, "server", o.Prefer, o.Choices),
		}
	}
	return view
}

func pulledFile(r *site.Request, d pull.Difference) pages.PulledFile {
	f := pages.PulledFile{Path: d.Path, Bytes: d.Bytes, Tone: ui.Neutral}
	switch d.Status {
	case pull.OnlyThere:
		f.Status, f.Text, f.Tone = "new", "Only the server has it.", ui.Good
	case pull.Changed:
		f.Status, f.Text = "changed there", "Someone has changed it on the server."
	case pull.BothChanged:
		f.Status, f.Text, f.Tone = "changed on both sides", "You have changed it as well.", ui.Warn
	case pull.ChangedHere:
		f.Status, f.Text = "changed here", "The server has what was last delivered or imported."
	}
	if !d.Taken {
		f.Text += " It stays as it is."
	}
	shown := d.Since[:min(len(d.Since), sinceShown)]
	changes := make([]pages.Change, len(shown))
	for i, one := range shown {
		changes[i] = history.Differing(r, one)
	}
	f.Since, f.Changed = pages.ByAreaOf(d.Path, changes), len(shown)
	f.Omitted = len(d.Since) - len(shown) + d.Omitted
	return f
}
