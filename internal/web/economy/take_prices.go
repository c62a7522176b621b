package economy

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"quartermaster/internal/economy"
	"quartermaster/internal/store"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

func tradersURL(r *site.Request) string { return economyURL(r) + "/traders" }

// takeURL is where proposals by rarity are shown before they are taken.
func takeURL(r *site.Request) string { return tradersURL(r) + "/by-rarity" }

// mostChanges is how many changes of prices the preview shows.
const mostChanges = 200

// chosenItems returns which items a request is about: those that it names, or all that its search finds.
func chosenItems(r *site.Request) func(string, economy.Offer) bool {
	if r.Text("all") == "" {
		sids, _ := r.Input.Get("sids")
		return economy.Named(ui.MemberTexts(sids))
	}
	term := strings.ToLower(r.Text("search"))
	return func(class string, _ economy.Offer) bool { return strings.Contains(strings.ToLower(class), term) }
}

// previewPrices shows what taking the proposals by rarity would change.
func previewPrices(ctx context.Context, r *site.Request) (site.Response, error) {
	prices, revision, err := r.Site.Economy.Prices(ctx, r.Scope())
	if err != nil {
		return site.Response{}, err
	}
	changes := prices.Changes(chosenItems(r))
	view := pages.Economy{
		Lead: ui.Plural(len(changes), "price", "prices") + " would become what the rarity proposes.",
		Sections: []pages.EconomySection{tableSection("changes", "What would change",
			"What a trader of Dr. Jones’ mod pays goes along in proportion; the Expansion market pays a percentage. At most 200 rows are shown.",
			priceChanges(changes))},
	}
	if len(changes) > 0 {
		action := r.URL.Query()
		action.Set("seen", strconv.FormatInt(revision, 10))
		view.Form = &ui.Form{
			ID: "take", Action: takeURL(r) + "?" + action.Encode(), Submit: "Change " + ui.Plural(len(changes), "price", "prices"),
			Cancel: tradersURL(r),
		}
	}
	return site.Response{
		Page: r.Inside("Prices by rarity", economyLink(r), ui.Link{Label: "Traders compared", URL: tradersURL(r)}), View: view,
	}, nil
}

func priceChanges(changes []economy.PriceChange) ui.Table {
	table := ui.Table{
		Label:   "Prices that would change",
		Columns: []ui.Column{{Label: "Class"}, {Label: "Trader"}, {Label: "Market"}, {Label: "Buy"}, {Label: "Highest"}, {Label: "Sell"}},
		Empty:   ui.Empty{Title: "Nothing would change", Text: "The prices are what the rarity proposes, or there is no proposal for them."},
	}
	for _, c := range first(changes, mostChanges) {
		market := "Dr. Jones"
		if c.Expansion {
			market = "Expansion"
		}
		table.Rows = append(table.Rows, ui.Row{Cells: []ui.Cell{
			{Kind: ui.CodeCell, Text: c.Class}, {Text: c.Trader}, {Text: market}, fromTo(c.Buy), fromTo(c.MostBuy), fromTo(c.Sell),
		}})
	}
	return table
}

func fromTo(price *[2]float64) ui.Cell {
	if price == nil {
		return ui.Cell{}
	}
	return ui.Cell{Text: fmt.Sprintf("%s → %s", decimal(price[0]), decimal(price[1]))}
}

// takePrices sets the prices that the preview has shown, as one revision.
func takePrices(ctx context.Context, r *site.Request) (site.Response, error) {
	seen, _ := strconv.ParseInt(r.Text("seen"), 10, 64)
	changes, _, err := r.Site.Economy.TakePrices(ctx, r.Scope(), seen, chosenItems(r))
	var refused store.Refusals
	switch {
	case errors.Is(err, economy.ErrChanged):
		return r.Tell(takeURL(r)+"?"+withoutSeen(r.URL.Query()), ui.Notice{
			Tone: ui.Warn, Text: "The instance has been changed in the meantime. This is what would change now.",
		}), nil
	case errors.As(err, &refused):
		return r.Tell(tradersURL(r), ui.Notice{Tone: ui.Bad, Text: refused.Error()}), nil
	case err != nil:
		return site.Response{}, err
	case len(changes) == 0:
		return r.Tell(tradersURL(r), ui.Notice{Tone: ui.Warn, Text: "Nothing was changed: the prices are what the rarity proposes."}), nil
	}
	return r.Done(tradersURL(r), ui.Plural(len(changes), "price was changed.", "prices were changed.")), nil
}

func withoutSeen(query url.Values) string {
	query.Del("seen")
	return query.Encode()
}
