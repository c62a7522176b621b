package economy

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"quartermaster/internal/economy"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// How often the pages repeat simulations.
const (
	rolls = 10_000
	runs  = 20
)

// asks are the forms for simulations.
func asks(r *site.Request, class, building string) []pages.EconomyAsk {
	seed := ui.Field{Name: "seed", Label: "Seed", Kind: ui.Number, Value: strconv.FormatInt(seedOf(r), 10), Min: "0"}
	return []pages.EconomyAsk{
		{
			ID: "rolls", Title: "What does an infected or another class carry?",
			Text: "Rolls its attachments and cargo 10,000 times. The same seed gives the same rolls.",
			Path: economyURL(r) + "/rolls", Submit: "Roll",
			Fields: []ui.Field{{Name: "class", Label: "Class name", Kind: ui.Text, Value: class, Required: true}, seed},
		},
		{
			ID: "fill", Title: "What lies in a building?", Text: "Fills the whole map 20 times with the target loot.",
			Path: economyURL(r) + "/fill", Submit: "Fill",
			Fields: []ui.Field{{Name: "building", Label: "Class name of the building", Kind: ui.Text, Value: building, Required: true}, seed},
		},
	}
}

func seedOf(r *site.Request) int64 {
	seed, err := strconv.ParseInt(r.Text("seed"), 10, 54)
	if err != nil || seed < 0 {
		return 1
	}
	return seed
}

// showRolls shows what a class spawns with.
func showRolls(ctx context.Context, r *site.Request) (site.Response, error) {
	f, _, err := r.Site.Economy.Figures(ctx, r.Scope())
	if err != nil {
		return site.Response{}, err
	}
	class := r.Text("class")
	result, err := r.Site.Economy.Rolls(ctx, f, class, seedOf(r), rolls)
	if err != nil {
		return site.Response{}, err
	}
	view := pages.Economy{Lead: fmt.Sprintf("%s: %s, rolled %s times with seed %d.", class,
		ui.Plural(len(result.Items), "possible item", "possible items"), ui.HumanCount(int64(result.Rolls)), result.Seed)}
	if !result.Known {
		view.Notes = append(view.Notes, "No spawnable type has this class, so it comes with nothing we know of.")
	}
	if result.Partial {
		view.Notes = append(view.Notes, "Too much to compute: the chances are incomplete.")
	}
	view.Notes = append(view.Notes,
		"Each block gives at most one item; what an item itself comes with counts too, four levels deep. How deep the game goes is not known.")
	table := chances("Chances", result.Items, true)
	view.Sections = []pages.EconomySection{tableSection("items", "Chances", "The exact chance, and the share of rolls with the item.",
		table)}
	view.Asks = asks(r, class, "")[:1]
	return site.Response{Page: r.Inside("Roll "+class, economyLink(r)), View: view}, nil
}

// showFill shows what lies in a building.
func showFill(ctx context.Context, r *site.Request) (site.Response, error) {
	f, _, err := r.Site.Economy.Figures(ctx, r.Scope())
	if err != nil {
		return site.Response{}, err
	}
	building := r.Text("building")
	view := pages.Economy{Asks: asks(r, "", building)[1:]}
	result, err := r.Site.Economy.Fill(ctx, f, building, seedOf(r), runs)
	if errors.Is(err, economy.ErrNoBuilding) {
		view.Lead = "Name a building by its class, such as Land_Shed_W1."
		if building != "" {
			view.Lead = "The map has no building " + building + ", or its files mapgroupproto.xml and mapgrouppos.xml are not here."
		}
		return site.Response{Page: r.Inside("Fill "+building, economyLink(r)), View: view}, nil
	}
	if err != nil {
		return site.Response{}, err
	}
	view.Lead = fmt.Sprintf("%s stands %s times on the map, and holds %.1f items on average. Of %s wanted items %s found room, filled %d "+
		"times with seed %d.", result.Building,
		ui.HumanCount(int64(result.Placed)), result.Average, ui.HumanCount(result.Wanted), rounded(result.Filled), result.Runs, result.Seed)
	view.Notes = []string{
		"The map is filled from empty, with all that is wanted at once. A running server refills over time, near and far from players " +
			"differently; the game's rules for that are not public.",
	}
	if result.Partial {
		view.Notes = append(view.Notes, "Too much to place: the later runs are incomplete.")
	}
	view.Sections = []pages.EconomySection{tableSection("items", "Items", "The 100 likeliest.", chances("Items", first(result.Items, 100),
		false))}
	return site.Response{Page: r.Inside("Fill "+result.Building, economyLink(r)), View: view}, nil
}

func chances(label string, items []economy.Chance, rolled bool) ui.Table {
	table := ui.Table{
		Label:   label,
		Columns: []ui.Column{{Label: "Item"}, {Label: "Chance of at least one", Numeric: true}, {Label: "On average", Numeric: true}},
		Empty:   ui.Empty{Title: "Nothing", Text: "It comes with nothing."},
	}
	if rolled {
		table.Columns = append(table.Columns, ui.Column{Label: "Share of the rolls", Numeric: true})
	}
	for _, item := range items {
		cells := []ui.Cell{
			{Kind: ui.CodeCell, Text: item.Name}, {Text: percent(item.Chance)}, {Text: strconv.FormatFloat(item.Expected, 'f', 3, 64)},
		}
		if rolled {
			cells = append(cells, ui.Cell{Text: percent(item.Simulated)})
		}
		table.Rows = append(table.Rows, ui.Row{Cells: cells})
	}
	return table
}

func percent(x float64) string { return strconv.FormatFloat(100*x, 'f', 2, 64) + " %" }
