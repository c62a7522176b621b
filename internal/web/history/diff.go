package history

import (
	"context"
	"encoding/json"
	"net/url"
	"path"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/recordform"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// differencesPerPage is the number of records on a page of a comparison.
const differencesPerPage = 50

// showDiff shows how a generated file differs from what was imported.
func showDiff(ctx context.Context, r *site.Request) (site.Response, error) {
	c, err := r.Site.Missions.Compare(ctx, r.Scope(), r.Param("*"))
	if err == nil {
		err = c.Demand(r.Scope())
	}
	if err != nil {
		return site.Response{}, err
	}
	lead := "The generated file is the same as the imported one, byte for byte."
	if c.Changed() {
		lead = against(c) + recordsDiffering(c)
	}
	return drawn(r, c, lead), nil
}

// ServerDiff shows how a generated file differs from that of the game server. Crumbs lead to it from the overview.
func ServerDiff(r *site.Request, c mission.Comparison, crumbs ...ui.Link) site.Response {
	lead := "The generated file is the same as that of the server, byte for byte."
	switch {
	case c.Changed() && c.Original == nil:
		lead = "The server does not have this file." + recordsDiffering(c)
	case c.Changed():
		lead = "What a delivery would change on the server:" + recordsDiffering(c)
	}
	return drawn(r, c, lead, crumbs...)
}

// RollbackDiff shows what a rollback would change in a file of the game server. Crumbs lead to it from the overview.
func RollbackDiff(r *site.Request, c mission.Comparison, crumbs ...ui.Link) site.Response {
	lead := "The server has the file as it was, byte for byte."
	switch {
	case c.Changed() && c.Content == nil:
		lead = "The server did not have this file before. It would be deleted."
	case c.Changed() && c.Original == nil:
		lead = "The server does not have this file any more. It would be restored."
	case c.Changed():
		lead = "What the rollback would change on the server:"
		if len(c.Records) > 0 {
			lead += recordsDiffering(c)
		}
	}
	return compared(r, c, lead, crumbs...)
}

func drawn(r *site.Request, c mission.Comparison, lead string, crumbs ...ui.Link) site.Response {
	answer := compared(r, c, lead, crumbs...)
	answer.Page.Actions = []ui.Link{{Label: "Download file", URL: FileURL(r, "files", c.File.Path), Download: true}}
	return answer
}

func compared(r *site.Request, c mission.Comparison, lead string, crumbs ...ui.Link) site.Response {
	page := r.Inside("Changes in "+path.Base(c.File.Path), crumbs...)
	view := pages.Diff{Path: c.File.Path, Kind: c.File.Kind.Label(), Lead: lead, Notes: c.File.Warnings}
	view.Records, view.Pager = differencesShown(r, c.Records)
	text, note := c.Unified()
	view.DrawText(text, note)
	return site.Response{Page: page, View: view}
}

// FileURL returns the address of a page of a generated file.
func FileURL(r *site.Request, page, path string) string {
	return r.Instance.URL + "/" + page + "/" + (&url.URL{Path: path}).EscapedPath()
}

// recordsDiffering sums the records of a comparison up.
func recordsDiffering(c mission.Comparison) string {
	switch {
	case c.Unread:
		return " One of the two cannot be read, so only their texts are compared."
	case len(c.Records) == 0:
		return " No records differ."
	}
	var parts []string
	counts := c.Counts()
	for _, op := range []string{record.Changed, record.Added, record.Removed} {
		if n := counts[op]; n > 0 {
			parts = append(parts, ui.Plural(n, "record", "records")+" "+op)
		}
	}
	return " " + ui.Enumerate(parts, "and") + "."
}

func against(c mission.Comparison) string {
	if c.File.State == mission.NotImported {
		return "This file was never imported, so all of it is new."
	}
	return "The generated file, compared with the last imported one:"
}

// differencesShown draws the differences of the requested page.
func differencesShown(r *site.Request, all []record.Difference) (areas []pages.RowArea, pager ui.Pager) {
	var drawn []pages.Change
	page := r.PageNumber()
	first := min((page-1)*differencesPerPage, len(all))
	for _, d := range all[first:min(first+differencesPerPage, len(all))] {
		drawn = append(drawn, Differing(r, d))
	}
	return pages.ByArea(drawn, len(drawn)), ui.Pager{Query: r.Query(), Page: page, PerPage: differencesPerPage, Total: len(all)}
}

// Differing draws how a record differs, with a link to its form if it exists.
func Differing(r *site.Request, d record.Difference) pages.Change {
	drawn := pages.Change{
		Action: d.Change(), Resource: r.NounOf(d.Resource.Name), Area: r.AreaOf(d.Resource.Name), Name: d.Title,
		URL: r.EditURL(d.Resource, d.Title, d.SID),
	}
	d.Each(func(f *record.Field, before, after json.RawMessage) {
		switch {
		case f == d.Resource.Document():
			drawn.Fields = append(drawn.Fields, documentChanges(parsedValue(before), parsedValue(after))...)
		case !omitted(r, d.Resource, f):
			drawn.Fields = append(drawn.Fields, differingField(f, parsedValue(before), parsedValue(after)))
		}
	})
	return drawn
}

// differingField draws a field. References are names already.
func differingField(of *record.Field, old, now any) pages.FieldChange {
	f := *of
	f.Ref = ""
	drawn := pages.FieldChange{Label: f.Label}
	if recordform.HoldsRows(&f) {
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
