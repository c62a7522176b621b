// Package revisions reads what people ask of the history of an instance, and writes it as files.
package revisions

import (
	"context"
	"strings"
	"time"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// ParseFilter reads the parameters of a request about the history of an instance: by (who), of (the path of a resource), record (a name
// or sid), since and until (days or moments). It returns validate.Errors for what is not valid.
func ParseFilter(ctx context.Context, db *store.DB, s store.Scope, in *jsontree.Object) (f store.RevisionFilter, err error) {
	f.By = strings.TrimSpace(record.TextParam(in, "by"))
	var problems validate.Errors
	if path := record.TextParam(in, "of"); path != "" {
		if f.Resource = Resource(path); f.Resource == nil {
			problems.AddFailure("of", validate.SelectionIsInvalid)
		}
	}
	f.Since = day(in, "since", 0, &problems)
	f.Until = day(in, "until", 1, &problems)
	if len(problems) > 0 {
		return f, problems
	}
	if name := strings.TrimSpace(record.TextParam(in, "record")); name != "" {
		f.SIDs, err = named(ctx, db, s, f.Resource, name)
	}
	return f, err
}

// Resource returns the resource whose records the history knows by this segment of their address, or nil.
func Resource(path string) *record.Resource {
	for _, r := range record.All() {
		if r.Path == path && (r.Scope == record.InInstance || r == record.Instances) {
			return r
		}
	}
	return nil
}

// day reads a day in UTC, as 2026-11-22, or a moment, and adds days to the former.
func day(in *jsontree.Object, name string, days int, problems *validate.Errors) int64 {
	text := record.TextParam(in, name)
	if text == "" {
		return 0
	}
	if t, err := time.Parse(time.DateOnly, text); err == nil {
		return t.AddDate(0, 0, days).UnixMicro()
	}
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		problems.AddFailure(name, validate.MustBeDate)
	}
	return t.UnixMicro()
}

// mostNamed is how many records of a resource are looked at for those of a name.
const mostNamed = 100

// named returns the sids of the records of that name, and the name itself, which may be the sid of a record that is gone.
func named(ctx context.Context, db *store.DB, s store.Scope, of *record.Resource, name string) ([]string, error) {
	sids := []string{name}
	for _, r := range record.All() {
		if r.Scope != record.InInstance || of != nil && of != r || r.Title == nil || len(r.Search) == 0 {
			continue
		}
		found, err := db.List(ctx, r, s, record.Query{Page: 1, PerPage: mostNamed, Search: name})
		if err != nil {
			return nil, err
		}
		for _, row := range found.Rows {
			if strings.EqualFold(r.TitleOf(row), name) {
				sids = append(sids, r.SID(row))
			}
		}
	}
	return sids, nil
}

// Month returns the beginning of the month of a moment, in UTC and microseconds since 1970.
func Month(now time.Time) int64 {
	year, month, _ := now.UTC().Date()
	return time.Date(year, month, 1, 0, 0, 0, 0, time.UTC).UnixMicro()
}
