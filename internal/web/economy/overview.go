package economy

import (
	"context"
	"fmt"
	"strings"

	"quartermaster/internal/economy"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// mostRows is how many rows a chart or table of the page has; the CSV has all.
const mostRows = 20

func showEconomy(ctx context.Context, r *site.Request) (site.Response, error) {
	f, err := shown(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	other, comparison, err := compare(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	view := pages.Economy{Lead: lead(f), Notes: notes(f), Compare: comparison}
	both, files := figures{f, other}, downloads(r)
	if other != nil {
		view.Sections = both.differences(r, files)
	}
	view.Sections = append(view.Sections, both.sections(files)...)
	view.Sections = append(view.Sections, hopeless(r, f), scarce(r, f), ammunition(f))
	view.Asks = append([]pages.EconomyAsk{askWhy(r, "")}, asks(r, "", "")...)
	page := r.Inside("Loot economy")
	page.Actions = []ui.Link{
		{Label: "Traders compared", URL: economyURL(r) + "/traders", Quiet: true},
		{Label: "All types as CSV", URL: economyURL(r) + "/figures.csv?of=type", Download: true, Quiet: true},
	}
	return site.Response{Page: page, View: view}, nil
}

func lead(f *economy.Figures) string {
	text := "Target: " + ui.HumanCount(f.Totals.Wanted) + " items (" + ui.Plural(f.Totals.Types, "type", "types") + "). "
	if f.Ground.Known {
		text += fmt.Sprintf("%s placed buildings have %s loot points with room for %s items at a time. ",
			ui.HumanCount(int64(f.Ground.Placed)), ui.HumanCount(int64(f.Ground.Points)), ui.HumanCount(int64(f.Ground.Slots)))
	}
	return text + fmt.Sprintf("Food and drink: %s wanted, %.1f for each of %d players.", ui.HumanCount(f.Food.Wanted), f.Food.PerPlayer,
		f.Food.Players)
}

// notes say what the model does not know.
func notes(f *economy.Figures) (list []string) {
	switch {
	case !f.Ground.Known:
		list = append(list,
			"The map's files are not here, so there are only sums of what is wanted. Import mapgroupproto.xml and mapgrouppos.xml from the "+
				"mission folder.")
	case !f.Ground.Zones:
		list = append(list,
			"areaflags.map is missing, so tiers don’t count, and usages that are only painted on the map are unknown. The "+
				"game's own maps have this file in its data, not in the mission folder.")
	}
	if n := len(f.Ground.Unknown); n > 0 {
		list = append(list, fmt.Sprintf("%s placed without a prototype, so nothing can lie there: %s.",
			ui.Plural(n, "class of buildings is", "classes of buildings are"), strings.Join(first(f.Ground.Unknown, 10), ", ")))
	}
	return append(list,
		"This is an estimate: the game's spawner is not public. Room is counted for each type as if nothing else were there, and "+
			"several types share the same points.")
}

func first[T any](list []T, n int) []T { return list[:min(n, len(list))] }

// sections are the charts.
func (f figures) sections(files func(of string, labels ...string) []pages.EconomyFile) (list []pages.EconomySection) {
	for _, c := range f.charts() {
		text := c.text
		if len(c.bars) > mostRows {
			text = strings.TrimSpace(fmt.Sprintf("%s The first %d of %d; the CSV has all.", text, mostRows, len(c.bars)))
			c = c.shortened()
		}
		list = append(list, pages.EconomySection{
			ID: "by-" + c.of, Title: c.title, Text: text, Legend: c.legend(), Files: files(c.of, "CSV", "PNG"), Chart: c.drawn(),
		})
	}
	return list
}

func roomChart(title string, list []economy.Room) *pages.Chart {
	c := chart{title: title, counted: "Buildings", roomy: true, bars: bars(first(list, mostRows), nil, ofRoom, false)}
	return c.drawn()
}

// fileNames are the addresses of the files by their labels.
var fileNames = map[string]string{"CSV": "figures.csv", "PNG": "chart.png"}

// downloads returns the files of the page as they are for what is stored.
func downloads(r *site.Request) func(of string, labels ...string) []pages.EconomyFile {
	return func(of string, labels ...string) (list []pages.EconomyFile) {
		for _, label := range labels {
			query := r.Query()
			query.Path = economyURL(r) + "/" + fileNames[label]
			list = append(list, pages.EconomyFile{Label: label, Of: of, URL: query.With("of", of)})
		}
		return list
	}
}

// reasons say why a type cannot spawn as loot.
var reasons = map[economy.Reason]string{
	economy.ReasonEventsOnly: "Marked deloot: only events spawn it.",
	economy.ReasonCrafted:    "Marked crafted: players make it, the game does not spawn it.",
	economy.ReasonUsage:      "No building and no zone has one of its usages.",
	economy.ReasonZone:       "No building has one of its usages; a painted zone may, but areaflags.map is not here.",
	economy.ReasonValue:      "No building with one of its usages is in one of its tiers.",
	economy.ReasonCategory:   "No container of the buildings where it may be takes its category.",
	economy.ReasonUncertain:  "It has no category. Whether the game finds room for such a type is not known.",
	economy.ReasonTag:        "No container that takes its category has one of its tags.",
	economy.ReasonFull:       "The containers that fit may hold nothing: their lootmax is 0.",
}

func hopeless(r *site.Request, f *economy.Figures) pages.EconomySection {
	table := ui.Table{
		Label:   "Types that cannot spawn",
		Columns: []ui.Column{{Label: "Type"}, {Label: "Wanted", Numeric: true}, {Label: "Why"}, {Label: "Comes otherwise"}},
		Empty:   ui.Empty{Title: "None", Text: "Every wanted type has room somewhere."},
	}
	for i := range f.Types {
		if t := &f.Types[i]; t.Reason != economy.ReasonNone {
			table.Rows = append(table.Rows, ui.Row{Cells: []ui.Cell{
				typeCell(r, t), number(t.Wanted), {Text: reasons[t.Reason]}, {Text: strings.Join(t.Sources, ", ")},
			}})
		}
	}
	return shortenedSection("hopeless", "Can never spawn", table)
}

func scarce(r *site.Request, f *economy.Figures) pages.EconomySection {
	table := ui.Table{
		Label: "Types with more wanted than room",
		Columns: []ui.Column{
			{Label: "Type"}, {Label: "Wanted", Numeric: true}, {Label: "Room", Numeric: true}, {Label: "Loot points", Numeric: true},
		},
		Empty: ui.Empty{Title: "None", Text: "Every target fits."},
	}
	for i := range f.Types {
		if t := &f.Types[i]; f.Ground.Known && t.Scarce() {
			table.Rows = append(table.Rows, ui.Row{Cells: []ui.Cell{
				typeCell(r, t), number(t.Wanted), number(int64(t.Possible)), number(int64(t.Points)),
			}})
		}
	}
	return shortenedSection("scarce", "More wanted than there is room for", table)
}

// shortenedSection is a table of its first rows.
func shortenedSection(id, title string, table ui.Table) pages.EconomySection {
	text, all := "", len(table.Rows)
	if table.Rows = first(table.Rows, mostRows); all > mostRows {
		text = fmt.Sprintf("The first %d of %d; “All types as CSV” has all.", mostRows, all)
	}
	return tableSection(id, title, text, table)
}

func ammunition(f *economy.Figures) pages.EconomySection {
	table := ui.Table{Label: "Ammunition", Columns: []ui.Column{
		{Label: "Calibre"},
		{Label: "Weapons", Numeric: true},
		{Label: "Magazines", Numeric: true},
		{Label: "Rounds in them", Numeric: true},
		{Label: "Piles", Numeric: true},
		{Label: "Boxes", Numeric: true},
		{Label: "Per weapon", Numeric: true},
		{Label: "Magazines per weapon that takes them"},
	}, Empty: ui.Empty{Title: "None", Text: "No weapon of the game is wanted."}}
	for _, a := range f.Ammunition {
		var each []string
		for _, w := range a.Of {
			if w.Fed {
				each = append(each, fmt.Sprintf("%s %.1f", w.Name, float64(w.Magazines)/float64(w.Wanted)))
			}
		}
		table.Rows = append(table.Rows, ui.Row{Cells: []ui.Cell{
			{Text: a.Calibre},
			number(a.Weapons), number(a.Magazines), number(a.Rounds), number(a.Piles), number(a.Boxes),
			{Text: perWeapon(a)},
			{Text: strings.Join(each, ", ")},
		}})
	}
	return tableSection("ammunition", "Ammunition and magazines",
		"What is wanted, of the game's own weapons; those of mods are not known. Weapons that share magazines count them each. Rounds are "+
			"those of full magazines. Per weapon: piles and boxes together.",
		table)
}

func perWeapon(a economy.Ammunition) string {
	if a.Weapons == 0 {
		return ""
	}
	return fmt.Sprintf("%.1f", a.PerWeapon)
}

func tableSection(id, title, text string, table ui.Table) pages.EconomySection {
	if table.Label == title { // the part of the page and what scrolls in it have different names
		table.Label += " as a table"
	}
	table.Pager = ui.Pager{Page: 1, PerPage: max(len(table.Rows), 1), Total: len(table.Rows)}
	return pages.EconomySection{ID: id, Title: title, Text: text, Table: &table}
}

func typeCell(r *site.Request, t *economy.TypeFigure) ui.Cell {
	return ui.Cell{Kind: ui.CodeCell, Text: t.Name, URL: typeURL(r, t.Name)}
}

func number[T int | int64](n T) ui.Cell { return ui.Cell{Text: ui.HumanCount(int64(n))} }
