package openapi

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/jsontree"
)

// described is the whole document, before and after what it repeats is moved to the components.
func described() (before, after *jsontree.Object) {
	d, parts := describeAll(endpoint.Table())
	before = object("paths", d.paths.Clone(), "components", parts.Clone())
	paths := hoist(d.paths, parts)
	return before, object("paths", paths, "components", parts)
}

// TestHoistingChangesNothing: with all references followed, the paths say the same.
func TestHoistingChangesNothing(t *testing.T) {
	t.Parallel()
	before, after := described()
	for path, item := range before.Object("paths").All() {
		was := followed(before, item, nil)
		is := followed(after, after.Object("paths").Object(path), nil)
		if !reflect.DeepEqual(was, is) {
			t.Errorf("%s is described in another way", path)
		}
	}
}

// followed returns a value with what it refers to in the place of references.
func followed(document *jsontree.Object, value any, within []string) any {
	switch v := value.(type) {
	case []any:
		list := make([]any, len(v))
		for i, item := range v {
			list[i] = followed(document, item, within)
		}
		return list
	case *jsontree.Object:
		return followedObject(document, v, within)
	}
	return value
}

func followedObject(document, o *jsontree.Object, within []string) map[string]any {
	full := map[string]any{}
	if address := o.Text("$ref"); slices.Contains(within, address) {
		return map[string]any{"within": address}
	} else if address != "" {
		full = followedObject(document, componentAt(document, address), append(slices.Clip(within), address))
	}
	for key, value := range o.All() {
		if key != "$ref" {
			full[key] = followed(document, value, within)
		}
	}
	return full
}

func componentAt(document *jsontree.Object, address string) *jsontree.Object {
	for name := range strings.SplitSeq(strings.TrimPrefix(address, "#/"), "/") {
		document = document.Object(name)
	}
	return document
}

// TestNothingIsDescribedTwice: parameters, bodies and answers that are equal are one component, whose name is made of letters and digits.
func TestNothingIsDescribedTwice(t *testing.T) {
	t.Parallel()
	_, after := described()
	seen := map[string]bool{}
	for path, item := range after.Object("paths").All() {
		for method, operation := range item.(*jsontree.Object).All() {
			if o, is := operation.(*jsontree.Object); is {
				once(t, seen, path+" "+method, o.List("parameters"))
				if o.Has("requestBody") {
					once(t, seen, path+" "+method, []any{o.Object("requestBody")})
				}
				for _, response := range o.Object("responses").All() {
					once(t, seen, path+" "+method, []any{response})
				}
			}
		}
	}
	for section, named := range after.Object("components").All() {
		for _, name := range named.(*jsontree.Object).Keys() {
			if pascal(name) != strings.ToUpper(name[:1])+name[1:] {
				t.Errorf("%s: %q is no name for a type", section, name)
			}
		}
	}
}

func once(t *testing.T, seen map[string]bool, at string, list []any) {
	t.Helper()
	for _, one := range list {
		text := string(jsontree.AppendValue(nil, one))
		if seen[text] && !strings.HasPrefix(text, `{"$ref"`) {
			t.Errorf("%s repeats %s", at, text)
		}
		seen[text] = true
	}
}
