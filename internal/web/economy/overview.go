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
const mostRows = 25

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
	if other != nil {
		view.Sections = append(view.Sections, differences(r, f, other))
	}
	view.Sections = append(view.Sections, totals(r, f, other)...)
	if f.Ground.Known {
		view.Sections = append(view.Sections, rooms(r, f)...)
	}
	view.Sections = append(view.Sections, hopeless(r, f), scarce(r, f), ammunition(f))
	view.Asks = asks(r, "", "")
	page := r.Inside("Economy computed")
	page.Actions = []ui.Link{{Label: "Traders compared", URL: economyURL(r) + "/traders", Quiet: true}, {Label: "All types as CSV", URL: economyURL(r) + "/figures.csv?of=type", Download: true, Quiet: true}}
	return site.Response{Page: page, View: view}, nil
}

func lead(f *economy.Figures) string {
	text := ui.Plural(f.Totals.Types, "type", "types") + " want " + ui.HumanCount(f.Totals.Wanted) + " items in the world. "
	if f.Ground.Known {
		text += fmt.Sprintf("%s placed buildings have %s loot points with room for %s items at a time. ",
			ui.HumanCount(int64(f.Ground.Placed)), ui.HumanCount(int64(f.Ground.Points)), ui.HumanCount(int64(f.Ground.Slots)))
	}
	return text + fmt.Sprintf("Food and drink: %s wanted, %.1f for each of %d players.", ui.HumanCount(f.Food.Wanted), f.Food.PerPlayer, f.Food.Players)
}

// notes say what the model does not know.
func notes(f *economy.Figures) (list []string) {
	switch {
	case !f.Ground.Known:
		list = append(list, "The map's files are not here, so there are only sums of what is wanted. Import mapgroupproto.xml and mapgrouppos.xml from the mission folder.")
	case !f.Ground.Zones:
		list = append(list, "areaflags.map is not here. Tiers are not taken into account, and usages that are only painted on the map count as not known. The game's own maps have this file in its data, not in the mission folder.")
	}
	if n := len(f.Ground.Unknown); n > 0 {
		list = append(list, fmt.Sprintf("%s placed without a prototype, so nothing can lie there: %s.", ui.Plural(n, "class of buildings is", "classes of buildings are"), strings.Join(first(f.Ground.Unknown, 10), ", ")))
	}
	return append(list, "This is a model: the code of the game's spawner is not public. Room is counted for each type as if nothing else lay there, and several types share the same points.")
}

func first[T any](list []T, n int) []T { return list[:min(n, len(list))] }

// totals are the charts of what is wanted. other is what it is compared with; nil for nothing.
func totals(r *site.Request, f, other *economy.Figures) (list []pages.EconomySection) {
	for _, by := range []struct {
		id, title, text string
		of              func(*economy.Figures) []economy.Total
	}{
		{"category", "By category", "", func(f *economy.Figures) []economy.Total { return f.Totals.Category }},
		{"value", "By tier", "A type with several tiers counts in equal parts.", func(f *economy.Figures) []economy.Total { return f.Totals.Value }},
		{"usage", "By usage", "A type with several usages counts in equal parts.", func(f *economy.Figures) []economy.Total { return f.Totals.Usage }},
		{"file", "By file", "Mods bring files of their own. A class with entries in several counts in the one that the game reads last.", func(f *economy.Figures) []economy.Total { return f.Totals.File }},
	} {
		chart := &pages.Chart{Label: "Wanted " + strings.ToLower(by.title), Of: ui.Capital(strings.TrimPrefix(by.title, "By ")), Value: "Wanted", Also: "Types"}
		bars := totalBars(by.of(f), nil)
		if other != nil {
			chart.Other = "Before"
			bars = totalBars(by.of(f), by.of(other))
		}
		chart.Rows = drawn(bars, false)
		list = append(list, pages.EconomySection{ID: by.id, Title: by.title, Text: by.text, Links: downloads(r, by.id), Chart: chart})
	}
	return list
}

// rooms are the charts of the parts of the map.
func rooms(r *site.Request, f *economy.Figures) (list []pages.EconomySection) {
	const spread = "What is wanted of a type is spread evenly over the room for it. The thin bar is what there is room for."
	for _, by := range []struct {
		id, title string
		rooms     []economy.Room
	}{
		{"tier", "Tiers of the map", f.Totals.Tier},
		{"town", "Towns", f.Totals.Town},
		{"building", "Buildings", f.Totals.Building},
	} {
		if by.id == "tier" && !f.Ground.Zones {
			continue
		}
		list = append(list, pages.EconomySection{ID: by.id + "-rooms", Title: by.title, Text: spread, Links: downloads(r, by.id), Chart: roomChart(by.title, by.rooms)})
	}
	return list
}

func roomChart(title string, list []economy.Room) *pages.Chart {
	return &pages.Chart{Label: title, Of: title, Value: "Wanted", Other: "Room", Also: "Buildings", Rows: drawn(roomBars(first(list, mostRows)), true)}
}

func downloads(r *site.Request, of string) []ui.Link {
	address := economyURL(r)
	query := r.Query()
	query.Path = address + "/figures.csv"
	png := query
	png.Path = address + "/chart.png"
	return []ui.Link{{Label: "CSV", URL: query.With("of", of)}, {Label: "PNG", URL: png.With("of", of)}}
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
		Label: "Types that cannot spawn", Columns: []ui.Column{{Label: "Type"}, {Label: "Wanted", Numeric: true}, {Label: "Why"}, {Label: "Comes otherwise"}},
		Empty: ui.Empty{Title: "None", Text: "Every type that is wanted has room somewhere."},
	}
	for i := range f.Types {
		if t := &f.Types[i]; t.Reason != economy.ReasonNone {
			table.Rows = append(table.Rows, ui.Row{Cells: []ui.Cell{typeCell(r, t), number(t.Wanted), {Text: reasons[t.Reason]}, {Text: strings.Join(t.Sources, ", ")}}})
		}
	}
	return tableSection("hopeless", "Wanted, but never spawned as loot", "", table)
}

func scarce(r *site.Request, f *economy.Figures) pages.EconomySection {
	table := ui.Table{
		Label: "Types with more wanted than room", Columns: []ui.Column{{Label: "Type"}, {Label: "Wanted", Numeric: true}, {Label: "Room", Numeric: true}, {Label: "Loot points", Numeric: true}},
		Empty: ui.Empty{Title: "None", Text: "No type wants more than there is room for."},
	}
	for i := range f.Types {
		if t := &f.Types[i]; f.Ground.Known && t.Scarce() {
			table.Rows = append(table.Rows, ui.Row{Cells: []ui.Cell{typeCell(r, t), number(t.Wanted), number(int64(t.Possible)), number(int64(t.Points))}})
		}
	}
	return tableSection("scarce", "More wanted than there is room for", "", table)
}

func ammunition(f *economy.Figures) pages.EconomySection {
	table := ui.Table{Label: "Ammunition", Columns: []ui.Column{
		{Label: "Calibre"}, {Label: "Weapons", Numeric: true}, {Label: "Magazines", Numeric: true}, {Label: "Rounds in them", Numeric: true}, {Label: "Piles", Numeric: true}, {Label: "Boxes", Numeric: true}, {Label: "Magazines per weapon that takes them"},
	}, Empty: ui.Empty{Title: "None", Text: "No weapon of the game is wanted."}}
	for _, a := range f.Ammunition {
		var each []string
		for _, w := range a.Of {
			if w.Fed {
				each = append(each, fmt.Sprintf("%s %.1f", w.Name, float64(w.Magazines)/float64(w.Wanted)))
			}
		}
		table.Rows = append(table.Rows, ui.Row{Cells: []ui.Cell{{Text: a.Calibre}, number(a.Weapons), number(a.Magazines), number(a.Rounds), number(a.Piles), number(a.Boxes), {Text: strings.Join(each, ", ")}}})
	}
	return tableSection("ammunition", "Ammunition and magazines", "What is wanted, of the game's own weapons; those of mods are not known. Weapons that share magazines count them each. Rounds are those of full magazines.", table)
}

func tableSection(id, title, text string, table ui.Table) pages.EconomySection {
	table.Pager = ui.Pager{Page: 1, PerPage: max(len(table.Rows), 1), Total: len(table.Rows)}
	return pages.EconomySection{ID: id, Title: title, Text: text, Table: &table}
}

func typeCell(r *site.Request, t *economy.TypeFigure) ui.Cell {
	return ui.Cell{Kind: ui.CodeCell, Text: t.Name, URL: typeURL(r, t.Name)}
}

func number[T int | int64](n T) ui.Cell { return ui.Cell{Text: ui.HumanCount(int64(n))} }
