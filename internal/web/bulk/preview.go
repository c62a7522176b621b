package bulk

import (
	"context"
	"slices"
	"strconv"

	"quartermaster/internal/bulk"
	"quartermaster/internal/change"
	"quartermaster/internal/record"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// previewRows is how many records a page of a preview shows.
const previewRows = 200

// preview shows what the change would do. It writes nothing.
func (c changes) preview(ctx context.Context, r *site.Request) (site.Response, error) {
	a := c.read(r)
	if len(a.operations) == 0 && len(a.wrong) == 0 {
		a.wrong[entryKey{}] = nothingChosen
	}
	if !a.chooses() || len(a.wrong) > 0 {
		return a.ask(ctx, r)
	}
	would, err := r.Site.Bulk.Preview(ctx, r.Scope(), a.request())
	if err != nil {
		if err = a.report(err); err != nil {
			return site.Response{}, err
		}
		return a.ask(ctx, r)
	}
	return a.show(ctx, r, would)
}

// show draws the preview.
func (a *asked) show(ctx context.Context, r *site.Request, would *bulk.Result) (site.Response, error) {
	table, err := drawStep(ctx, r, a.Resource, would, r.PageNumber(), a.left)
	if err != nil {
		return site.Response{}, err
	}
	a.left = change.Without(a.left, table.SIDs()) // those on this page are sent with the form
	n := len(would.Changes)
	table.What, err = inWords(ctx, r, a.operations)
	action := a.at(r, "") + "&seen=" + strconv.FormatInt(would.Base, 10)
	view := pages.BulkPreview{
		Lead: a.lead(), Steps: []pages.BulkStep{table}, Back: ui.Link{Label: "Change something else", URL: a.at(r, "")},
		Form: ui.Form{ID: "change", Action: action, Submit: "Change " + ui.Plural(n, a.One, a.Many), Cancel: a.list(r)},
		None: n == 0 && len(would.Referring) == 0,
	}
	switch {
	case a.deletes:
		view.Delete = a.confirm(view.Form, n)
	case len(a.sids) == 0:
		keep := r.Restore(a.recipeForm(r))
		view.Recipe = &keep
		if view.Add, err = a.addForm(ctx, r); err != nil {
			return site.Response{}, err
		}
	}
	page := r.Inside("Preview", ui.Link{Label: a.Title, URL: a.list(r)}, ui.Link{Label: "Change many " + a.Many, URL: view.Back.URL})
	return site.Response{Page: page, View: view}, err
}

// confirm asks before records are deleted.
func (a *asked) confirm(form ui.Form, n int) *ui.Confirm {
	count := ui.Plural(n, a.One, a.Many)
	form.Submit, form.Cancel, form.Danger = "Delete "+count, "", true
	return &ui.Confirm{
		Label: "Delete " + count, Title: "Delete " + count + "?", Form: form,
		Text: "They are removed from the generated files in one revision, which you can undo. Rows you left out stay.",
	}
}

// drawStep draws a page of what a change does to the records of a resource. Those that are left out are marked.
func drawStep(ctx context.Context, r *site.Request, res *record.Resource, would *bulk.Result, page int,
	left []string,
) (pages.BulkStep, error) {
	one, many := r.NounsOf(res)
	q := ui.Query{}
	size, err := r.MapSize(ctx)
	if err != nil {
		return pages.BulkStep{}, err
	}
	twice, err := seconds(ctx, r, would)
	if err != nil {
		return pages.BulkStep{}, err
	}
	step := pages.BulkStep{
		Label: ui.Capital(many), Counts: slices.Concat(counts(r, would, one, many), totals(res, would), oddities(would, size, one, many)),
		Pager: ui.Pager{Query: q, Page: page, PerPage: previewRows, Total: len(would.Changes)},
	}
	if n := count(twice); n > 0 {
		step.Counts = append(step.Counts, ui.Plural(n, one+" gets a name that is there already", many+" get names that are there already"))
	}
	start := min((page-1)*previewRows, len(would.Changes))
	for _, change := range would.Changes[start:min(start+previewRows, len(would.Changes))] {
		fields, err := fieldChanges(ctx, r, change)
		if err != nil {
			return step, err
		}
		sid, name := res.SID(change.Old), r.NameOf(res, change.Old)
		row := pages.BulkRow{SID: sid, Name: name, URL: r.EditURL(res, name, sid), Left: slices.Contains(left, sid), Notes: unusual(change, size)}
		if change.Clamped {
			row.Notes = append(row.Notes, bounded(change))
		}
		if twice[sid] {
			row.Notes = append(row.Notes, "There is one of this name already")
		}
		step.Add(row, fields)
	}
	for _, change := range would.Referring[:min(previewRows, len(would.Referring))] {
		drawn, err := referring(ctx, r, change)
		if err != nil {
			return step, err
		}
		step.Also = append(step.Also, drawn)
	}
	return step, nil
}

// unusual returns what is unusual about the values that a record gets, as sentences.
func unusual(change bulk.Change, mapSize float64) (notes []string) {
	values := record.Values{}
	for i, f := range change.Resource.FieldsApart(change.Old, change.New) {
		values[f.Name] = change.New[i]
	}
	for _, doubt := range change.Resource.Unusual(change.Old, values, mapSize) {
		notes = append(notes, doubt.Texts()...)
	}
	return notes
}

// bounded says why a value of the record is not what was asked for.
func bounded(change bulk.Change) string {
	if lowersMin(change) {
		return "Min comes down with Nominal"
	}
	return "kept within bounds"
}

func minsLowered(would *bulk.Result) (n int64) {
	for _, change := range would.Changes {
		if change.Clamped && lowersMin(change) {
			n++
		}
	}
	return n
}

// lowersMin reports whether Min follows Nominal down, so that it is not above it.
func lowersMin(change bulk.Change) bool {
	res := change.Resource
	if change.New == nil || !res.Has("min") || !res.Has("nominal") {
		return false
	}
	least, nominal := res.Index("min"), res.Index("nominal")
	return change.New[least] == change.New[nominal] && change.New[least] != change.Old[least]
}

// oddities says how many records get unusual values.
func oddities(would *bulk.Result, mapSize float64, one, many string) []string {
	n := 0
	for _, change := range would.Changes {
		if len(unusual(change, mapSize)) > 0 {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	return []string{ui.Plural(n, one+" gets an unusual value", many+" get unusual values")}
}

// counts says how many records change, and how many do not.
func counts(r *site.Request, would *bulk.Result, one, many string) (list []string) {
	add := func(n int64, singular, plural string) {
		if n > 0 {
			list = append(list, ui.Plural(int(n), singular, plural))
		}
	}
	gone := len(would.Changes) > 0 && would.Changes[0].New == nil
	if gone {
		add(int64(len(would.Changes)), one+" is deleted", many+" are deleted")
	} else {
		list = append(list, ui.Plural(len(would.Changes), one+" changes", many+" change"))
	}
	add(would.Unchanged, "stays as it is", "stay as they are")
	lowered := minsLowered(would)
	add(lowered, one+" where Min comes down with Nominal", many+" where Min comes down with Nominal")
	add(would.Clamped-lowered, one+" is kept within bounds", many+" are kept within bounds")
	add(int64(len(would.Referring)), "other record that names them changes", "other records that name them change")
	for _, deleted := range would.Deleted {
		if other := record.InInstanceAt(deleted.Resource); other != nil {
			oneOther, others := r.NounsOf(other)
			add(deleted.N, oneOther+" is deleted with them", others+" are deleted with them")
		}
	}
	return list
}

// totals says what the changed records want in all, before and after.
func totals(res *record.Resource, would *bulk.Result) (list []string) {
	for _, name := range []string{"nominal", "min"} {
		if !res.Has(name) {
			continue
		}
		before, after, f := int64(0), int64(0), res.Field(name)
		for _, change := range would.Changes {
			before += wholeIn(change.Old, res.Index(name))
			after += wholeIn(change.New, res.Index(name))
		}
		if before != after {
			list = append(list, f.Label+" in all: "+ui.HumanCount(before)+" → "+ui.HumanCount(after))
		}
	}
	return list
}

// wholeIn returns a number of a row; 0 for one that is not set, and for a row that is gone.
func wholeIn(row record.Row, at int) int64 {
	if row == nil {
		return 0
	}
	n, _ := row[at].(int64)
	return n
}

// referring draws a record that names renamed ones.
func referring(ctx context.Context, r *site.Request, change bulk.Change) (pages.Change, error) {
	name, sid := r.NameOf(change.Resource, change.Old), change.Resource.SID(change.Old)
	fields, err := fieldChanges(ctx, r, change)
	return pages.Change{
		Action: "updated", Resource: r.NounOf(change.Resource.Name), Name: name, URL: r.EditURL(change.Resource, name, sid), Fields: fields,
	}, err
}
