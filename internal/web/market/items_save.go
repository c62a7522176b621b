package market

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/docform"
	"quartermaster/internal/web/grid"
	"quartermaster/internal/web/site"
)

// Write lays a save over the documents of the categories that it is about, and stores these as one batch.
func (items) Write(ctx context.Context, _ *site.Request, e *store.Edit, asked grid.Asked) ([]grid.Written, error) {
	w, err := openWriting(ctx, e, asked)
	if err != nil {
		return nil, err
	}
	for _, row := range asked.Removed {
		w.remove(row.Key)
	}
	for _, row := range asked.Changed {
		w.change(row)
	}
	for _, row := range asked.Added {
		w.add(row)
	}
	if len(w.problems) > 0 {
		return nil, w.problems
	}
	if err := w.store(ctx, e); err != nil {
		return nil, err
	}
	return w.written(asked), nil
}

// writing is a save of items in progress.
type writing struct {
	categories []*openCategory
	items      map[string]*jsontree.Object // by the sids of their rows
	keys       map[*jsontree.Object]string // what the page calls them
	touched    map[*openCategory]bool
	problems   grid.Problems
}

// openWriting opens the categories that items of a save are in or go to.
func openWriting(ctx context.Context, e *store.Edit, asked grid.Asked) (*writing, error) {
	w := &writing{items: map[string]*jsontree.Object{}, keys: map[*jsontree.Object]string{}, touched: map[*openCategory]bool{}}
	targets, err := targetsOf(ctx, e, asked)
	if err != nil {
		return nil, err
	}
	if w.categories, err = openIn(ctx, e, append(targets, asked.Existing()...)); err != nil {
		return nil, err
	}
	for _, c := range w.categories {
		items := itemsOf(c.tree)
		for i, id := range itemIDs(c.sid, items) {
			sid := c.sid + idSeparator + id
			w.items[sid], w.keys[items[i]] = items[i], sid
		}
	}
	return w, nil
}

// targetsOf returns the sids of the categories that rows are to be in.
func targetsOf(ctx context.Context, e *store.Edit, asked grid.Asked) (sids []string, err error) {
	ids := map[string]bool{}
	for _, row := range slices.Concat(asked.Changed, asked.Added) {
		if id, sent := row.Now.Get(categoryField); sent {
			ids[validate.Text(id)] = true
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	rows, err := e.View().Flat(ctx, record.MarketCategories, nil)
	for _, row := range rows {
		if ids[strconv.FormatInt(record.MarketCategories.ID(row), 10)] {
			sids = append(sids, record.MarketCategories.SID(row))
		}
	}
	return sids, err
}

// categoryField is the field of an item's row that names its category.
const categoryField = "category_id"

func (w *writing) remove(sid string) {
	c, _ := w.categoryBy(func(c *openCategory) bool { return c.sid == categoryOf(sid) })
	w.setItems(c, slices.DeleteFunc(slices.Clone(membersOf(c)), func(member any) bool { return member == any(w.items[sid]) }))
}

func (w *writing) change(row grid.Row) {
	item, sent := w.items[row.Key], sentOf(row.Now)
	for _, name := range neededOfItem {
		if value, has := sent.Get(name); has && value == nil {
			w.refuse(row.Key, name, validate.Message{Failure: validate.IsRequired})
			sent.Delete(name)
		}
	}
	w.lay(row.Key, item, sent)
	from, _ := w.categoryBy(func(c *openCategory) bool { return c.sid == categoryOf(row.Key) })
	w.touched[from] = true
	if to, moves := w.target(row); moves && to != from {
		w.remove(row.Key)
		w.append(to, item)
	}
}

func (w *writing) add(row grid.Row) {
	item, sent := newItem(), sentOf(row.Now)
	for _, name := range neededOfItem {
		if value, _ := sent.Get(name); value == nil {
			w.refuse(row.Key, name, validate.Message{Failure: validate.IsRequired})
		}
	}
	w.lay(row.Key, item, sent)
	w.keys[item] = row.Key
	if _, sent := row.Now.Get(categoryField); !sent {
		w.refuse(row.Key, categoryField, validate.Message{Failure: validate.IsRequired})
	} else if to, known := w.target(row); known {
		w.append(to, item)
	}
}

// lay lays values over an item, and notes what is wrong with them.
func (w *writing) lay(key string, item, sent *jsontree.Object) {
	refill(itemFields.Fields, sent, newItem())
	for _, p := range docform.Enter(itemFields.Fields, item, sent) {
		w.refuse(key, p.Path, p.Message)
	}
}

// target returns the category that a row is to be in, if it says so.
func (w *writing) target(row grid.Row) (to *openCategory, says bool) {
	id, sent := row.Now.Get(categoryField)
	if !sent {
		return nil, false
	}
	to, known := w.categoryBy(func(c *openCategory) bool { return strconv.FormatInt(c.id, 10) == validate.Text(id) })
	if !known {
		w.refuse(row.Key, categoryField, validate.Message{Failure: validate.SelectionIsInvalid})
	}
	return to, known
}

func (w *writing) categoryBy(is func(*openCategory) bool) (c *openCategory, found bool) {
	i := slices.IndexFunc(w.categories, is)
	if i < 0 {
		return nil, false
	}
	return w.categories[i], true
}

func (w *writing) append(to *openCategory, item *jsontree.Object) {
	w.setItems(to, append(slices.Clone(membersOf(to)), any(item)))
}

func (w *writing) setItems(c *openCategory, members []any) {
	c.tree.Set("Items", members)
	w.touched[c] = true
}

// membersOf returns all that is in the list of items, also what is none.
func membersOf(c *openCategory) []any {
	list, _ := c.tree.Get("Items")
	return jsontree.Members(list)
}

// sentOf returns values by the keys of an item.
func sentOf(now *jsontree.Object) *jsontree.Object {
	sent := new(jsontree.Object)
	for name, value := range now.All() {
		if record.MarketItems.Has(name) && keyOf(record.MarketItems.Field(name)) != nil {
			sent.Set(record.MarketItems.Field(name).Column, value)
		}
	}
	return sent
}

// refuse notes what is wrong with a value, which is named by its field or by a path below its key.
func (w *writing) refuse(row, path string, message validate.Message) {
	key, _, _ := strings.Cut(path, ".")
	p := grid.Problem{Row: row}
	for _, f := range record.MarketItems.Fields {
		if f.Name == key || f.Column == key {
			p.Field, key = f.Name, strings.ToLower(f.Label)
			break
		}
	}
	p.Text = message.Text(key)
	w.problems = append(w.problems, p)
}

// store stores the documents that have changed.
func (w *writing) store(ctx context.Context, e *store.Edit) error {
	var operations []store.Operation
	var stored []*openCategory
	for _, c := range w.categories {
		if w.touched[c] {
			body := new(jsontree.Object)
			body.Set("document", c.tree)
			operations = append(operations, store.Operation{Op: store.OpUpdate, Resource: record.MarketCategories, SID: c.sid, Data: body})
			stored = append(stored, c)
		}
	}
	_, err := e.Batch(ctx, operations)
	var refused store.Refusals
	if !errors.As(err, &refused) {
		return err
	}
	for _, refusal := range refused {
		for _, wrong := range refusal.Problems {
			w.refuseIn(stored[refusal.Operation], wrong)
		}
	}
	return w.problems
}

// refuseIn notes what is wrong with a document, at the row of the item that it is about.
func (w *writing) refuseIn(c *openCategory, wrong validate.FieldError) {
	members := membersOf(c)
	path, _ := strings.CutPrefix(wrong.Field, "data.document.Items.")
	index, key, _ := strings.Cut(path, ".")
	i, err := strconv.Atoi(index)
	if err != nil || i >= len(members) {
		w.problems = append(w.problems, grid.Problem{Row: w.anyIn(c), Text: c.name + ": " + strings.Join(wrong.Texts(), " ")})
		return
	}
	item, _ := members[i].(*jsontree.Object)
	for _, message := range wrong.Messages {
		w.refuse(cmp.Or(w.keys[item], w.anyIn(c)), key, message)
	}
}

// anyIn returns a row of a category, to show there what is wrong with the category.
func (w *writing) anyIn(c *openCategory) string {
	for _, item := range itemsOf(c.tree) {
		return w.keys[item]
	}
	return ""
}

// written returns the rows that were asked for, and those whose sids follow from the order of doubled class names.
func (w *writing) written(asked grid.Asked) (list []grid.Written) {
	wanted := map[string]bool{}
	for _, row := range slices.Concat(asked.Changed, asked.Added) {
		wanted[row.Key] = true
	}
	for _, c := range w.categories {
		rows := c.rows()
		for i, item := range itemsOf(c.tree) {
			if key := w.keys[item]; wanted[key] || key != record.MarketItems.SID(rows[i]) {
				list = append(list, grid.Written{Key: key, Row: rows[i]})
			}
		}
	}
	return list
}
