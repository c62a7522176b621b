package drafts

import (
	"context"
	"net/url"

	"quartermaster/internal/bulk"
	"quartermaster/internal/bundles"
	"quartermaster/internal/record"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// taken are the records that leave as a bundle: those that were ticked in a list, or else those that a filter finds.
type taken struct {
	*site.Collection
	q    string
	sids []string
}

func takenBy(r *site.Request) (t taken, err error) {
	t = taken{q: r.Text("q"), sids: r.Input.Texts("sids")}
	for _, c := range r.Site.CollectionsIn(record.InInstance) {
		if c.Resource.Path == r.Param("resource") && c.Resource.Reviewed() && !c.Resource.HoldsDocuments() {
			t.Collection = c
			return t, nil
		}
	}
	return t, site.ErrNotFound
}

func (t taken) address(r *site.Request) string {
	values := url.Values{}
	if t.q != "" {
		values.Set("q", t.q)
	}
	if len(t.sids) > 0 {
		values["sids[]"] = t.sids
	}
	return r.Instance.URL + "/bundle/" + t.Resource.Path + "?" + values.Encode()
}

// lead says which records leave.
func (t taken) lead() string {
	switch {
	case len(t.sids) > 0:
		return ui.Capital(ui.Plural(len(t.sids), "selected "+t.One, "selected "+t.Many)) + " as a file, which adds them where it is installed."
	case t.q == "" || t.q == "*":
		return "All " + t.Many + " as a file, which adds them where it is installed."
	}
	return ui.Capital(t.Many) + " that this filter finds, as a file, which adds them where it is installed: " + t.q
}

// showTaking asks what is said of records that leave as a bundle.
func showTaking(_ context.Context, r *site.Request) (site.Response, error) {
	t, err := takenBy(r)
	if err != nil {
		return site.Response{}, err
	}
	name := ui.Field{Name: "name", Label: "Name", Kind: ui.Text, Required: true, MaxLength: 100, Value: ui.Capital(t.Many)}
	form := r.Restore(ui.PlainForm("take", t.address(r), "Download it", append([]ui.Field{name}, saidFields("")...)...))
	form.Cancel = t.URL(r)
	view := ui.FormView{Lead: t.lead(), Form: form}
	return site.Response{Page: r.Inside("Hand on "+t.Many, ui.Link{Label: t.Title, URL: t.URL(r)}), View: view}, nil
}

// take sends records as a bundle.
func take(ctx context.Context, r *site.Request) (site.Response, error) {
	t, err := takenBy(r)
	if err != nil {
		return site.Response{}, err
	}
	about, problems := readSaid(r)
	if about.Name == "" {
		problems = append(problems, validate.Refusal("name", "Give the bundle a name.")...)
	}
	if len(problems) > 0 {
		return r.Invalid("take", t.address(r), problems), nil
	}
	req := bulk.Request{Resource: t.Resource, Q: t.q}
	if len(t.sids) > 0 {
		req.Q, req.SIDs = "", t.sids
	}
	where, err := r.Site.Bulk.Selection(ctx, r.Scope(), req)
	var f bundles.File
	if err == nil {
		f, err = bundleService(r).ExportRecords(ctx, r.Scope(), t.Resource, where, about)
	}
	if why := refusal(err); why != "" {
		return r.Tell(t.address(r), ui.Notice{Tone: ui.Bad, Text: why}), nil
	}
	if err != nil {
		return site.Response{}, err
	}
	return sendFile(f), nil
}
