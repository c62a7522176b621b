package expansion

import (
	"slices"
	"strings"

	"quartermaster/internal/jsontree"
)

// Stray is an unknown key that looks like a misspelled known one. The game ignores it.
type Stray struct {
	Path   string // of the key: keys, and places in lists counted from 0
	Key    string
	Known  string           // what was meant
	Object *jsontree.Object // which has the key
}

// Settable reports whether the known key is free in the object.
func (s Stray) Settable() bool { return !s.Object.Has(s.Known) }

// DiffersInSpelling reports whether the key is the known one but for letter case, blanks and the like. Others may have been keys of earlier
// versions of the mod.
func (s Stray) DiffersInSpelling() bool { return folded(s.Key) == folded(s.Known) }

// Rename gives the key the known name. It keeps its place.
func (s Stray) Rename() {
	renamed := new(jsontree.Object)
	for key, value := range s.Object.All() {
		if key == s.Key {
			key = s.Known
		}
		renamed.Set(key, value)
	}
	*s.Object = *renamed
}

// Strays returns the keys of a document that look mistyped.
func (d *Schema) Strays(document *jsontree.Object) (strays []Stray) {
	d.EachObject(document, func(path string, fields []*Field, object *jsontree.Object) {
		for key := range object.All() {
			if known := meant(fields, object, key); known != "" {
				strays = append(strays, Stray{jsontree.Join(path, key), key, known, object})
			}
		}
	})
	return strays
}

// meant returns the known key that an unknown one probably stands for, or "". If the object has the known key as well, the unknown one
// more likely belongs to another version of the mod, unless they differ only in case or blanks.
func meant(fields []*Field, object *jsontree.Object, key string) string {
	if fieldNamed(fields, key) != nil {
		return ""
	}
	fields = slices.DeleteFunc(slices.Clone(fields), func(f *Field) bool { return f.Removed != 0 })
	for _, f := range fields {
		if folded(f.Name) == folded(key) {
			return f.Name
		}
	}
	for _, f := range fields {
		if !object.Has(f.Name) && similar(folded(f.Name), folded(key)) {
			return f.Name
		}
	}
	return ""
}

var unfolded = strings.NewReplacer(" ", "", "\t", "", "\u00a0", "", "_", "", "-", "")

func folded(key string) string { return strings.ToLower(unfolded.Replace(key)) }

// similar reports whether two keys differ by one typing error: a missing, additional or wrong letter, or two swapped ones. Short keys
// are never similar.
func similar(a, b string) bool {
	const short = 5
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) < short || len(b)-len(a) > 1 {
		return false
	}
	at := 0
	for at < len(a) && a[at] == b[at] {
		at++
	}
	if len(a) < len(b) {
		return a[at:] == b[at+1:]
	}
	return at == len(a) || a[at+1:] == b[at+1:] ||
		at+1 < len(a) && a[at] == b[at+1] && a[at+1] == b[at] && a[at+2:] == b[at+2:]
}
