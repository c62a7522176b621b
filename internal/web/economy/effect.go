package economy

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strconv"

	"quartermaster/internal/economy"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// mostTowns is how many towns are shown beside the grid; the page about the type has all.
const mostTowns = 10

// showEffect answers with the part of the laboratory that follows the grid.
func showEffect(ctx context.Context, r *site.Request) (site.Response, error) {
	view, err := Effect(ctx, r)
	return site.Response{View: view}, err
}

// Effect says what the changes of types that a request asks for would do to the loot economy, and what is known then of its row; of none
// for one that is no type.
func Effect(ctx context.Context, r *site.Request) (pages.LabEffect, error) {
	before, _, err := r.Site.Economy.Figures(ctx, r.Scope())
	if err != nil {
		return pages.LabEffect{}, err
	}
	tried := triesOf(r.Input)
	answer, err := tried.answer(ctx, r, before)
	both := figures{now: before.With(tried.changes), before: before}
	view := pages.LabEffect{Said: answer.Text, Lead: lead(both.now), Charts: both.totals()}
	if t := both.now.TypeOf(r.Text("row")); t != nil {
		view.Type = both.about(r, t)
	}
	return view, err
}

// totals are the charts of what the types have in common, beside what is stored.
func (f figures) totals() (list []pages.EconomySection) {
	for _, c := range totalCharts {
		if c.of == "file" {
			continue
		}
		drawn := chart{c.of, c.title, "", "Types", true, false, bars(c.list(&f.now.Totals), c.list(f.others()), ofTotal, true)}
		list = append(list, sectionOf(drawn.shortened()))
	}
	return list
}

func sectionOf(c chart) pages.EconomySection {
	return pages.EconomySection{ID: "by-" + c.of, Title: c.title, Legend: c.legend(), Chart: c.drawn()}
}

// about draws what is known of a type.
func (f figures) about(r *site.Request, t *economy.TypeFigure) *pages.LabType {
	why := f.now.Why(t.Name)
	view := &pages.LabType{
		Name: t.Name, About: about(f.now, why), URL: typeURL(r, t.Name), Usages: t.Usages, Values: t.Values,
		Holds: base64.StdEncoding.EncodeToString(f.now.Holds(t)),
	}
	for _, c := range why.Causes {
		effect := effects[c.Effect]
		view.Causes = append(view.Causes, pages.EconomyCause{Tone: effect.tone, Effect: effect.label, Text: c.Message})
	}
	was := f.before.TypeOf(t.SID)
	if towns := bars(why.Where.Town, f.before.Where(was).Town, ofRoom, true); len(towns) > 0 {
		c := chart{of: "town", title: "Towns with " + t.Name, counted: "Buildings", compared: true, bars: towns}
		c.bars = first(c.bars, mostTowns)
		section := sectionOf(c)
		section.Chart.Of = "Town"
		view.Where = &section
	}
	return view
}

// showWish answers with the nominal and min that make a wished number of a type, beside the other changes that are not saved.
func showWish(ctx context.Context, r *site.Request) (site.Response, error) {
	stored, _, err := r.Site.Economy.Figures(ctx, r.Scope())
	if err != nil {
		return site.Response{}, err
	}
	number, err := strconv.ParseInt(r.Text("wish"), 10, 64)
	if err != nil || number < 1 || number > maxWish {
		return unprocessable(fmt.Sprintf("Wish for a number from 1 to %s.", ui.HumanCount(maxWish)))
	}
	with := stored.With(triesOf(r.Input).changes)
	t := with.TypeOf(r.Text("row"))
	if t == nil {
		return unprocessable("The economy does not have this type. Save it first.")
	}
	wish, err := r.Site.Economy.Wish(ctx, with, t.Name, number)
	if err != nil {
		return site.Response{}, err
	}
	text, err := json.Marshal(map[string]any{"nominal": wish.Nominal, "min": wish.Min, "reasons": wish.Reasons})
	return site.Response{JSON: text}, err
}

func unprocessable(text string) (site.Response, error) {
	return site.Response{Status: 422, JSON: site.MessageJSON(text)}, nil
}
