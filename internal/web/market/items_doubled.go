package market

import (
	"context"
	"strconv"
	"strings"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// doubtCategory asks about the rows of the form that would make a second item of a class, of which the mod takes the first one alone.
func doubtCategory(ctx context.Context, r *site.Request, old record.Row, before *jsontree.Object) (site.Doubts, error) {
	sent, _ := r.Input.Get("items")
	elsewhere, err := classesElsewhere(ctx, r, old)
	if err != nil {
		return nil, err
	}
	there, known := countClasses(before), countClasses(before)
	var doubts validate.Errors
	for i, member := range jsontree.Members(sent) {
		row, isObject := member.(*jsontree.Object)
		if !isObject || dropped(row) {
			continue
		}
		name, _ := row.Get("ClassName")
		class := strings.ToLower(ui.TextOf(name))
		if there[class]--; there[class] >= 0 {
			continue
		}
		category, is := elsewhere[class]
		if known[class] > 0 {
			category, is = "this category", true
		}
		if known[class]++; is {
			doubts.AddSentence("items."+strconv.Itoa(i)+".ClassName", "“"+ui.TextOf(name)+"” is in "+category+
				" already, and the mod only uses the first one. Change that one, or save this anyway to add a second one.")
		}
	}
	return site.Doubts(doubts), nil
}

// countClasses returns how often classes, in lower case, are among the items of a category.
func countClasses(document *jsontree.Object) map[string]int {
	counts := map[string]int{}
	for _, item := range itemsOf(document) {
		counts[strings.ToLower(classNameOf(item))]++
	}
	return counts
}

// classesElsewhere returns the other categories that classes, in lower case, are in; own is the category itself, nil for a new one.
func classesElsewhere(ctx context.Context, r *site.Request, own record.Row) (map[string]string, error) {
	categories, err := readCategories(ctx, r)
	if err != nil {
		return nil, err
	}
	found := map[string]string{}
	for _, c := range categories {
		if own != nil && c.sid == record.MarketCategories.SID(own) {
			continue
		}
		for class := range countClasses(c.tree) {
			found[class] = "the category “" + c.name + "”"
		}
	}
	return found, nil
}
