package web

import (
	"context"
	"net/url"
	"path"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/mission"
	"quartermaster/internal/web/ui"
)

// differencesPerPage is how many records one page of a comparison shows.
const differencesPerPage = 50

// showDiff shows how a generated file differs from what was imported.
func showDiff(ctx context.Context, r *request) (response, error) {
	c, err := r.web.Missions.Compare(ctx, r.scope(), r.param("*"))
	if err != nil {
		return response{}, err
	}
	page := r.inside("Changes in " + path.Base(c.File.Path))
	page.Actions = []ui.Link{{Label: "Download file", URL: r.fileURL("files", c.File.Path), Download: true}}
	view := diffView{Path: c.File.Path, Kind: c.File.Kind.Label(), Lead: diffLead(c), Notes: c.File.Warnings}
	view.Records, view.Pager = r.differencesShown(c.Records)
	text, note := c.Unified()
	view.drawText(text, note)
	return response{Page: page, View: view}, nil
}

// fileURL leads to one of the pages of a generated file.
func (r *request) fileURL(page, path string) string {
	return r.instance.url + "/" + page + "/" + (&url.URL{Path: path}).EscapedPath()
}

// diffLead sums the comparison up in a sentence.
func diffLead(c mission.Comparison) string {
	switch {
	case !c.Changed():
		return "The generated file is the same as the imported one, byte for byte."
	case len(c.Records) == 0:
		return against(c) + " No records differ."
	}
	var parts []string
	counts := c.Counts()
	for _, op := range []mission.Op{mission.Altered, mission.Added, mission.Removed} {
		if n := counts[op]; n > 0 {
			parts = append(parts, ui.Plural(n, "record", "records")+" "+string(op))
		}
	}
	return against(c) + " " + ui.Enumerate(parts, "and") + "."
}

func against(c mission.Comparison) string {
	if c.File.State == mission.NotImported {
		return "This file was never imported, so all of it is new."
	}
	return "The generated file, compared with the last imported one:"
}

// differencesShown draws the differences of the page that is asked for.
func (r *request) differencesShown(all []mission.Difference) (drawn []diffRecord, pager ui.Pager) {
	page := pageNumber(r.text("page"))
	first := min((page-1)*differencesPerPage, len(all))
	for _, d := range all[first:min(first+differencesPerPage, len(all))] {
		drawn = append(drawn, r.differing(d))
	}
	return drawn, ui.Pager{Query: r.query(), Page: page, PerPage: differencesPerPage, Total: len(all)}
}

// differing draws how one record differs. A record that is there leads to its form.
func (r *request) differing(d mission.Difference) diffRecord {
	drawn := diffRecord{
		Op: string(d.Op), Tone: opTones[d.Op],
		changeView: changeView{Resource: r.nounOf(d.Resource.Name), Name: d.Name, URL: r.editURL(d.Resource, d.Name, d.SID)},
	}
	for _, f := range d.Fields {
		switch {
		case f.Field == d.Resource.Document():
			drawn.Fields = append(drawn.Fields, documentChanges(parsedValue(f.Old), parsedValue(f.New))...)
		case !r.omitted(d.Resource, f.Field):
			drawn.Fields = append(drawn.Fields, differingField(f))
		}
	}
	return drawn
}

var opTones = map[mission.Op]ui.Tone{mission.Added: ui.Good, mission.Altered: ui.Neutral, mission.Removed: ui.Bad}

// differingField draws a field. The values of references are names already.
func differingField(d mission.FieldDifference) fieldChange {
	f := *d.Field
	f.Ref = ""
	old, now := parsedValue(d.Old), parsedValue(d.New)
	drawn := fieldChange{Label: f.Label}
	if isRows(&f) {
		drawn.Before, drawn.After = rowsApart(&f, old, now)
	} else {
		drawn.Before, drawn.After = told(&f, old, nil), told(&f, now, nil)
	}
	return drawn
}

func parsedValue(text []byte) any {
	value, _ := jsontree.Parse(text) // written by the records
	return value
}
