package finder

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/filter"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// isListed reports whether a field refers to records that are few enough to be listed.
func isListed(f *record.Field) bool {
	return f.Ref != "" && f.Ref != record.InstanceClassnames.Name && f.Ref != record.Classnames.Name
}

// names returns the names of the records that a field may refer to, by the texts of their ids.
func (s *Search) names(ctx context.Context, f *record.Field) (map[string]string, error) {
	known, err := s.r.ReferenceNames(ctx, record.Named(f.Ref))
	names := make(map[string]string, len(known))
	for id, name := range known {
		names[strconv.FormatInt(id, 10)] = name
	}
	return names, err
}

// fields returns the facets of the collection.
func (s *Search) fields() []*record.Field {
	return slices.DeleteFunc(s.Resource.Facets(), func(f *record.Field) bool { return slices.Contains(s.Omitted, f.Name) })
}

// facets returns the values that what is found has, each with the address of the list with its term, or without it. Flags are one
// facet.
func (s *Search) facets(ctx context.Context) ([]ui.Facet, error) {
	fields := s.fields()
	if s.Wrong != "" {
		return nil, nil
	}
	counts, err := s.r.Site.DB.CountValues(ctx, s.Resource, s.r.Scope(), s.asked(), fields)
	if err != nil {
		return nil, err
	}
	var list []ui.Facet
	flags := ui.Facet{Label: "Flags"}
	for i, f := range fields {
		if f.Type == record.Flag {
			flags.Values = append(flags.Values, s.flag(f, counts[i])...)
			continue
		}
		facet, err := s.facet(ctx, f, counts[i])
		if err != nil {
			return nil, err
		}
		list = append(list, facet)
	}
	list = append(append(list, flags), s.asks()...)
	return slices.DeleteFunc(list, func(f ui.Facet) bool { return len(f.Values) == 0 }), nil
}

// facet draws the values of a field, the most frequent first.
func (s *Search) facet(ctx context.Context, f *record.Field, counts []store.ValueCount) (facet ui.Facet, err error) {
	names := map[string]string{}
	if f.Ref != "" {
		if names, err = s.names(ctx, f); err != nil {
			return facet, err
		}
	}
	facet.Label = f.Label
	for _, c := range counts {
		facet.Values = append(facet.Values, s.value(f, c, cmp.Or(names[c.Value], c.Value)))
	}
	slices.SortStableFunc(facet.Values, func(a, b ui.FacetValue) int {
		if a.Chosen != b.Chosen {
			return map[bool]int{true: -1, false: 1}[a.Chosen]
		}
		return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(strings.ToLower(a.Label), strings.ToLower(b.Label)))
	})
	return facet, nil
}

// value draws a value of a field. The name of a trader's category stands behind that of its trader, and may be another one's as well:
// its term takes the id.
func (s *Search) value(f *record.Field, c store.ValueCount, label string) ui.FacetValue {
	term := s.Resource.TermFor(f, label)
	switch {
	case c.Value == "":
		term, label = s.Resource.TermFor(f, ""), "not set"
	case strings.Contains(label, " / ") && f.Ref != "":
		term = s.Resource.TermName(f) + ":" + c.Value
	}
	return s.choice(f, term, ui.FacetValue{Label: label, Count: c.N}, cmp.Or(c.Value, "none"), label)
}

// choice gives a value the address that adds its term, or takes it away where the filter asks for one of the texts.
func (s *Search) choice(f *record.Field, term string, value ui.FacetValue, texts ...string) ui.FacetValue {
	for _, t := range s.terms {
		if t.Not || t.Op != filter.Is || !s.isAbout(t, f) {
			continue
		}
		same := func(v filter.Value) bool {
			return slices.ContainsFunc(texts, func(text string) bool { return text != "" && strings.EqualFold(v.Text, text) })
		}
		if i := slices.IndexFunc(t.Values, same); i >= 0 {
			value.Chosen, value.URL = true, s.with(filter.WithoutValue(s.Q, t, i))
			return value
		}
	}
	value.URL = s.with(filter.With(s.Q, term))
	return value
}

// isAbout reports whether a term compares a field.
func (s *Search) isAbout(t filter.Term, f *record.Field) bool {
	if t.Field == "" || f == nil {
		return false
	}
	path, err := s.Resource.FieldFor(t.Field)
	return err == nil && len(path) == 1 && path[0] == f
}

// with returns the address of the list with another filter.
func (s *Search) with(q string) string { return s.Query().With("q", q) }

// flag draws a flag as far as it tells records apart: that it is set, and for one that usually is, that it is not.
func (s *Search) flag(f *record.Field, counts []store.ValueCount) (values []ui.FacetValue) {
	for _, c := range counts {
		usual := f.Default == int64(1)
		if c.N == 0 || c.Value == "0" && !usual {
			continue
		}
		word, label := "yes", f.Label
		if c.Value == "0" {
			word, label = "no", f.Label+": no"
		}
		values = append(values, s.choice(f, s.Resource.TermName(f)+":"+word, ui.FacetValue{Label: label, Count: c.N}, word))
	}
	return values
}

// asks offers the fixed words of what is worked out of records. They are not counted, because that takes as long as all of them.
func (s *Search) asks() (list []ui.Facet) {
	for _, a := range s.Resource.Asked() {
		facet := ui.Facet{Label: a.Label}
		for _, w := range a.Words {
			facet.Values = append(facet.Values, s.word(a.Name, w))
		}
		list = append(list, facet)
	}
	return list
}

func (s *Search) word(name string, w record.Choice) ui.FacetValue {
	value := ui.FacetValue{Label: w.Label, Uncounted: true}
	for _, t := range s.terms {
		if strings.EqualFold(t.Field, name) && !t.Not && strings.EqualFold(t.Values[0].Text, w.Word) {
			value.Chosen, value.URL = true, s.with(filter.Without(s.Q, t.Span))
			return value
		}
	}
	value.URL = s.with(filter.With(s.Q, name+":"+w.Word))
	return value
}

// showFacets answers with the facets alone, for scripts.
func showFacets(c *site.Collection) site.Handler {
	return func(ctx context.Context, r *site.Request) (site.Response, error) {
		s, err := Read(ctx, r, c)
		if err != nil {
			return site.Response{}, err
		}
		facets, err := s.facets(ctx)
		return site.Response{View: ui.FacetsPart{Facets: facets}}, err
	}
}

// Wanted returns the values that the filter asks of writable fields, as the form of a new record takes them.
func (s *Search) Wanted(ctx context.Context) (url.Values, error) {
	wanted := url.Values{}
	for _, t := range s.terms {
		path, err := s.Resource.FieldFor(cmp.Or(t.Field, "?"))
		if err != nil || t.Not || t.Op != filter.Is || len(path) > 1 || len(t.Values) > 1 || !path[0].Writable() {
			continue
		}
		value, err := s.wanted(ctx, path[0], t.Values[0].Text)
		if err != nil {
			return nil, err
		}
		if value != "" {
			wanted.Set(path[0].Name, value)
		}
	}
	return wanted, nil
}

// wanted returns the value of a control for a value of a term; empty where the control takes no such value.
func (s *Search) wanted(ctx context.Context, f *record.Field, text string) (string, error) {
	if !isListed(f) || f.Type != record.Int {
		if f.Name == "source_file" && text != s.Resource.MainFile() || slices.Contains(f.In, text) {
			return text, nil
		}
		return "", nil
	}
	names, err := s.names(ctx, f)
	for id, name := range names {
		if id == text || strings.EqualFold(name, text) {
			return id, err
		}
	}
	return "", err
}
