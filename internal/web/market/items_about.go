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

// about is what is known of items besides their values, as [record.About] asks for it.
type about struct {
	categories map[int64]*openCategory
	traders    []tradedNames
	authors    map[string]string         // of categories, by sid
	found      map[string][]lint.Finding // about categories, by sid
}

// tradedNames are what a trader trades, in lower case.
type tradedNames struct{ categories, items map[string]bool }

// aboutFor reads as much as the conditions ask for.
func aboutFor(ctx context.Context, r *site.Request, categories []*openCategory, conditions []record.Condition) (*about, error) {
	for _, c := range conditions {
		for _, m := range c.Any {
			if m.Field == nil && m.Test != record.Worded {
				return readAbout(ctx, r, categories)
			}
		}
	}
	return newAbout(categories), nil
}

func newAbout(categories []*openCategory) *about {
	a := &about{categories: map[int64]*openCategory{}, found: map[string][]lint.Finding{}}
	for _, c := range categories {
		a.categories[c.id] = c
	}
	return a
}

func readAbout(ctx context.Context, r *site.Request, categories []*openCategory) (a *about, err error) {
	a = newAbout(categories)
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

// NameOf returns the name of a category.
func (a *about) NameOf(_ *record.Field, id int64) string {
	if c := a.categories[id]; c != nil {
		return c.name
	}
	return ""
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
		if names(f.Message, class) {
			list = append(list, f)
		}
	}
	return list
}

// HasProblem reports whether the lint names an item.
func (a *about) HasProblem(row record.Row, what string) bool {
	return slices.ContainsFunc(a.findings(row), func(f lint.Finding) bool {
		return what == "any" || what == string(f.Severity) || what == f.Rule.ID
	})
}

// ChangedBy returns who has changed the category of an item.
func (a *about) ChangedBy(row record.Row) string { return a.authors[a.categoryOf(row).sid] }
