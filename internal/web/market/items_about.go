package market

import (
	"context"
	"slices"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/lint"
	"quartermaster/internal/record"
	"quartermaster/internal/web/site"
)

// about is what is known of items besides their values.
type about struct {
	categories map[int64]*openCategory
	traders    []tradedNames
	authors    map[string]string         // of categories, by sid
	found      map[string][]lint.Finding // about categories, by sid
}

// tradedNames are what a trader trades, in lower case.
type tradedNames struct{ categories, items map[string]bool }

// answersOf answers what a filter asks of items besides their values.
func answersOf(ctx context.Context, r *site.Request, categories []*openCategory, t record.Test) (record.Answers, error) {
	a, err := readAbout(ctx, r, categories)
	if err != nil {
		return nil, err
	}
	switch t {
	case record.ChangedBy:
		authors, err := r.Site.DB.LastAuthorIDs(ctx, r.Scope())
		return func(row record.Row, m record.Match) bool {
			return slices.Contains(m.IDs, authors[a.categoryOf(row).sid])
		}, err
	case record.Used:
		return func(row record.Row, m record.Match) bool { return m.Range.Holds(a.Uses(row)) }, nil
	}
	return func(row record.Row, m record.Match) bool { return a.hasProblem(row, m.Text[0]) }, nil
}

func readAbout(ctx context.Context, r *site.Request, categories []*openCategory) (a *about, err error) {
	a = &about{categories: map[int64]*openCategory{}, found: map[string][]lint.Finding{}}
	for _, c := range categories {
		a.categories[c.id] = c
	}
	if a.authors, err = r.Site.DB.LastAuthors(ctx, r.Scope(), nil); err != nil {
		return nil, err
	}
	found, err := r.Site.Lint.Check(ctx, r.Scope())
	if err != nil {
		return nil, err
	}
	for _, f := range found {
		if f.Resource == record.MarketCategories {
			a.found[f.SID] = append(a.found[f.SID], f)
		}
	}
	rows, err := r.Site.DB.All(ctx, record.MarketTraders, r.Scope(), "")
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		tree, err := expansion.Parse(string(record.MarketTraders.FileOf(row)))
		if err != nil {
			return nil, err
		}
		a.traders = append(a.traders, tradedNames{namesIn(tree, "Categories"), namesIn(tree, "Items")})
	}
	return a, nil
}

func namesIn(trader *jsontree.Object, key string) map[string]bool {
	names := map[string]bool{}
	for _, t := range storedTrades(trader, key) {
		names[strings.ToLower(t.name)] = true
	}
	return names
}

func (a *about) categoryOf(row record.Row) *openCategory {
	id, _ := row[record.MarketItems.Index("category_id")].(int64)
	return a.categories[id]
}

// Uses returns how many traders trade an item, with its category or by itself.
func (a *about) Uses(row record.Row) (n int64) {
	category, class := strings.ToLower(a.categoryOf(row).name), strings.ToLower(record.MarketItems.TitleOf(row))
	for _, t := range a.traders {
		if t.categories[category] || t.items[class] {
			n++
		}
	}
	return n
}

// findings returns what the lint says about the category of an item that names the item.
func (a *about) findings(row record.Row) (list []lint.Finding) {
	class := record.MarketItems.TitleOf(row)
	for _, f := range a.found[a.categoryOf(row).sid] {
		if f.Says.Names(class) {
			list = append(list, f)
		}
	}
	return list
}

// hasProblem reports whether the lint names an item.
func (a *about) hasProblem(row record.Row, what string) bool {
	found := a.findings(row)
	if what == "none" {
		return len(found) == 0
	}
	return slices.ContainsFunc(found, func(f lint.Finding) bool {
		return what == "any" || what == string(f.Severity) || what == f.Rule.ID
	})
}

// ChangedBy returns who has changed the category of an item.
func (a *about) ChangedBy(row record.Row) string { return a.authors[a.categoryOf(row).sid] }
