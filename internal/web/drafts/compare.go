package drafts

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/layers"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// rowsShown is the most rows that a page shows, and rowsOpen how many of them are not folded. Those with conflicts come first.
const (
	rowsShown = 500
	rowsOpen  = 80
)

// showComparison shows what a draft has changed, or what another instance has otherwise.
func showComparison(ctx context.Context, r *site.Request) (site.Response, error) {
	if with := r.Text("with"); with != "" {
		return compareWith(ctx, r, with)
	}
	d, err := r.Site.DB.DraftOf(ctx, r.Scope())
	if errors.Is(err, store.ErrNotFound) {
		return site.Redirect(draftsURL(r)), nil
	}
	if err != nil {
		return site.Response{}, err
	}
	return comparison(ctx, r, d, nil)
}

// comparison draws what a draft has changed, with what was chosen so far where that was not enough.
func comparison(ctx context.Context, r *site.Request, d store.MadeDraft, chosen map[string]layers.Choice) (site.Response, error) {
	c, err := r.Site.Layers.Compare(ctx, d)
	if err != nil {
		return site.Response{}, err
	}
	origin, err := r.Site.DB.Get(ctx, record.Instances, store.Scope{UserID: d.Scope.UserID}, d.Origin)
	if err != nil {
		return site.Response{}, err
	}
	view, at, here := rowsPage(r, c.Rows, chosen), urlOf(d.Origin), r.Instance.URL+"/comparison"
	newest := origin[record.Instances.Index("revision")].(int64)
	view.ID, view.Lead = "bring-in", "What this draft changes, compared with "+d.OriginName+"."
	if behind := newest - d.BaseRevision; behind > 0 {
		moved := " has moved on by " + ui.Plural(int(behind), "revision", "revisions") + " since the draft was made or updated."
		view.Facts = append(view.Facts, d.OriginName+moved)
	}
	view.Acts = []pages.RowAct{{Label: "Bring in", Action: r.Instance.URL + "/merge"}}
	if newest > d.BaseRevision {
		view.Acts = append(view.Acts, pages.RowAct{
			Label: "Update the draft", Action: r.Instance.URL + "/refresh", Quiet: true,
		})
	}
	if len(c.Rows) == 0 {
		view.Empty, view.Acts = "No changes yet, or they are already in the server.", view.Acts[1:]
	}
	switch {
	case len(c.Rows) > 0 && originReviewed(origin):
		proposeInstead(r, d, &view)
	case len(c.Rows) > 0:
		view.Draft, view.Name = d.SID, d.Name
		view.Acts = append(view.Acts, pages.RowAct{Label: "Make a layer of it", Action: at + "/layers", Quiet: true})
	}
	if err := talk(ctx, r, &view, d.OriginScope(), at, here); err != nil {
		return site.Response{}, err
	}
	view.Comments, err = r.CommentsOf(ctx, d.OriginScope(), at, "draft:"+d.SID, here)
	return site.Response{Page: r.Inside("What the draft changes"), View: view}, err
}

func compareWith(ctx context.Context, r *site.Request, with string) (site.Response, error) {
	other, err := r.Site.DB.InstanceScope(ctx, r.User.ID, with)
	if err != nil {
		return site.Response{}, err
	}
	c, err := r.Site.Layers.CompareWith(ctx, r.Scope(), other)
	if err != nil {
		return site.Response{}, err
	}
	row, err := r.Site.DB.Get(ctx, record.Instances, store.Scope{UserID: other.UserID}, with)
	if err != nil {
		return site.Response{}, err
	}
	name := record.Instances.TitleOf(row)
	view := rowsPage(r, c.Rows, nil)
	view.ID, view.With = "take-over", with
	view.Lead = "Tick what you want to take over from " + name + ": it becomes a layer that you can turn on."
	if len(c.Rows) == 0 {
		view.Empty = "No differences."
	} else {
		view.Name = "From " + name
		for i := range view.Areas {
			view.Areas[i].Choosing = true
		}
		view.Acts = []pages.RowAct{{Label: "Make a layer of it", Action: r.Instance.URL + "/layers"}}
	}
	err = talk(ctx, r, &view, r.Scope(), r.Instance.URL, r.URL.RequestURI())
	return site.Response{Page: r.Inside("How " + name + " differs"), View: view}, err
}

// rowsPage draws rows by area, those with conflicts first.
func rowsPage(r *site.Request, rows []layers.Row, chosen map[string]layers.Choice) (view pages.RowsPage) {
	rows = slices.Clone(rows)
	slices.SortStableFunc(rows, func(a, b layers.Row) int { return clashes(b) - clashes(a) })
	counts := map[string]int64{}
	for _, row := range rows {
		counts[row.Resource]++
		view.Conflicts += clashes(row)
	}
	for shown, row := range rows[:min(len(rows), rowsShown)] {
		i := slices.IndexFunc(view.Areas, func(a pages.RowArea) bool { return a.Resource == row.Resource })
		if i < 0 {
			i = len(view.Areas)
			view.Areas = append(view.Areas, pages.RowArea{
				Resource: row.Resource, Title: nounOf(r, row.Resource), Count: counts[row.Resource],
			})
		}
		area, drawn := &view.Areas[i], drawRow(row, chosen)
		if shown < rowsOpen {
			area.Rows = append(area.Rows, drawn)
		} else {
			area.Rest = append(area.Rest, drawn)
		}
	}
	if more := len(rows) - rowsShown; more > 0 {
		view.More = "And " + ui.Plural(more, "record", "records") + " more."
	}
	return view
}

func clashes(row layers.Row) (n int) {
	for _, c := range row.Changes {
		if c.Clash {
			n++
		}
	}
	return n
}

// comesTo are what rows come to, in words.
var comesTo = map[string]string{layers.Already: "is there already", layers.Conflict: "was changed on both sides"}

func drawRow(row layers.Row, chosen map[string]layers.Choice) pages.ChangedRow {
	drawn := pages.ChangedRow{
		Key: keyOf(row), Name: row.Name, File: row.File, Action: row.State, State: comesTo[row.Now], About: aboutRow(row),
	}
	if drawn.Name == "" {
		drawn.Name = row.Resource
	}
	res := record.InInstanceAt(row.Resource)
	for _, c := range row.Changes {
		if row.State == layers.Deleted && !c.Clash {
			continue
		}
		if field := drawField(res, row, c, chosen); field.Before+field.After != "" || field.Lines != nil || c.Clash {
			drawn.Fields = append(drawn.Fields, field)
		}
	}
	return drawn
}

func keyOf(row layers.Row) string {
	return strings.Join([]string{row.Resource, row.Name, row.File, fmt.Sprint(max(row.Place, 1))}, "|")
}

func drawField(res *record.Resource, row layers.Row, c layers.Change, chosen map[string]layers.Choice) pages.ChangedField {
	drawn := pages.ChangedField{Label: ui.Capital(strings.ReplaceAll(c.Field, "_", " ")), Clash: c.Clash, Key: row.Sid() + "." + c.Field}
	drawn.Chosen = string(chosen[drawn.Key])
	if row.IsText(&c) {
		drawText(&drawn, c)
		return drawn
	}
	unit := ""
	if res != nil && res.Has(c.Field) {
		f := res.Field(c.Field)
		drawn.Label, unit = f.Label, f.Unit
	}
	texts := words(unit, c.Before, c.After)
	if c.Clash {
		texts = words(unit, c.Before, c.After, c.Now)
		drawn.Now = texts[2]
	}
	drawn.Before, drawn.After = texts[0], texts[1]
	if len(c.Added)+len(c.Removed) > 0 {
		drawn.Before, drawn.After = "without "+strings.Join(c.Added, ", "), "with "+strings.Join(c.Added, ", ")
		if len(c.Added) == 0 {
			drawn.Before, drawn.After = "with "+strings.Join(c.Removed, ", "), "without "+strings.Join(c.Removed, ", ")
		} else if len(c.Removed) > 0 {
			drawn.Before, drawn.After = "with "+strings.Join(c.Removed, ", "), "with "+strings.Join(c.Added, ", ")
		}
	}
	return drawn
}

// words returns values that stand beside each other as people read them, with their unit.
func words(unit string, values ...[]byte) []string {
	parsed := make([]any, len(values))
	for i, value := range values {
		parsed[i], _ = jsontree.Parse(value)
	}
	texts := ui.Apart(parsed...)
	for i, text := range texts {
		if unit != "" && text != "" && !jsontree.HoldsOthers(parsed[i]) {
			texts[i] = text + " " + unit
		}
	}
	return texts
}

func merge(ctx context.Context, r *site.Request) (site.Response, error) {
	d, err := r.Site.DB.DraftOf(ctx, r.Scope())
	if err != nil {
		return site.Response{}, err
	}
	choices := choicesOf(r)
	done, err := r.Site.Layers.Merge(ctx, d, layers.Ask{Choices: choices})
	if why := refusal(err); why != "" {
		return askAgain(ctx, r, d, choices, why)
	}
	if err != nil {
		return site.Response{}, err
	}
	text := "Nothing differed."
	if done.Revision != 0 {
		text = fmt.Sprintf("The draft %s was brought in as revision %d.", d.Name, done.Revision)
	}
	return r.Done(urlOf(d.Origin), text), nil
}

// askAgain draws the comparison with what was chosen so far.
func askAgain(ctx context.Context, r *site.Request, d store.MadeDraft, choices layers.Choices, why string) (site.Response, error) {
	response, err := comparison(ctx, r, d, choices.Of)
	if err == nil {
		response.Status = http.StatusConflict
		response.Page.Notices = append(response.Page.Notices, ui.Notice{Tone: ui.Bad, Text: why})
	}
	return response, err
}

func refresh(ctx context.Context, r *site.Request) (site.Response, error) {
	d, err := r.Site.DB.DraftOf(ctx, r.Scope())
	if err != nil {
		return site.Response{}, err
	}
	_, err = r.Site.Layers.Refresh(ctx, d, layers.Ask{Choices: swapped(choicesOf(r))})
	if why := refusal(err); why != "" {
		return r.Tell(r.Instance.URL+"/comparison", ui.Notice{Tone: ui.Bad, Text: why}), nil
	}
	if err != nil {
		return site.Response{}, err
	}
	return r.Done(r.Instance.URL+"/comparison", "The draft now has what "+d.OriginName+" has changed."), nil
}

// swapped exchanges the sides: on the page, what is there now is the server, and for a draft that takes it in, that is what comes in.
func swapped(c layers.Choices) layers.Choices {
	turn := map[layers.Choice]layers.Choice{layers.Mine: layers.Theirs, layers.Theirs: layers.Mine}
	c.Prefer = turn[c.Prefer]
	for key, side := range c.Of {
		c.Of[key] = turn[side]
	}
	return c
}
