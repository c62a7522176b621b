package openapi

import (
	"strings"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
)

var units = map[string]string{"s": "In seconds.", "min": "In minutes.", "m": "In metres.", "%": "In percent.", "degrees": "In degrees."}

// describe adds what people want to know about a field.
func describe(s *jsontree.Object, f *record.Field, more string) {
	texts := []string{f.Help, units[f.Unit], referenceText(f)}
	if f.Unique {
		texts = append(texts, "Unique in the instance, ignoring case.")
	}
	if f.Fixed {
		texts = append(texts, "It never changes: PUT and PATCH may leave it out.")
	}
	text := strings.Join(strings.Fields(strings.Join(append(texts, more), " ")), " ")
	if text != "" {
		s.Set("description", text)
	}
}

func referenceText(f *record.Field) string {
	switch {
	case f.Ref == "":
		return ""
	case f.Type == record.Links:
		return "Ids of " + record.Named(f.Ref).Plural() + "."
	}
	return "Id of one of the " + record.Named(f.Ref).Plural() + "."
}

// defaultText says what a record is made with when the field is left out. It is no default keyword: clients that fill in
// defaults would overwrite stored values with PUT and PATCH.
func defaultText(f *record.Field) string {
	switch {
	case f.Required || f.Default == nil:
		return ""
	case f.Type == record.List, f.Type == record.Texts, f.Type == record.Object:
		return ""
	}
	return "Default: " + string(f.AppendValue(nil, f.Default)) + "."
}
