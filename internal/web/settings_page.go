package web

import (
	"strconv"
	"strings"
	"time"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/ui"
)

// draw shows the place in the document, with what was entered and its errors where the form is shown again.
func (s *setting) draw(input *jsontree.Object, problems validate.Errors) (Response, error) {
	spot := s.schema.Root(s.document.Tree).Find(s.at)
	if spot == nil {
		return Response{}, errNotFound
	}
	d := newSettingDrawer(s.url(), problems)
	view := SettingView{
		Lead: spot.Field.Help, Action: s.pageURL(s.at), Base: s.base(), Path: s.url(), At: s.at, Search: s.r.text("q"),
		ClassNames: s.r.classNamesURL(),
		Remove:     spot.Up() != nil && spot.Up().Field.Control(nil) != expansion.Nested,
	}
	switch control := spot.Field.Control(spot.Value); control {
	case expansion.Nested:
		view.Sections = d.sections(s, spot, input)
	case expansion.Table, expansion.Keyed, expansion.Entries:
		s.drawMembers(d, spot, &view, input)
	default:
		return Response{}, errNotFound
	}
	if s.at == "" {
		view.Lead, view.Whole, view.Preset = s.schema.About, s.whole(), s.presetPanel("")
	}
	view.Problems = d.problems()
	return Response{Page: s.page(spot), View: view}, nil
}

// problems are the errors that fields show, and behind them those that no field of the page does.
func (d *settingDrawer) problems() []ui.Problem {
	for _, path := range sortedKeys(d.errors) {
		d.found = append(d.found, ui.Problem{Text: d.errors[path]})
	}
	return d.found
}

// sections draws the fields of an object, those of the whole document in its sections.
func (d *settingDrawer) sections(s *setting, spot *expansion.Spot, input *jsontree.Object) []settingSection {
	object, _ := spot.Value.(*jsontree.Object)
	at := settingPlace{object: object, path: spot.Path, sent: input}
	if spot.Up() != nil {
		return found([]settingSection{{ID: "fields", Parts: d.fields(spot.Field.Fields, at)}}, s.r.text("q"))
	}
	var sections []settingSection
	for _, about := range append(s.schema.Sections, expansion.Section{}) {
		if fields := s.schema.In(about.Name); len(fields) > 0 {
			sections = append(sections, settingSection{
				ID: strings.TrimSuffix("section-"+about.Name, "-"), Title: about.Title, About: about.About, Parts: d.fields(fields, at),
			})
		}
	}
	return found(sections, s.r.text("q"))
}

// drawMembers shows a page of the elements of a list, or of the entries of a map.
func (s *setting) drawMembers(d *settingDrawer, spot *expansion.Spot, view *SettingView, input *jsontree.Object) {
	sent, _ := input.Get(expansion.EntriesName)
	kept := s.membersFound(spot)
	view.Query = ui.Query{Path: s.url(), Values: s.r.URL.Query()}
	view.Pager = ui.Pager{Query: view.Query, Page: pageNumber(s.r.text("page")), PerPage: settingsOnPage, Total: len(kept)}
	view.Pager.Page = min(view.Pager.Page, max(1, (len(kept)+settingsOnPage-1)/settingsOnPage))
	first := (view.Pager.Page - 1) * settingsOnPage
	kept = kept[first:min(first+settingsOnPage, len(kept))]
	place := settingPlace{path: spot.Path, name: expansion.EntriesName}
	switch list, isList := spot.Value.([]any); {
	case spot.Field.Control(spot.Value) == expansion.Entries:
		object, _ := spot.Value.(*jsontree.Object)
		view.Rows = d.entryRows(spot.Field, keysAt(object, kept), object, place, sent)
		view.Rows.Part = true
	case isList && isFlat(spot.Field, list):
		view.Rows = d.partRows(spot.Field, list, kept, place, sent)
	default:
		view.List = d.list(spot.Field, spot.Value, spot.Path, kept)
	}
}

func keysAt(object *jsontree.Object, places []int) []string {
	all := object.Keys()
	keys := make([]string, len(places))
	for i, place := range places {
		keys[i] = all[place]
	}
	return keys
}

// partRows draws rows of a longer list.
func (d *settingDrawer) partRows(f *expansion.Field, list []any, places []int, place settingPlace, input any) *settingRows {
	rows := &settingRows{ID: settingID(place.name), Name: place.name, Ordered: true, Part: true, Add: "add:" + place.path}
	sent, _ := entriesSent(input)
	for _, i := range places {
		rows.Rows = append(rows.Rows, d.row(f, list, i, sent[strconv.Itoa(i)], place))
	}
	return rows
}

// membersFound are the places of the members that the search finds.
func (s *setting) membersFound(spot *expansion.Spot) []int {
	q := strings.ToLower(s.r.text("q"))
	var places []int
	for i, words := range memberWords(spot) {
		if strings.Contains(strings.ToLower(words), q) {
			places = append(places, i)
		}
	}
	return places
}

// memberWords is what a search looks through: keys, or what a list tells of its elements.
func memberWords(spot *expansion.Spot) []string {
	if object, isMap := spot.Value.(*jsontree.Object); isMap {
		return object.Keys()
	}
	list := jsontree.Members(spot.Value)
	words := make([]string, len(list))
	for i, entry := range elementEntries(spot.Field.Member(), list, "") {
		words[i] = entry.Title + " " + entry.About
	}
	return words
}

// page is the frame of a place in the document; crumbs lead to it through what it is in.
func (s *setting) page(spot *expansion.Spot) *ui.Page {
	crumbs := []ui.Link{{Label: "Expansion settings", URL: s.r.guiURL()}}
	var inside []ui.Link
	for up := spot.Up(); up != nil; up = up.Up() {
		inside = append([]ui.Link{{Label: spotTitle(up), URL: s.pageURL(up.Path)}}, inside...)
	}
	page := s.r.inside(spotTitle(spot), append(crumbs, inside...)...)
	page.Actions = []ui.Link{{Label: "Download " + s.file(), URL: s.url() + "/generate", Download: true, Quiet: true}}
	if s.at == "" {
		page.Actions = append(page.Actions, ui.Link{Label: "Edit as JSON", URL: s.url() + "?view=raw", Quiet: true})
		if s.row != nil {
			page.Actions = append(page.Actions, s.r.recordHistoryLink(record.ExpansionSettings, s.row))
		}
	}
	return page
}

// spotTitle is what a place in the document is called.
func spotTitle(spot *expansion.Spot) string {
	if spot.Up() == nil || spot.Up().Field.Control(nil) == expansion.Nested {
		return labelOf(spot.Field)
	}
	if spot.Up().Field.Control(nil) == expansion.Keyed {
		return spot.Key
	}
	object, _ := spot.Value.(*jsontree.Object)
	if title, _ := elementTitle(spot.Field, object); title != "" {
		return title
	}
	return "Entry " + following(spot.Key)
}

// whole tells about the file as such.
func (s *setting) whole() *settingWhole {
	res := record.ExpansionSettings
	whole := &settingWhole{
		Path:   strings.ReplaceAll(s.schema.Path, "<mission>", s.r.place.text("mission")),
		Import: s.url() + "/import", Limit: ui.HumanSize(s.r.web.UploadLimit),
		Unknown: unknownKeys(s.schema, s.document.Tree), Missing: missingKeys(s.schema, s.document.Tree),
	}
	if s.row != nil {
		whole.Changed = time.UnixMicro(s.row[res.Index("updated_at")].(int64))
	}
	if version, ok := expansion.VersionOf(s.document.Tree, s.schema.VersionField); ok {
		whole.Version = strconv.FormatInt(version, 10)
		if version != int64(s.schema.Version) {
			whole.Newest = strconv.Itoa(s.schema.Version)
		}
	}
	return whole
}

func unknownKeys(d *expansion.Schema, document *jsontree.Object) (keys []string) {
	for key := range document.All() {
		if d.Field(key) == nil {
			keys = append(keys, key)
		}
	}
	return keys
}

func missingKeys(d *expansion.Schema, document *jsontree.Object) (keys []string) {
	for _, f := range d.Fields {
		if !document.Has(f.Name) {
			keys = append(keys, f.Name)
		}
	}
	return keys
}
