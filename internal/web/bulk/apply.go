package bulk

import (
	"context"
	"errors"
	"strconv"

	"quartermaster/internal/bulk"
	"quartermaster/internal/queue"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// maxLeft is how many rows can be left out: they stand in the address.
const maxLeft = 500

var (
	nothingChosen  = validate.Refusal("q", "Choose what to change.")
	errChangedSeen = errors.New("bulk: the instance has changed since the preview")
)

// apply makes the change, unless the instance has changed since the preview. It also turns the pages of the preview, so that the rows
// that are left out on one of them are known on the others.
func (c changes) apply(ctx context.Context, r *site.Request) (site.Response, error) {
	a := c.read(r)
	preview := a.at(r, "/preview")
	switch page := r.Text("page"); {
	case len(a.left) > maxLeft:
		a.left = nil
		return r.Tell(a.at(r, "/preview"), ui.Notice{
			Tone: ui.Bad, Text: "More than " + ui.HumanCount(maxLeft) + " rows cannot be left out. Narrow the filter instead.",
		}), nil
	case page != "":
		return site.Redirect(preview + "&page=" + page), nil
	case !a.chooses() || len(a.wrong) > 0 || len(a.operations) == 0:
		return site.Redirect(preview), nil
	}
	req := a.request()
	req.Except, req.Revision = a.left, unchangedSince(r)
	done, err := r.Site.Bulk.Make(ctx, r.Scope(), req)
	switch {
	case err != nil:
		return a.notMade(r, err)
	case done.Job != "":
		return site.Redirect(r.Instance.JobURL(done.Job)), nil
	}
	result := done.Results[0]
	return made(r, a.list(r), changed(result, a.One, a.Many), len(result.Changes)+len(result.Referring)), nil
}

// unchangedSince refuses a change on another revision than the one that the preview has seen.
func unchangedSince(r *site.Request) func(int64) error {
	seen := r.Text("seen")
	return func(number int64) error {
		if strconv.FormatInt(number, 10) != seen {
			return errChangedSeen
		}
		return nil
	}
}

// notMade leads back to the preview, with a notice why nothing was changed.
func (a *asked) notMade(r *site.Request, err error) (site.Response, error) {
	preview := a.at(r, "/preview")
	switch {
	case errors.Is(err, errChangedSeen):
		return r.Tell(preview, changedMeanwhile), nil
	case errors.Is(err, queue.ErrTooMany):
		return r.Tell(preview, site.TooManyJobs), nil
	}
	if err := a.report(err); err != nil {
		return site.Response{}, err
	}
	notice := ui.Notice{Tone: ui.Bad}
	for _, problems := range a.wrong {
		notice.Text = problems.First()
	}
	return r.Tell(preview, notice), nil
}

var changedMeanwhile = ui.Notice{Tone: ui.Warn, Text: "The instance has been changed in the meantime. This is what would change now."}

// changed says how many records a change has changed.
func changed(done *bulk.Result, one, many string) string {
	verb := [2]string{" was changed", " were changed"}
	if len(done.Changes) > 0 && done.Changes[0].New == nil {
		verb = [2]string{" was deleted", " were deleted"}
	}
	text := ui.Plural(len(done.Changes), one+verb[0], many+verb[1])
	if n := len(done.Referring); n > 0 {
		text += ", and " + ui.Plural(n, "record that names them", "records that name them")
	}
	return text + "."
}

// made leads to a page with a notice about n changed records, which offers Undo.
func made(r *site.Request, path, text string, n int) site.Response {
	if n == 0 {
		return r.Tell(path, ui.Notice{Tone: ui.Warn, Text: "Nothing changed: all records already have these values."})
	}
	return r.Done(path, text)
}
