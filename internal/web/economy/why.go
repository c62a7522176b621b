package economy

import (
	"context"
	"fmt"
	"net/url"
	"strconv"

	"quartermaster/internal/docset"
	"quartermaster/internal/economy"
	"quartermaster/internal/record"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// The largest number that can be wished for, and the longest class name, in bytes.
const maxWish, maxClass = 1_000_000, 255

// askWhy asks for a class and a wished number of it.
func askWhy(r *site.Request, class string) pages.EconomyAsk {
	return pages.EconomyAsk{
		ID: "why", Title: "Why does nobody find it, and how do you get more?",
		Text: "Finds what keeps a class from spawning, and the nominal and min for the number you want.",
		Path: economyURL(r) + "/type", Submit: "Find out",
		Fields: []ui.Field{
			{Name: "class", Label: "Class name", Kind: ui.Text, Value: class, Required: true},
			{
				Name: "wish", Label: "Number you want, if any", Kind: ui.Number, Value: r.Text("wish"), Min: "1",
				Max: strconv.Itoa(maxWish),
			},
		},
	}
}

// showType says why nobody finds a class, and where it can lie.
func showType(ctx context.Context, r *site.Request) (site.Response, error) {
	f, _, err := r.Site.Economy.Figures(ctx, r.Scope())
	if err != nil {
		return site.Response{}, err
	}
	class := r.Text("class")
	if class == "" || len(class) > maxClass {
		return site.Response{}, site.ErrNotFound
	}
	why := f.Why(class)
	view := pages.Economy{Lead: about(f, why), Notes: notes(f), Asks: []pages.EconomyAsk{askWhy(r, why.Class)}}
	if view.Causes, err = causes(ctx, r, why); err != nil {
		return site.Response{}, err
	}
	if view.Causes.Wish, err = wished(ctx, r, f, why); err != nil {
		return site.Response{}, err
	}
	uses, err := docset.New(r.Site.DB, r.Site.Missions).ClassUses(ctx, r.Scope(), why.Class)
	if err != nil {
		return site.Response{}, err
	}
	view.Sections = append(whereSections(f, why.Where), comesSections(r, why)...)
	view.Sections = append(view.Sections, usesSections(r, uses)...)
	page := r.Inside("Why does nobody find "+why.Class+"?", economyLink(r))
	if why.SID != "" {
		page.Actions = []ui.Link{
			{Label: "Edit the type", URL: recordURL(r, "types", why.SID) + "/edit", Quiet: true},
			{Label: "Its problems", URL: r.Instance.URL + "/lint?sid=" + why.SID, Quiet: true},
		}
	}
	return site.Response{Page: page, View: view}, nil
}

func recordURL(r *site.Request, path, sid string) string {
	return r.Instance.URL + "/" + path + "/" + sid
}

// about says what is known of a class.
func about(f *economy.Figures, why economy.Why) string {
	t := f.Type(why.Class)
	if t == nil {
		return "The game reads no type with this class."
	}
	text := ui.HumanCount(t.Wanted) + " wanted. "
	switch {
	case t.Reason != economy.ReasonNone:
		text += reasons[t.Reason] + " "
	case f.Ground.Known:
		text += fmt.Sprintf("%s with %s can hold it: room for %s at a time, if nothing else lay there. ",
			ui.Plural(t.Buildings, "building", "buildings"), ui.Plural(t.Points, "loot point", "loot points"), ui.HumanCount(int64(t.Slots)))
	}
	if t.Proxies > 0 {
		text += ui.Plural(t.Proxies, "proxy of a wreck or building places", "proxies of wrecks and buildings place") + " it. "
	}
	if len(t.Sources) > 0 {
		text += "It also comes as: " + ui.Enumerate(t.Sources, "and") + ". "
	}
	switch {
	case len(t.Events) > 0:
		text += "Events that bring it: " + ui.Enumerate(t.Events, "and") + "."
	case t.Reason == economy.ReasonEventsOnly && f.Ground.Known:
		text += "No active event places anything that can hold it."
	}
	return text
}

// effects are what the effects of causes are called.
var effects = map[economy.Effect]struct {
	label string
	tone  ui.Tone
}{
	economy.Blocks:  {"never spawns", ui.Bad},
	economy.Unsure:  {"not known", ui.Warn},
	economy.Lessens: {"rare", ui.Neutral},
}

// causes draws why nobody finds a class.
func causes(ctx context.Context, r *site.Request, why economy.Why) (*pages.EconomyCauses, error) {
	view := &pages.EconomyCauses{None: "Nothing keeps it from spawning or makes it rare."}
	for _, c := range why.Causes {
		effect := effects[c.Effect]
		drawn := pages.EconomyCause{Tone: effect.tone, Effect: effect.label, Text: c.Message}
		for _, fix := range c.Fixes {
			link, err := fixLink(ctx, r, fix)
			if err != nil {
				return nil, err
			}
			drawn.Fixes = append(drawn.Fixes, link)
		}
		if c.Cause == "no-type" {
			create := recordURL(r, "types", "create") + "?" + url.Values{"class_name": {why.Class}}.Encode()
			drawn.Fixes = append(drawn.Fixes, ui.Link{Label: "Add a type", URL: create})
		}
		view.List = append(view.List, drawn)
	}
	return view, nil
}

// fixLink leads to the preview of a fix, or where you have to choose the value to its field in the form.
func fixLink(ctx context.Context, r *site.Request, fix economy.Fix) (ui.Link, error) {
	c := r.Site.CollectionOf(fix.Resource)
	f := c.Resource.Field(fix.Field)
	does := record.OpSet
	value, err := valueOf(ctx, r, f, fix.Value)
	switch {
	case err != nil:
		return ui.Link{}, err
	case fix.Value == "yes" && f.Name != "active" && f.Name != "enabled", fix.Value == "no":
		return previewLink(r, c, fix, fix.Value), nil
	case fix.Value == "yes":
		return previewLink(r, c, fix, string(record.OpEnable)), nil
	case value == "":
		return ui.Link{Label: "Change " + f.Label, URL: recordURL(r, c.Resource.Path, fix.SID) + "/edit#" + c.One + "-" + f.Name}, nil
	case f.Type == record.Links:
		does = record.OpAddIDs
	}
	link := previewLink(r, c, fix, string(does))
	link.Label = fmt.Sprintf("%s: %s, room for %s", f.Label, fix.Value, ui.HumanCount(int64(fix.Slots)))
	name := "change[" + f.Name + "][value]"
	if f.Type == record.Links {
		name += "[]"
	}
	link.URL += "&" + url.Values{name: {value}}.Encode()
	return link, nil
}

// previewLink leads to the preview of a change of one field.
func previewLink(r *site.Request, c *site.Collection, fix economy.Fix, does string) ui.Link {
	f := c.Resource.Field(fix.Field)
	query := url.Values{"sids[]": {fix.SID}, "change[" + f.Name + "][do]": {does}}
	return ui.Link{Label: f.Label + ": " + fix.Value, URL: recordURL(r, c.Resource.Path, "bulk/preview") + "?" + query.Encode()}
}

// valueOf returns a value as the preview takes it: the id of a name, empty for one that there is not.
func valueOf(ctx context.Context, r *site.Request, f *record.Field, name string) (string, error) {
	if f.Ref == "" || name == "" {
		return name, nil
	}
	options, err := r.References(ctx, record.Named(f.Ref))
	for _, o := range options {
		if o.Label == name {
			return o.Value, err
		}
	}
	return "", err
}

// wished solves the wished number of a request; nil for none.
func wished(ctx context.Context, r *site.Request, f *economy.Figures, why economy.Why) (*pages.EconomyWish, error) {
	number, err := strconv.ParseInt(r.Text("wish"), 10, 64)
	if err != nil || number < 1 || number > maxWish || why.SID == "" {
		return nil, nil
	}
	wish, err := r.Site.Economy.Wish(ctx, f, why.Class, number)
	if err != nil {
		return nil, err
	}
	view := &pages.EconomyWish{Title: ui.HumanCount(number) + " " + why.Class + " in the world", Reasons: wish.Reasons}
	if wish.Partial {
		view.Reasons = append(view.Reasons, "Too much to place, so these numbers are rougher than usual.")
	}
	if wish.Nominal == 0 {
		return view, nil
	}
	query := url.Values{"sids[]": {wish.SID}}
	for field, value := range map[string]int64{"nominal": wish.Nominal, "min": wish.Min} {
		query.Set("change["+field+"][do]", string(record.OpSet))
		query.Set("change["+field+"][value]", strconv.FormatInt(value, 10))
	}
	view.Set = ui.Link{
		Label: fmt.Sprintf("Set nominal to %s and min to %s", ui.HumanCount(wish.Nominal), ui.HumanCount(wish.Min)),
		URL:   recordURL(r, "types", "bulk/preview") + "?" + query.Encode(),
	}
	return view, nil
}

// whereSections are the charts of where a type can lie.
func whereSections(f *economy.Figures, where economy.Where) (list []pages.EconomySection) {
	for _, by := range []struct {
		id, title string
		rooms     []economy.Room
	}{{"tier", "Tiers of the map", where.Tier}, {"town", "Towns", where.Town}, {"building", "Buildings", where.Building}} {
		if len(by.rooms) > 0 && (by.id != "tier" || f.Ground.Zones) {
			list = append(list, pages.EconomySection{
				ID: by.id, Title: by.title, Text: ui.Plural(len(by.rooms), "row", "rows") + ", those with the most room first.",
				Chart: roomChart(by.title, by.rooms),
			})
		}
	}
	return list
}

// comesSections are the tables of how a class comes into the world otherwise.
func comesSections(r *site.Request, why economy.Why) (list []pages.EconomySection) {
	carriers := ui.Table{
		Label:   "Carriers",
		Columns: []ui.Column{{Label: "Class"}, {Label: "How"}, {Label: "Chance", Numeric: true}, {Label: "Spawns itself"}},
	}
	for _, c := range first(why.Carriers, mostRows) {
		carriers.Rows = append(carriers.Rows, ui.Row{Cells: []ui.Cell{
			{Kind: ui.CodeCell, Text: c.Name, URL: recordURL(r, "spawnable-types", c.SID) + "/edit"},
			{Text: carried(c)},
			{Text: percent(c.Chance)},
			{Text: yesNo(c.Spawns)},
		}})
	}
	events := ui.Table{Label: "Events", Columns: []ui.Column{{Label: "Event"}, {Label: "Active"}, {Label: "Nominal", Numeric: true}}}
	for _, e := range first(why.Events, mostRows) {
		nominal := number(e.Nominal)
		if e.Custom {
			nominal.Text = "by its zones"
		}
		events.Rows = append(events.Rows, ui.Row{Cells: []ui.Cell{
			{Kind: ui.CodeCell, Text: e.Name, URL: recordURL(r, "events", e.SID) + "/edit"}, {Text: yesNo(e.Active)}, nominal,
		}})
	}
	if len(carriers.Rows) > 0 {
		text := ui.Plural(len(why.Carriers), "class comes", "classes come") + " with it; those that spawn first, then the likeliest."
		list = append(list, tableSection("carriers", "Comes on or in", text, carriers))
	}
	if len(events.Rows) > 0 {
		list = append(list, tableSection("events", "Comes by events", "", events))
	}
	return list
}

func carried(c economy.Carrier) string {
	if c.Cargo {
		return "in it, as cargo"
	}
	return "on it, as attachment"
}

func yesNo(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}

// usesSections shows where files of mods name a class; nothing where none does.
func usesSections(r *site.Request, uses []docset.ClassUse) []pages.EconomySection {
	if len(uses) == 0 {
		return nil
	}
	table := ui.Table{Label: "Files of mods", Columns: []ui.Column{{Label: "File"}, {Label: "Value"}, {Label: "Chance"}}}
	for _, u := range first(uses, mostRows) {
		link := r.FormURL(u.File.Path).With("at", u.Path)
		table.Rows = append(table.Rows, ui.Row{Cells: []ui.Cell{{Text: u.File.Title, URL: link}, {Text: u.Label}, {Text: u.Chance}}})
	}
	const text = "They may bring it, or sell it, whatever the types say."
	return []pages.EconomySection{tableSection("mods", "Named by files of mods", text, table)}
}
