package grid

import (
	"testing"
)

// TestFormulas holds that every formula follows from columns that there are.
func TestFormulas(t *testing.T) {
	t.Parallel()
	for _, f := range formulas {
		if f.of.Has(f.Key) || !f.of.Has(f.Behind) {
			t.Errorf("%s of %s is a field, or stands behind none", f.Key, f.of.Name)
		}
		for _, name := range valuesOf(f.Is) {
			if !f.of.Has(name) {
				t.Errorf("%s of %s follows from %q, which is no field", f.Key, f.of.Name, name)
			}
		}
	}
}

// valuesOf returns the columns that a term names.
func valuesOf(is term) (names []string) {
	list, isList := is.([]term)
	if !isList {
		return nil
	}
	if list[0] == "value" {
		return []string{list[1].(string)}
	}
	for _, of := range list[1:] {
		names = append(names, valuesOf(of)...)
	}
	return names
}
