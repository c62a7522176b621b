package delivery

import (
	"context"
	"errors"
	"slices"

	"quartermaster/internal/delivery"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/queue"
	"quartermaster/internal/record"
	"quartermaster/internal/target"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// startDelivery sends what was ticked.
func startDelivery(ctx context.Context, r *site.Request) (site.Response, error) {
	o := orderOf(r)
	if len(o.Paths)+len(o.Delete) == 0 {
		return refused(r, planURL(r), ui.Notice{Tone: ui.Warn, Text: "Tick the files to send."}), nil
	}
	d, err := r.Site.Deliveries.Start(ctx, r.Scope(), o)
	return started(r, d, err, planURL(r))
}

// orderOf returns what was ticked.
func orderOf(r *site.Request) delivery.Options {
	o := delivery.Options{
		Paths: ticked(r.Input, "paths"), Delete: ticked(r.Input, "delete"), Choices: map[string]delivery.Side{},
		Override: r.Text("override") == "1", Reason: r.Text("reason"),
	}
	for _, path := range ticked(r.Input, "mine") {
		o.Paths, o.Choices[path] = append(o.Paths, path), delivery.Mine
	}
	return o
}

// ticked returns the values of boxes that were ticked.
func ticked(input *jsontree.Object, name string) []string {
	sent, _ := input.Get(name)
	return record.TextsOf(sent)
}

// started leads to a delivery, or back with the reason why there is none.
func started(r *site.Request, d delivery.Delivery, err error, back string) (site.Response, error) {
	switch {
	case err == nil && d.IsEmpty():
		return r.Tell(back, ui.Notice{Tone: ui.Neutral, Text: "Nothing was sent: " + nothingText(d)}), nil
	case err == nil:
		return site.Redirect(deliveriesURL(r) + "/" + d.SID), nil
	case errors.Is(err, queue.ErrTooMany):
		return refused(r, back, site.TooManyJobs), nil
	}
	text := refusalText(err)
	if text == "" {
		return site.Response{}, err
	}
	return refused(r, back, ui.Notice{Tone: ui.Bad, Text: text}), nil
}

// nothingText says why a delivery has sent nothing.
func nothingText(d delivery.Delivery) string {
	if n := d.Counts[delivery.ChangedThere]; n > 0 {
		return ui.Plural(n, "file differs, which", "files differ, which") + " someone has changed on the server."
	}
	return "the server has all files as they are here."
}

// refusalText says why a delivery was refused; it is empty for what is not the fault of who asked.
func refusalText(err error) string {
	var blocked delivery.BlockedError
	var unreached *delivery.UnreachedError
	var wrong validate.Errors
	switch {
	case errors.As(err, &blocked):
		return "Nothing was sent. " + blocked.Error()
	case errors.As(err, &unreached):
		return "Nothing was sent. " + unreached.Sentence()
	case errors.As(err, &wrong):
		return "Nothing was sent. " + wrong.First()
	case errors.Is(err, delivery.ErrBusy):
		return "Another delivery of this instance is running."
	case errors.Is(err, delivery.ErrOtherServer):
		return "The delivery went to a different server."
	case errors.Is(err, delivery.ErrNoCopies):
		return "The copies this needs are gone."
	case errors.Is(err, target.ErrNone):
		return "No server to connect to yet."
	}
	return ""
}

// orderFormID names the form in which files are ticked.
const orderFormID = "delivery"

// refused leads back to the form, which shows the reason and what was entered.
func refused(r *site.Request, back string, notice ui.Notice) site.Response {
	flash := r.Entered(orderFormID, nil)
	flash.Notices = []ui.Notice{notice}
	r.Leave(flash)
	return site.Redirect(back)
}

// restoreTicks ticks and enters again what was sent with an order that was refused.
func restoreTicks(r *site.Request, view *pages.DeliveryPlan) {
	left := r.Flash()
	if left.Form != orderFormID {
		return
	}
	input := jsontree.ParseBody(left.Input)
	for i := range view.Groups {
		chosen := ticked(input, view.Groups[i].Field)
		for n := range view.Groups[i].Files {
			file := &view.Groups[i].Files[n]
			file.Ticked = slices.Contains(chosen, file.Path)
		}
	}
	view.Override.Ticked, view.Override.Reason = input.Text("override") == "1", input.Text("reason")
}
