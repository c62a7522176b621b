package serverfiles

import (
	"context"
	"errors"
	"net/url"
	"path"
	"strconv"
	"strings"

	"quartermaster/internal/docset"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/store"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

const territoriesSlug = "territories"

// zonesShown is how many of the zones that a change makes different its preview lists.
const zonesShown = 100

// zonesURL returns the address of the page that changes many zones of a file.
func zonesURL(r *site.Request, name string) string {
	return listURL(r) + zonesPath + "?file=" + url.QueryEscape(name)
}

// allFiles is the name that stands for all files of territories.
const allFiles = "*"

// showZones shows the zones of a file, or of all, by their names, and what the change that is asked for would do.
func showZones(ctx context.Context, r *site.Request) (site.Response, error) {
	files, err := documentsOf(r).ZoneFiles(ctx, r.Scope(), r.Text("file"))
	if errors.Is(err, docset.ErrWhich) || errors.Is(err, docset.ErrBroken) {
		err = store.ErrNotFound
	}
	if err != nil {
		return site.Response{}, err
	}
	view := pages.Zones{
		Lead:   "Choose zones by name and change their counts together. Counts stay whole, and the minimum never exceeds the maximum.",
		Action: listURL(r) + zonesPath,
		File:   r.Text("file"), What: r.Text("what"), By: r.Text("by"), Value: r.Text("value"),
	}
	chosen := namesOf(r)
	for _, g := range docset.ZonesOf(files) {
		view.Groups = append(view.Groups, pages.ZoneGroup{
			Name: g.Name, Count: g.Count, Static: rangeOf(g.SMin, g.SMax), Dynamic: rangeOf(g.DMin, g.DMax), Chosen: chosen[g.Name],
		})
	}
	if r.Text("value") != "" {
		err = addPreview(ctx, r, &view)
	}
	return site.Response{Page: zonesPage(r, files, &view), View: view}, err
}

// zonesPage returns the page for the zones of files, and sets what the view says of these.
func zonesPage(r *site.Request, files []*docset.File, view *pages.Zones) *ui.Page {
	crumbs := []ui.Link{{Label: title, URL: listURL(r)}}
	if strings.Contains(view.File, allFiles) {
		view.Notes = []string{"Zones of " + ui.Plural(len(files), "file", "files") +
			" of territories, those among them that the game does not read. What you change is one revision."}
		return r.Inside("Change many zones", crumbs...)
	}
	s := shown(r, files[0])
	view.Notes = s.Notes
	page := r.Inside("Change many zones", append(crumbs, ui.Link{Label: s.title(), URL: s.part.URL()})...)
	page.Actions = []ui.Link{{Label: "In all files of territories", URL: zonesURL(r, allFiles), Quiet: true}}
	return page
}

func rangeOf(least, most float64) string {
	return numberText(least) + "–" + numberText(most)
}

func numberText(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

func addPreview(ctx context.Context, r *site.Request, view *pages.Zones) error {
	change, wrong := zoneChange(r)
	if view.Error = wrong; wrong != "" {
		return nil
	}
	would, err := documentsOf(r).PreviewZones(ctx, r.Scope(), change)
	if err != nil {
		return err
	}
	view.Names = change.Names
	view.Preview = &pages.ZonePreview{
		Summary: ui.Plural(len(would.Rows), "zone changes", "zones change") + " of " + strconv.Itoa(would.Matched) + " chosen.",
		Changes: len(would.Rows) > 0,
	}
	for _, row := range would.Rows[:min(len(would.Rows), zonesShown)] {
		view.Preview.Rows = append(view.Preview.Rows, pages.ZoneLine{
			File: path.Base(row.File), Name: row.Name, Place: numberText(row.X) + ", " + numberText(row.Z), Changes: zoneWords(row.Changes),
		})
	}
	return nil
}

func zoneWords(changes []docset.ZoneDifference) string {
	words := make([]string, len(changes))
	for i, c := range changes {
		words[i] = c.Field + " " + numberText(c.Old) + " → " + numberText(c.New)
	}
	return strings.Join(words, ", ")
}

// changeZones carries out the change that was shown.
func changeZones(ctx context.Context, r *site.Request) (site.Response, error) {
	change, wrong := zoneChange(r)
	back := zonesURL(r, change.File)
	if wrong != "" {
		return r.Tell(back, ui.Notice{Tone: ui.Bad, Text: wrong}), nil
	}
	done, err := documentsOf(r).ChangeZones(ctx, r.Scope(), change)
	if err != nil {
		return site.Response{}, err
	}
	return r.Tell(back, ui.Notice{Tone: ui.Good, Text: ui.Plural(len(done.Rows), "zone was changed.", "zones were changed.")}), nil
}

// zoneChange reads the change that a form asks for, or says what is wrong with it.
func zoneChange(r *site.Request) (change docset.ZoneChange, wrong string) {
	change.File = r.Text("file")
	for name := range namesOf(r) {
		change.Names = append(change.Names, name)
	}
	value, err := strconv.ParseFloat(strings.Replace(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(r.Text("value")), "%")), ",", ".",
		1),
		64)
	switch {
	case len(change.Names) == 0:
		return change, "Choose at least one zone name."
	case err != nil || value < -1_000_000 || value > 1_000_000:
		return change, "Enter a number, such as 30 or -50."
	}
	op := docset.ZoneOperation{Op: "multiply", Value: 1 + value/100}
	if by := r.Text("by"); by == "add" || by == "set" {
		op = docset.ZoneOperation{Op: by, Value: value}
	}
	fields := map[string][]string{"static": {"smin", "smax"}, "radius": {"r"}, "both": {"smin", "smax", "dmin", "dmax"}}[r.Text("what")]
	if fields == nil {
		fields = []string{"dmin", "dmax"}
	}
	for _, field := range fields {
		op.Field = field
		change.Operations = append(change.Operations, op)
	}
	return change, ""
}

// namesOf returns the names that the form has chosen.
func namesOf(r *site.Request) map[string]bool {
	chosen := map[string]bool{}
	sent, _ := r.Input.Get("names")
	for _, member := range jsontree.Members(sent) {
		if name, isText := member.(string); isText {
			chosen[name] = true
		}
	}
	return chosen
}
