package expansion

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"quartermaster/internal/jsontree"
)

// Claim returns what a file must be by its name or folder, or nil where these tell nothing: a settings file by its name,
// market categories, traders, zones and loadouts by the folder that they lie in. Letter case does not matter.
func Claim(place string) *Document {
	dir, base := path.Split(strings.ToLower(place))
	for _, d := range settings {
		if base == strings.ToLower(path.Base(d.Path)) {
			return d
		}
	}
	if path.Ext(base) != ".json" {
		return nil
	}
	for _, d := range []*Document{Category, Trader, Zone, Loadout} {
		if liesIn(strings.Split(path.Clean(dir), "/"), strings.Split(path.Dir(strings.ToLower(d.Path)), "/")) {
			return d
		}
	}
	return nil
}

// liesIn tells whether folders end like those of the schema, as far as they show: the last one, and the one above it.
func liesIn(shown, schema []string) bool {
	for i := 1; i <= min(2, len(shown)); i++ {
		if folder := shown[len(shown)-i]; folder != schema[len(schema)-i] && folder != "" {
			return false
		}
	}
	return shown[len(shown)-1] != ""
}

// Guess returns what a document is by its shape, or nil. Settings have none that tells them apart.
func Guess(document *jsontree.Object) *Document {
	for _, d := range []*Document{Category, Trader, Zone, Loadout} {
		if d.Fits(document) == nil {
			return d
		}
	}
	return nil
}

// shapes tell the documents that are known by no name apart.
var shapes = map[*Document]func(*jsontree.Object) bool{
	Category: func(o *jsontree.Object) bool {
		return holds[[]any](o, "Items") && (o.Has("DisplayName") || o.Has("IsExchange")) && !o.Has("Categories") && !o.Has("Currencies") && !o.Has("TraderIcon")
	},
	Trader: func(o *jsontree.Object) bool {
		return o.Has("TraderIcon") || holds[[]any](o, "Categories") || holds[[]any](o, "Currencies") && o.Has("Items")
	},
	Zone: func(o *jsontree.Object) bool {
		return o.Has("Position") && o.Has("Radius") && (o.Has("BuyPricePercent") || o.Has("Stock"))
	},
	Loadout: func(o *jsontree.Object) bool {
		return o.Has("InventoryAttachments") || o.Has("InventoryCargo") || o.Has("Sets")
	},
}

func holds[T any](o *jsontree.Object, key string) bool {
	value, _ := o.Get(key)
	_, ok := value.(T)
	return ok
}

// Fits returns nil for a document that has the shape of its kind, else an error that says what it lacks.
func (d *Document) Fits(document *jsontree.Object) error {
	if fits, ok := shapes[d]; ok {
		if !fits(document) {
			return fmt.Errorf("the file does not have the shape of its kind (%s)", d.Title)
		}
		return nil
	}
	if document.Len() > 0 && !d.knowsOneOf(document) {
		return fmt.Errorf("the file is no %s: it has none of its keys", path.Base(d.Path))
	}
	return nil
}

// knowsOneOf tells whether a document has a key of the settings, beside the version that all have.
func (d *Document) knowsOneOf(document *jsontree.Object) bool {
	for _, f := range d.Fields {
		if f.Name != d.VersionField && document.Has(f.Name) {
			return true
		}
	}
	return false
}

// free are the parts of a path that differ from server to server.
var free = regexp.MustCompile(`<[^>]*>`)

// At returns the sort of documents that lies at a path below the server's root, or nil.
func At(place string) *Document {
	place = strings.ToLower(place)
	for _, d := range slices.Concat(documents, settings) {
		pattern := free.ReplaceAllString(strings.ToLower(d.Path), "*")
		if ok, err := path.Match(pattern, place); err == nil && ok {
			return d
		}
	}
	return nil
}
