// Package revisions reads what people ask of the history of an instance, and writes it as files.
//
// Unless a comment says otherwise, an error is one of the database or of the context.
package revisions

import (
	"context"
	"strings"
	"time"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// Filter is what people ask of the history of an instance.
type Filter struct {
	By     string `field:"by" help:"Only revisions made by someone: a name or an e-mail address." example:"Ada"`
	Of     string `field:"of" help:"Only changes of a resource, as in the URL of its list." example:"types"`
	Record string `field:"record" help:"Only changes of records with this name or sid." example:"AKM"`
	Since  string `field:"since" help:"Only revisions since this day (UTC) or moment." example:"2026-11-01"`
	Until  string `field:"until" help:"Only revisions until the end of this day (UTC), or until a moment." example:"2026-11-30"`
}

// Check implements shape.Checked.
func (f *Filter) Check(problems *validate.Errors) {
	if f.Of != "" && Resource(f.Of) == nil {
		problems.AddFailure("of", validate.SelectionIsInvalid)
	}
	for _, end := range [][2]string{{"since", f.Since}, {"until", f.Until}} {
		if _, valid := record.ParseDay(end[1], 0); !valid {
			problems.AddFailure(end[0], validate.MustBeDate)
		}
	}
}

// In returns what a checked filter chooses of the history of an instance.
func (f *Filter) In(ctx context.Context, db *store.DB, s store.Scope) (chosen store.RevisionFilter, err error) {
	chosen = store.RevisionFilter{By: strings.TrimSpace(f.By), Resource: Resource(f.Of)}
	chosen.Since, _ = record.ParseDay(f.Since, 0)
	chosen.Until, _ = record.ParseDay(f.Until, 1)
	if name := strings.TrimSpace(f.Record); name != "" {
		chosen.SIDs, err = named(ctx, db, s, chosen.Resource, name)
	}
	return chosen, err
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

// mostNamed is how many records of a resource are looked at for those of a name.
const mostNamed = 100

// named returns the sids of the records of that name, and the name itself, which may be the sid of a record that is gone.
func named(ctx context.Context, db *store.DB, s store.Scope, of *record.Resource, name string) ([]string, error) {
	sids, err := filesAt(ctx, db, s, of, name)
	if err != nil {
		return nil, err
	}
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

// filesAt returns a name, and the sids of the files of that path, below the server's root or the mission folder.
func filesAt(ctx context.Context, db *store.DB, s store.Scope, of *record.Resource, name string) ([]string, error) {
	sids := []string{name}
	if of != nil && of != record.Files {
		return sids, nil
	}
	inMission := name
	if parts := strings.SplitN(name, "/", 3); len(parts) == 3 && strings.EqualFold(parts[0], "mpmissions") {
		inMission = parts[2]
	}
	rows, err := db.All(ctx, record.Files, s, "r.path IN ($, $, $)", name, "/"+strings.TrimPrefix(name, "/"), inMission)
	for _, row := range rows {
		sids = append(sids, record.Files.SID(row))
	}
	return sids, err
}

// Month returns the beginning of the month of a moment, in UTC and microseconds since 1970.
func Month(now time.Time) int64 {
	year, month, _ := now.UTC().Date()
	return time.Date(year, month, 1, 0, 0, 0, 0, time.UTC).UnixMicro()
}
