package market

import (
	"context"
	"errors"
	"net/url"
	"slices"
	"strings"
	"time"

	"quartermaster/internal/access"
	"quartermaster/internal/expansion"
	"quartermaster/internal/filter"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/documents"
	"quartermaster/internal/web/finder"
	"quartermaster/internal/web/grid"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// addItemsGrid adds the grid of the items of all categories. Without scripts the forms of the categories do its work.
func addItemsGrid(s *site.Site, categories *documents.Pages) {
	c := &site.Collection{
		Resource: record.MarketItems, Title: "Market items", One: "market item", Many: "market items", TitleOf: record.MarketItems.TitleOf,
		URL: func(r *site.Request) string { return documents.URL(r) + "/" + categories.Segment() },
	}
	grid.New(c, items{}).Add(s)
	on := s.ForInstances(site.InstanceBase+"/"+c.Resource.Path, access.Read)
	on.ForPrograms().Get("/completion", finder.Completion(c))
	on.Get("/{item}/edit", func(_ context.Context, r *site.Request) (site.Response, error) {
		return site.Redirect(c.URL(r) + "/" + categoryOf(r.Param("item")) + "/edit"), nil
	})
}

// itemsLink leads to the grid of the items of a category, or of all for nil.
func itemsLink(r *site.Request, category record.Row) ui.Link {
	link := ui.Link{Label: "Grid of items", URL: r.Instance.URL + "/" + record.MarketItems.Path + "/grid", Quiet: true}
	if category != nil {
		link.URL += "?" + url.Values{"q": {"category:" + filter.Quoted(record.MarketCategories.TitleOf(category))}}.Encode()
	}
	return link
}

// items are the items of all categories as the source of a grid.
type items struct{}

// itemList holds rows in their order.
type itemList []record.Row

// Len returns their number.
func (l itemList) Len() int { return len(l) }

// First returns the first rows, at most n.
func (l itemList) First(_ context.Context, n int) ([]record.Row, error) {
	return l[:min(n, len(l))], nil
}

// Each calls fn with some hundred rows at a time.
func (l itemList) Each(_ context.Context, fn func([]record.Row) error) error {
	const together = 500
	for part := range slices.Chunk(l, together) {
		if err := fn(part); err != nil {
			return err
		}
	}
	return nil
}

// Find returns the items that the filter finds, by category and in the order of the files.
func (items) Find(ctx context.Context, r *site.Request) (grid.Rows, error) {
	categories, err := readCategories(ctx, r)
	if err != nil {
		return nil, err
	}
	var all itemList
	for _, c := range categories {
		all = append(all, c.rows()...)
	}
	words := record.OfRows(r.Site.DB.Vocabulary(r.Scope()), all)
	conditions, err := record.MarketItems.Where(ctx, record.MarketItems.FilterText(r.Input), time.Now(), words)
	var wrong *filter.Error
	if errors.As(err, &wrong) {
		return nil, grid.FilterError(validate.Ended("This filter is not understood: " + wrong.Error()))
	}
	if err == nil {
		err = record.Answer(conditions, func(t record.Test) (record.Answers, error) { return answersOf(ctx, r, categories, t) })
	}
	tester := record.MarketItems.Tester(conditions)
	return slices.DeleteFunc(all, func(row record.Row) bool { return !tester.Meets(row) }), err
}

// Named returns the items of the class names.
func (items) Named(ctx context.Context, r *site.Request, names []string) (found []record.Row, err error) {
	wanted := map[string]bool{}
	for _, name := range names {
		wanted[strings.ToLower(name)] = true
	}
	categories, err := readCategories(ctx, r)
	for _, c := range categories {
		for _, row := range c.rows() {
			if wanted[strings.ToLower(record.MarketItems.TitleOf(row))] {
				found = append(found, row)
			}
		}
	}
	return found, err
}

// Others returns for each item another one of its class, in any category: the mod takes the first one alone.
func (items) Others(ctx context.Context, e *store.Edit, rows []record.Row) ([]record.Row, error) {
	if len(rows) == 0 {
		return nil, nil
	}
	res := record.MarketItems
	stored, err := e.View().Flat(ctx, record.MarketCategories, nil, record.MarketCategories.Document())
	if err != nil {
		return nil, err
	}
	categories, err := openAll(stored)
	if err != nil {
		return nil, err
	}
	there := map[string][]record.Row{}
	for _, c := range categories {
		for _, row := range c.rows() {
			class := strings.ToLower(res.TitleOf(row))
			there[class] = append(there[class], row)
		}
	}
	others := make([]record.Row, len(rows))
	for i, row := range rows {
		for _, other := range there[strings.ToLower(res.TitleOf(row))] {
			if res.SID(other) != res.SID(row) {
				others[i] = other
			}
		}
	}
	return others, nil
}

// Given returns the share of the market settings. Zones may have shares of their own.
func (items) Given(ctx context.Context, r *site.Request) (map[string]float64, error) {
	share, err := usualShare(ctx, r)
	return map[string]float64{grid.UsualShare: share}, err
}

// usualShare returns the share of the market settings for items without one.
func usualShare(ctx context.Context, r *site.Request) (float64, error) {
	const slug, key = "market", "SellPricePercent"
	usual := numberOf(expansion.Setting(slug).Default(), key)
	rows, err := r.Site.DB.All(ctx, record.ExpansionSettings, r.Scope(), "r.setting = $", slug)
	if err != nil || len(rows) == 0 {
		return usual, err
	}
	settings, err := expansion.Parse(string(record.ExpansionSettings.FileOf(rows[0])))
	if err == nil && settings.Has(key) {
		usual = numberOf(settings, key)
	}
	return usual, err
}

// Current returns items as they are stored.
func (items) Current(ctx context.Context, e *store.Edit, sids []string) (map[string]record.Row, error) {
	categories, err := openIn(ctx, e, sids)
	there := map[string]record.Row{}
	for _, c := range categories {
		for _, row := range c.rows() {
			there[record.MarketItems.SID(row)] = row
		}
	}
	return there, err
}

// openIn opens the categories of items within an edit.
func openIn(ctx context.Context, e *store.Edit, sids []string) ([]*openCategory, error) {
	named := make([]string, len(sids))
	for i, sid := range sids {
		named[i] = categoryOf(sid)
	}
	res := record.MarketCategories
	chosen := record.Condition{Any: []record.Match{{Test: record.Listed, Among: slices.Compact(slices.Sorted(slices.Values(named)))}}}
	rows, err := e.View().Flat(ctx, res, []record.Condition{chosen}, res.Document())
	if err != nil {
		return nil, err
	}
	return openAll(rows)
}

// Authors returns who has changed the categories of items.
func (items) Authors(ctx context.Context, r *site.Request, sids []string) (map[string]string, error) {
	known, err := r.Site.DB.LastAuthors(ctx, r.Scope(), nil)
	authors := map[string]string{}
	for _, sid := range sids {
		authors[sid] = known[categoryOf(sid)]
	}
	return authors, err
}

// Computed returns who has changed the categories of the items and when, who trades them, and what the lint says that names them.
func (items) Computed(ctx context.Context, r *site.Request) (grid.Computed, error) {
	all := grid.Computed{
		By: map[string]string{}, At: map[string]string{}, Problems: map[string][]grid.Finding{}, Uses: map[string]map[string]int64{},
	}
	categories, err := readCategories(ctx, r)
	if err != nil {
		return all, err
	}
	about, err := readAbout(ctx, r, categories)
	if err != nil {
		return all, err
	}
	for _, c := range categories {
		for _, row := range c.rows() {
			sid := record.MarketItems.SID(row)
			all.By[sid], all.At[sid] = about.ChangedBy(row), c.changed
			for _, f := range about.findings(row) {
				all.Problems[sid] = append(all.Problems[sid], grid.Finding{Severity: f.Severity, Text: f.Message()})
			}
			all.Uses[sid] = map[string]int64{}
			if n := about.Uses(row); n > 0 {
				all.Uses[sid][traderNoun(n)] = n
			}
		}
	}
	return all, nil
}

func traderNoun(n int64) string {
	if n == 1 {
		return "trader"
	}
	return "traders"
}
