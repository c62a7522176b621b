package finder

import (
	"context"
	"strings"

	"quartermaster/internal/filter"
	"quartermaster/internal/record"
	"quartermaster/internal/web/ui"
)

// chips returns a chip for each term of the filter, which takes it away.
func (s *Search) chips(ctx context.Context) ([]ui.Chip, error) {
	q := s.Query()
	if s.Wrong != "" {
		return []ui.Chip{{Label: "Filter: " + s.Q, URL: q.With("q", "")}}, nil
	}
	var chips []ui.Chip
	for _, t := range s.terms {
		label, err := s.label(ctx, t)
		if err != nil {
			return nil, err
		}
		chips = append(chips, ui.Chip{Label: label, URL: q.With("q", filter.Without(s.Q, t.Span))})
	}
	return chips, nil
}

// signs are the comparisons of terms as people read them.
var signs = map[filter.Op]string{filter.Is: ": ", filter.Above: " > ", filter.AtLeast: " ≥ ", filter.Below: " < ", filter.AtMost: " ≤ "}

// label says what a term asks for.
func (s *Search) label(ctx context.Context, t filter.Term) (string, error) {
	name, values := "Search", make([]string, len(t.Values))
	var f *record.Field
	if t.Field != "" {
		name = ui.Capital(t.Field)
		if path, err := s.Resource.FieldFor(t.Field); err == nil {
			f = path[len(path)-1]
			name = f.Label
		}
	}
	for i, v := range t.Values {
		text, err := s.valueName(ctx, f, v.Text)
		if err != nil {
			return "", err
		}
		values[i] = text
	}
	if t.Not {
		name = "Not " + name
	}
	return name + signs[t.Op] + strings.Join(values, " or "), nil
}

// valueName returns the name of the record that a number stands for, or the value itself.
func (s *Search) valueName(ctx context.Context, f *record.Field, value string) (string, error) {
	if f == nil || !isListed(f) || value == "" || strings.Trim(value, "0123456789") != "" {
		return value, nil
	}
	names, err := s.names(ctx, f)
	if name := names[value]; name != "" {
		return name, err
	}
	return value, err
}
