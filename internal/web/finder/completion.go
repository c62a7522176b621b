package finder

import (
	"context"
	"encoding/json"
	"slices"

	"quartermaster/internal/lint"
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
		if c.Resource.Scope == record.InInstance {
			list = append(list, asked()...)
		}
		body, err := json.Marshal(map[string]any{"data": list})
		return site.Response{JSON: body}, err
	}
}

// isOffered reports whether a field is one that people know by the name.
func (s *Search) isOffered(f *record.Field, name string) bool {
	found, err := s.Resource.FieldFor(name)
	internal := []string{"id", "instance_id", "user_id", "instance_classname_id"}
	return err == nil && found[0] == f && !slices.Contains(internal, f.Name) && !slices.Contains(s.Omitted, f.Name) && f != s.Resource.Document()
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
			values = append(values, option.Label)
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

// files returns the files of the records, the main file among them.
func (s *Search) files(ctx context.Context) ([]string, error) {
	files, err := s.r.Site.DB.ValuesOf(ctx, s.Resource, s.r.Scope(), "source_file", maxTexts)
	if main := s.Resource.MainFile(); main != "" && !slices.Contains(files, main) {
		files = append([]string{main}, files...)
	}
	return files, err
}

// asked are the terms that are about no field.
func asked() []completed {
	problems := []string{"any", "none"}
	for _, severity := range lint.Severities() {
		if severity != lint.Off {
			problems = append(problems, string(severity))
		}
	}
	for _, rule := range lint.Rules() {
		problems = append(problems, rule.ID)
	}
	return []completed{
		{Name: "by", Label: "Who changed it last"},
		{Name: "problem", Label: "What the lint has found", Values: problems},
		{Name: "used", Label: "How many records use it", Number: true},
	}
}
