package delivery

import (
	"context"
	"errors"
	"time"

	"quartermaster/internal/delivery"
	"quartermaster/internal/outcome"
	"quartermaster/internal/queue"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// deliveriesPerPage is how many deliveries a page lists.
const deliveriesPerPage = 25

// listDeliveries lists what was sent to the server.
func listDeliveries(ctx context.Context, r *site.Request) (site.Response, error) {
	number := r.PageNumber()
	list, total, err := r.Site.Deliveries.List(ctx, r.Scope(), deliveriesPerPage, (number-1)*deliveriesPerPage)
	if err != nil {
		return site.Response{}, err
	}
	view := pages.Deliveries{
		Lead: "What was sent to the game server. Copies of the files that were replaced are kept for 30 days, and those of the last ten " +
			"deliveries for longer.",
		Pager: ui.Pager{Query: r.Query(), Page: number, PerPage: deliveriesPerPage, Total: int(total)},
		Empty: ui.Empty{
			Title: "No deliveries yet", Text: "Nothing has been sent to the game server yet.",
			Action: &ui.Link{Label: "See what differs", URL: planURL(r), Quiet: true},
		},
	}
	for _, d := range list {
		row := pages.DeliveryRow{
			Label: labelOf(d), URL: deliveriesURL(r) + "/" + d.SID, When: time.UnixMicro(d.Created), Who: d.Who, Files: filesText(d),
			Status: string(d.Status), Tone: statusTones[d.Status],
		}
		if d.Revision > 0 {
			row.Revision = ui.Link{Label: ui.HumanCount(d.Revision), URL: r.Instance.RevisionURL(d.Revision)}
		}
		view.Rows = append(view.Rows, row)
	}
	page := r.Inside("Deliveries")
	page.Actions = []ui.Link{{Label: "Send changes", URL: planURL(r)}}
	return site.Response{Page: page, View: view}, nil
}

func labelOf(d delivery.Delivery) string {
	if d.BackTo != "" {
		return "Rollback"
	}
	return "Delivery"
}

func filesText(d delivery.Delivery) string {
	text := ui.Plural(d.Counts[delivery.Sent], "file", "files") + " sent"
	if n := d.Counts[delivery.Deleted]; n > 0 {
		text += ", " + ui.HumanCount(int64(n)) + " deleted"
	}
	if n := d.Counts[delivery.ChangedThere]; n > 0 {
		text += ", " + ui.HumanCount(int64(n)) + " left alone: changed on the server"
	}
	if n := d.Counts[delivery.NotTaken] + d.Counts[delivery.NotSent] + d.Counts[delivery.TakenBack]; n > 0 {
		text += ", " + ui.HumanCount(int64(n)) + " not sent"
	}
	return text
}

var statusTones = map[delivery.Status]ui.Tone{
	delivery.Done: ui.Good, delivery.Failed: ui.Bad, delivery.Cancelled: ui.Warn, delivery.Queued: ui.Neutral, delivery.Running: ui.Neutral,
}

var fileTones = map[delivery.FileStatus]ui.Tone{
	delivery.Sent: ui.Good, delivery.Deleted: ui.Good, delivery.ChangedThere: ui.Warn, delivery.NotSent: ui.Warn, delivery.TakenBack: ui.Warn,
	delivery.NotTaken: ui.Bad,
	delivery.Waiting:  ui.Neutral, delivery.Sending: ui.Neutral, delivery.Replacing: ui.Neutral,
}

// showDelivery shows a delivery: its progress, or what has become of its files.
func showDelivery(ctx context.Context, r *site.Request) (site.Response, error) {
	d, err := r.Site.Deliveries.Find(ctx, r.Scope(), r.Param("delivery"))
	if err != nil {
		return site.Response{}, err
	}
	view := pages.Delivery{
		Lead: leadOf(d), Facts: factsOfDelivery(d), Error: outcome.Sentence(d.Error), Status: "Waiting for other jobs to finish",
		Links: []ui.Link{{Label: "Send changes", URL: planURL(r)}, {Label: "All deliveries", URL: deliveriesURL(r)}},
	}
	for _, f := range d.Files {
		view.Files = append(view.Files, pages.SentFile{
			Path: f.Path, Status: string(f.Status), Tone: fileTones[f.Status], Size: ui.HumanSize(f.Bytes), Error: outcome.Sentence(f.Error),
		})
	}
	url := deliveriesURL(r) + "/" + d.SID
	if d.Finished == 0 && d.Job != "" {
		view.Events, view.Cancel, view.Files = r.Instance.JobURL(d.Job)+"/events", confirmStop(url), nil
	}
	if d.CanGoBack() {
		view.Back, view.Forget = ui.Link{Label: "Roll back", URL: url + "/rollback"}, confirmForget(url)
	}
	return site.Response{Page: r.Inside(labelOf(d), ui.Link{Label: "Deliveries", URL: deliveriesURL(r)}), View: view}, nil
}

func leadOf(d delivery.Delivery) string {
	switch {
	case d.Finished == 0:
		return "The files are on their way."
	case d.Status == delivery.Cancelled:
		return "It was cancelled. " + filesText(d) + "."
	case d.BackTo != "" && d.Status == delivery.Done:
		return "The game server’s files are as they were before that delivery: " + filesText(d) + "."
	case len(d.Files) == 0 && d.Status == delivery.Done:
		return "There was nothing to send."
	}
	return ui.Capital(filesText(d)) + "."
}

func factsOfDelivery(d delivery.Delivery) []pages.TargetFact {
	facts := []pages.TargetFact{
		{Label: "Result", Text: string(d.Status)},
		{Label: "Who", Text: d.Who},
		{Label: "When", Text: time.UnixMicro(d.Created).UTC().Format("2 January 2006, 15:04 MST")},
	}
	if d.Revision > 0 {
		facts = append(facts, pages.TargetFact{Label: "Revision", Text: ui.HumanCount(d.Revision)})
	}
	if d.Options.Override {
		facts = append(facts, pages.TargetFact{Label: "Sent anyway, because", Text: d.Options.Reason})
	}
	return facts
}

func confirmStop(url string) *ui.Confirm {
	form := ui.PlainForm("cancel", url+"/cancel", "Cancel delivery")
	form.Danger = true
	return &ui.Confirm{
		Form: form, Label: "Cancel delivery", Title: "Cancel this delivery?", Keep: "Continue",
		Text: "Files being sent are finished, the rest are not sent. You can roll back what was sent.",
	}
}

// cancelDelivery stops a delivery that waits or runs.
func cancelDelivery(ctx context.Context, r *site.Request) (site.Response, error) {
	d, err := r.Site.Deliveries.Find(ctx, r.Scope(), r.Param("delivery"))
	if err == nil && d.Job == "" {
		err = store.ErrNotFound
	}
	if err != nil {
		return site.Response{}, err
	}
	page := deliveriesURL(r) + "/" + d.SID
	job, err := r.Site.DB.Get(ctx, record.Jobs, r.Scope(), d.Job)
	if err != nil {
		return site.Response{}, err
	}
	err = r.Site.Imports.Cancel(ctx, job[record.Jobs.Index("user_id")].(int64), d.Job)
	if errors.Is(err, queue.ErrEnded) {
		return r.Tell(page, ui.Notice{Tone: ui.Warn, Text: "The delivery ended before it could be cancelled."}), nil
	}
	return site.Redirect(page), err
}
