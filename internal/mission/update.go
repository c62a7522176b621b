package mission

import (
	"cmp"
	"encoding/json"

	"quartermaster/internal/change"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
)

// Side is one of the two versions between which an update decides.
type Side string

// The sides of an update.
const (
	Mine   Side = "mine"   // the records as they are
	Theirs Side = "theirs" // the uploaded file
)

// Choices name the side that counts in conflicts: under the sid of a record and a field (sid.field), under a sid, under the path of a
// resource and the name of a record (types/AKM), under the path of the file, or under the path of a resource.
type Choices map[string]Side

// Conflict is a value that the stored records and the uploaded file have both changed since the base, each in another way. A record that
// one of them has deleted is a conflict without a field. Where there is no base, all that differs is one, but for what only the upload has.
// A file without records has the path of files: of a document the field is the path of the value, of a text lines and the number of the
// first one in the base, of another file the whole is the conflict.
type Conflict struct {
	Resource string          `json:"resource"` // its path
	SID      string          `json:"sid"`      // empty for a record that is not stored any more
	Name     string          `json:"name"`
	Field    string          `json:"field"` // with the path of a value inside; empty for the whole record
	Base     json.RawMessage `json:"base"`  // as on the wire, with names in place of ids; null where there is none, or it is not known
	Mine     json.RawMessage `json:"mine"`
	Theirs   json.RawMessage `json:"theirs"`
	Taken    Side            `json:"taken"`
}

// maxConflicts limits the conflicts that a report lists.
const maxConflicts = 1000

// update decides what becomes of the values of one file.
type update struct {
	choices Choices
	prefer  Side
	report  *Report
	base    *base
	taken   map[*any]bool // rows that have something of theirs, and the same for mine
	kept    map[*any]bool
}

func newUpdate(o Options, report *Report) *update {
	report.Conflicts, report.Base = []Conflict{}, &BaseName{Kind: NoBase}
	return &update{
		choices: o.Choices, prefer: cmp.Or(o.Prefer, Mine), report: report, base: noBase(), taken: map[*any]bool{}, kept: map[*any]bool{},
	}
}

// begin sets what the update begins with.
func (u *update) begin(b *base) { u.base, u.report.Base = b, &b.BaseName }

// sideOf returns the side that counts in a conflict.
func (u *update) sideOf(c Conflict) Side {
	named := c.Resource + "/" + c.Name
	return cmp.Or(u.choices[c.SID+"."+c.Field], u.choices[c.SID], u.choices[named+"."+c.Field], u.choices[named], u.choices[u.report.Path],
		u.choices[c.Resource], u.prefer)
}

// decide reports a conflict and returns whether the value of mine counts.
func (u *update) decide(c Conflict) (mine bool) {
	c.Taken = u.sideOf(c)
	if len(u.report.Conflicts) < maxConflicts {
		u.report.Conflicts = append(u.report.Conflicts, c)
	} else {
		u.report.Omitted++
	}
	return c.Taken == Mine
}

// keeps reports whether what is stored stays; clash describes the conflict where there is one.
func (u *update) keeps(outcome change.Outcome, clash func() Conflict) bool {
	if outcome == change.Clash {
		return u.decide(clash())
	}
	return outcome != change.OnlyTheirs
}

// count counts a record of which the side was taken, once each.
func (u *update) count(row record.Row, side Side) {
	seen, n := u.taken, &u.report.Taken
	if side == Mine {
		seen, n = u.kept, &u.report.KeptRecords
	}
	if !seen[&row[0]] {
		seen[&row[0]] = true
		*n++
	}
}

// countSides counts a record of which the merged values have something of theirs, or of mine.
func (u *update) countSides(row record.Row, mine, theirs, merged any) {
	if !jsontree.Equal(merged, mine) {
		u.count(row, Theirs)
	}
	if !jsontree.Equal(merged, theirs) {
		u.count(row, Mine)
	}
}

// mergeTrees merges JSON values; at describes the record, and the field in which they are. Without a base nothing is one.
func (u *update) mergeTrees(base, mine, theirs any, at Conflict) any {
	if u.base.isNone() {
		base = change.NoBase
	}
	return change.Merge(base, mine, theirs, u.decider(at))
}

// decider returns a function that decides about values inside of what at describes.
func (u *update) decider(at Conflict) func(change.Conflict) (mine bool) {
	return func(c change.Conflict) bool {
		one := at
		if c.Path != "" {
			one.Field = jsontree.Join(at.Field, c.Path)
		}
		one.Base, one.Mine, one.Theirs = rawJSON(c.Base), rawJSON(c.Mine), rawJSON(c.Theirs)
		return u.decide(one)
	}
}

func rawJSON(value any) json.RawMessage { return jsontree.AppendValue(nil, value) }
