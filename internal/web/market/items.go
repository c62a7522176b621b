package market

import (
	"strconv"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/docform"
	"quartermaster/internal/web/recordform"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// The fields of an item, and those that must be sent.
var (
	itemFields   = expansion.Category.Field("Items")
	neededOfItem = []string{"ClassName", "MinPriceThreshold", "MaxPriceThreshold"}
)

// The stock of a new item. With the mod's default of 0 nobody could buy it.
const newMaxStock, newMinStock = "100", "1"

// acceptItems lays the rows that were sent over the items of a category, and removes items without a row. Without any input for
// the items they stay as they are.
func acceptItems(r *site.Request, document *jsontree.Object) (problems validate.Errors) {
	sent, _ := r.Input.Get("items")
	if sent == nil {
		return nil
	}
	rows := jsontree.Members(sent)
	if rows == nil {
		return validate.Wrong("items", validate.MustBeArray)
	}
	stored := newStoredItems(r.Param(categoryParam), document)
	items := []any{}
	for i, row := range rows {
		path := "items." + strconv.Itoa(i)
		object, isObject := row.(*jsontree.Object)
		switch {
		case !isObject && row != nil:
			problems.AddFailure(path, validate.MustBeArray)
		case isObject && !dropped(object):
			item := stored.take(object)
			for _, p := range enterItem(item, object) {
				problems.AddNamed(path+"."+p.Path, "", p.Message)
			}
			items = append(items, item)
		}
	}
	document.Set("Items", items)
	return problems
}

// dropped reports whether a row is blank or marked to be removed.
func dropped(row *jsontree.Object) bool {
	remove, _ := row.Get("remove")
	return ui.TextOf(remove) == "1" || recordform.EmptyRow(row)
}

// enterItem lays a row over an item. Emptied numbers become those of a new item.
func enterItem(item, row *jsontree.Object) (problems []expansion.Problem) {
	sent := copyOf(row)
	for _, name := range neededOfItem {
		if value, _ := row.Get(name); value == nil {
			problems = append(problems, expansion.Problem{Path: name, Message: validate.Message{Failure: validate.IsRequired}})
			sent.Delete(name)
		}
	}
	refill(itemFields.Fields, sent, newItem())
	return append(problems, docform.Enter(itemFields.Fields, item, sent)...)
}

// storedItems finds the items of a category for the rows of a form, each item once.
type storedItems struct {
	byID   map[string]*jsontree.Object
	byName map[string][]*jsontree.Object // by class names in lower case, in the order of the file
	taken  map[*jsontree.Object]bool
}

func newStoredItems(categorySID string, document *jsontree.Object) *storedItems {
	s := &storedItems{map[string]*jsontree.Object{}, map[string][]*jsontree.Object{}, map[*jsontree.Object]bool{}}
	items := itemsOf(document)
	for i, id := range itemIDs(categorySID, items) {
		name := strings.ToLower(classNameOf(items[i]))
		s.byID[id], s.byName[name] = items[i], append(s.byName[name], items[i])
	}
	return s
}

// take returns a copy of a row's item: by its id, else by its class name, else a new one.
func (s *storedItems) take(row *jsontree.Object) *jsontree.Object {
	id, _ := row.Get("item")
	name, _ := row.Get("ClassName")
	candidates := s.byName[strings.ToLower(ui.TextOf(name))]
	if item := s.byID[ui.TextOf(id)]; item != nil {
		candidates = append([]*jsontree.Object{item}, candidates...)
	}
	for _, item := range candidates {
		if !s.taken[item] {
			s.taken[item] = true
			return copyOf(item)
		}
	}
	return newItem()
}

func newItem() *jsontree.Object {
	item := expansion.New(itemFields.Fields)
	item.Set("MaxStockThreshold", jsontree.Number(newMaxStock))
	item.Set("MinStockThreshold", jsontree.Number(newMinStock))
	return item
}

func copyOf(object *jsontree.Object) *jsontree.Object {
	copied := new(jsontree.Object)
	for key, value := range object.All() {
		copied.Set(key, value)
	}
	return copied
}

// itemsOf returns the items of a category.
func itemsOf(document *jsontree.Object) (items []*jsontree.Object) {
	list, _ := document.Get("Items")
	for _, member := range jsontree.Members(list) {
		if item, ok := member.(*jsontree.Object); ok {
			items = append(items, item)
		}
	}
	return items
}

func classNameOf(item *jsontree.Object) string {
	name, _ := item.Get("ClassName")
	return ui.TextOf(name)
}

// itemIDs returns the ids of items in addresses.
func itemIDs(categorySID string, items []*jsontree.Object) []string {
	names := make([]string, len(items))
	for i, item := range items {
		names[i] = classNameOf(item)
	}
	return record.MarketItemIDs(categorySID, names)
}

// itemColumns are the fields of an item in the order of the table, with labels that its columns have room for.
var itemColumns = []struct{ key, label string }{
	{"ClassName", "Class name"},
	{"MinPriceThreshold", "Lowest price"},
	{"MaxPriceThreshold", "Highest price"},
	{"SellPricePercent", "Selling %"},
	{"MinStockThreshold", "Smallest stock"},
	{"MaxStockThreshold", "Largest stock"},
	{"QuantityPercent", "Quantity %"},
	{"Variants", "Variants"},
	{"SpawnAttachments", "Attachments"},
}

const categoryParam = "expansionMarketCategory"
