package market

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// openCategory is a category whose document is read.
type openCategory struct {
	id        int64
	sid, name string
	tree      *jsontree.Object
	changed   string // when, in the form of the wire
}

func open(row record.Row) (*openCategory, error) {
	res := record.MarketCategories
	tree, err := expansion.Parse(string(res.FileOf(row)))
	var changed string
	if at, known := row[res.Index("updated_at")].(int64); known {
		changed = time.UnixMicro(at).UTC().Format(time.RFC3339)
	}
	return &openCategory{res.ID(row), res.SID(row), res.TitleOf(row), tree, changed}, err
}

// openAll opens rows, sorted by their names.
func openAll(rows []record.Row) ([]*openCategory, error) {
	list := make([]*openCategory, len(rows))
	for i, row := range rows {
		c, err := open(row)
		if err != nil {
			return nil, err
		}
		list[i] = c
	}
	slices.SortFunc(list, func(a, b *openCategory) int { return cmp.Compare(strings.ToLower(a.name), strings.ToLower(b.name)) })
	return list, nil
}

// readCategories opens the categories of the instance, sorted by their names.
func readCategories(ctx context.Context, r *site.Request) ([]*openCategory, error) {
	rows, err := r.Site.DB.All(ctx, record.MarketCategories, r.Scope(), "")
	if err != nil {
		return nil, err
	}
	return openAll(rows)
}

// idSeparator is between the category and the id of the item in the sid of an item's row.
const idSeparator = "."

// categoryOf returns the sid of the category that an item's row is from.
func categoryOf(sid string) string {
	category, _, _ := strings.Cut(sid, idSeparator)
	return category
}

// rows returns the items as rows of [record.MarketItems].
func (c *openCategory) rows() []record.Row {
	items := itemsOf(c.tree)
	rows := make([]record.Row, len(items))
	for i, id := range itemIDs(c.sid, items) {
		rows[i] = c.row(id, items[i])
	}
	return rows
}

func (c *openCategory) row(id string, item *jsontree.Object) record.Row {
	res := record.MarketItems
	row := res.EmptyRow()
	row[res.Index("sid")], row[res.Index("category_id")] = c.sid+idSeparator+id, c.id
	for i, f := range res.Fields {
		if key := keyOf(f); key != nil {
			row[i] = stored(f, key, item)
		}
	}
	return row
}

// keyOf returns the key of an item that a field of [record.MarketItems] stands for, nil for none.
func keyOf(f *record.Field) *expansion.Field {
	i := slices.IndexFunc(itemFields.Fields, func(key *expansion.Field) bool { return key.Name == f.Column })
	if i < 0 {
		return nil
	}
	return itemFields.Fields[i]
}

// stored returns the value of an item's key as a row holds it: nil for what is no number.
func stored(f *record.Field, key *expansion.Field, item *jsontree.Object) any {
	value, has := item.Get(key.Name)
	if !has {
		value = key.New()
	}
	switch f.Type {
	case record.Text:
		return ui.TextOf(value)
	case record.Texts:
		return string(jsontree.AppendList(nil, ui.MemberTexts(value), jsontree.AppendString))
	}
	n, err := strconv.ParseFloat(ui.TextOf(value), 64)
	switch {
	case err != nil:
		return nil
	case f.Type == record.Int:
		return int64(n)
	}
	return n
}
