package expansion

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"quartermaster/internal/jsontree"
)

// sorts are the documents of which a server has any number, each sort in a folder of its own.
var sorts = []*Schema{Category, Trader, Zone, Loadout}

// Claim returns the schema of a file by its path, ignoring case, or nil: market categories, traders, zones and loadouts are known by
// their folder, settings files by their name.
func Claim(place string) *Schema {
	if d := ofFolder(place, 2); d != nil {
		return d
	}
	for _, d := range settings {
		if strings.EqualFold(path.Base(place), path.Base(d.Path)) {
			return d
		}
	}
	if place = strings.TrimPrefix(place, "/"); strings.Count(place, "/") == 1 {
		return ofFolder(place, 1) // no more is shown
	}
	return nil
}

// IsAt reports whether a path is that of such a document: a settings file is known by its name, others by their folder and the one
// above it, whatever the file is called.
func (d *Schema) IsAt(place string) bool {
	if slices.Contains(sorts, d) {
		return ofFolder(place, 2) == d
	}
	return Claim(place) == d
}

// ofFolder returns the schema with the same last folders, as many as given, or nil.
func ofFolder(place string, folders int) *Schema {
	place = strings.ToLower(place)
	if path.Ext(place) != ".json" {
		return nil
	}
	shown := strings.Split(path.Dir(place), "/")
	for _, d := range sorts {
		schema := strings.Split(path.Dir(strings.ToLower(d.Path)), "/")
		if len(shown) >= folders && slices.Equal(shown[len(shown)-folders:], schema[len(schema)-folders:]) {
			return d
		}
	}
	return nil
}

// Guess returns the schema with the shape of a document, or nil. It does not recognize settings.
func Guess(document *jsontree.Object) *Schema {
	for _, d := range sorts {
		if d.Fits(document) == nil {
			return d
		}
	}
	return nil
}

// shapes recognize the documents whose file names say nothing.
var shapes = map[*Schema]func(*jsontree.Object) bool{
	Category: func(o *jsontree.Object) bool {
		return holds[[]any](o, "Items") && (o.Has("DisplayName") || o.Has("IsExchange")) && !o.Has("Categories") && !o.Has("Currencies") &&
			!o.Has("TraderIcon")
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

// Fits returns an error if a document does not have the shape that the schema describes.
func (d *Schema) Fits(document *jsontree.Object) error {
	if fits, ok := shapes[d]; ok {
		if !fits(document) {
			return fmt.Errorf("the file does not have the shape of its kind (%s)", d.Title)
		}
		return nil
	}
	if !d.isBare(document) && !d.knowsOneOf(document) {
		return fmt.Errorf("the file is no %s: it has none of its keys", path.Base(d.Path))
	}
	return nil
}

// Takes returns an error if a document at the path of the schema cannot be such a document. It is less strict than Fits: a document
// without the shape of another schema is accepted if it has a key of this one, or no keys.
func (d *Schema) Takes(document *jsontree.Object) error {
	err := d.Fits(document)
	if err == nil || slices.Contains(sorts, d) && Guess(document) == nil && (d.isBare(document) || d.knowsOneOf(document)) {
		return nil
	}
	return err
}

// isBare reports whether a document holds nothing beside its version.
func (d *Schema) isBare(document *jsontree.Object) bool {
	return document.Len() == 0 || document.Len() == 1 && document.Has(d.VersionField)
}

// knowsOneOf reports whether a document has a key of the schema other than the version.
func (d *Schema) knowsOneOf(document *jsontree.Object) bool {
	for _, f := range d.Fields() {
		if f.Name != d.VersionField && document.Has(f.Name) {
			return true
		}
	}
	return false
}

// free are the parts of a path that differ from server to server.
var free = regexp.MustCompile(`<[^>]*>`)

// pattern is a path that path.Match knows, in lower case.
type pattern struct {
	path   string
	schema *Schema
}

var patterns = sync.OnceValue(func() (list []pattern) {
	for _, d := range slices.Concat(documents, settings) {
		list = append(list, pattern{free.ReplaceAllString(strings.ToLower(d.Path), "*"), d})
	}
	return list
})

// At returns the schema of the documents at a path below the server's root, or nil.
func At(place string) *Schema {
	place = strings.ToLower(place)
	for _, p := range patterns() {
		if ok, err := path.Match(p.path, place); err == nil && ok {
			return p.schema
		}
	}
	return nil
}
