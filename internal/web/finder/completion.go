package finder

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/web/site"
)

// completed is what a filter may ask for, for the script that completes it.
type completed struct {
	Name   string   `json:"name"`
	Label  string   `json:"label"`
	Number bool     `json:"number,omitempty"` // compared by more and less
	Values []string `json:"values,omitempty"`
}

// maxTexts is the most values of a text that are offered.
const maxTexts = 200

// Completion answers with the fields of a collection and their values.
func Completion(c *site.Collection) site.Handler {
	return func(ctx context.Context, r *site.Request) (site.Response, error) {
		s := &Search{Collection: c, r: r, in: r.Input}
		var list []completed
		for _, f := range c.Resource.Fields {
			if name := c.Resource.TermName(f); s.isOffered(f, name) {
				values, err := s.values(ctx, f)
				if err != nil {
					return site.Response{}, err
				}
				list = append(list, completed{Name: name, Label: f.Label, Number: isNumber(f), Values: values})
			}
		}
		list = append(list, askedOf(c.Resource)...)
		body, err := json.Marshal(map[string]any{"data": list})
		return site.Response{JSON: body}, err
	}
}

// isOffered reports whether a field is one that people know by the name.
func (s *Search) isOffered(f *record.Field, name string) bool {
	found, err := s.Resource.FieldFor(name)
	internal := []string{"id", "instance_id", "user_id", "instance_classname_id"}
	return err == nil && found[0] == f && !slices.Contains(internal, f.Name) && !slices.Contains(s.Omitted, f.Name) &&
		f != s.Resource.Document()
}

func isNumber(f *record.Field) bool {
	return f.Ref == "" && (f.Type == record.Int || f.Type == record.Float || f.Type == record.Decimal)
}

// values returns the texts that a field may have, as far as they are few.
func (s *Search) values(ctx context.Context, f *record.Field) (values []string, err error) {
	switch {
	case isListed(f):
		options, err := s.r.References(ctx, record.Named(f.Ref))
		for _, option := range options {
			if name := nameIn(option.Label); !slices.Contains(values, name) {
				values = append(values, name)
			}
		}
		return values, err
	case f.Type == record.Flag:
		return []string{"yes", "no"}, nil
	case f.Type == record.Time:
		return []string{"1d", "7d", "30d"}, nil
	case len(f.In) > 0:
		return f.In, nil
	case f.Name == "source_file":
		return s.files(ctx)
	}
	return nil, nil
}

// nameIn returns the name of a record from what it is called in a list of options, where that of its trader may stand before it.
func nameIn(label string) string {
	if _, name, hasOwner := strings.Cut(label, " / "); hasOwner {
		return name
	}
	return label
}

// files returns the files of the records, the main file among them.
func (s *Search) files(ctx context.Context) ([]string, error) {
	files, err := s.r.Site.DB.ValuesOf(ctx, s.Resource, s.r.Scope(), "source_file", maxTexts)
	if main := s.Resource.MainFile(); main != "" && !slices.Contains(files, main) {
		files = append([]string{main}, files...)
	}
	return files, err
}

// askedOf are the terms of a resource that are about no field.
func askedOf(r *record.Resource) (list []completed) {
	for _, a := range r.Asked() {
		list = append(list, completed{Name: a.Name, Label: a.Label, Number: a.Number, Values: a.AllWords()})
	}
	return list
}
