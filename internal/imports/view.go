package imports

import (
	"encoding/json"

	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/revisions"
	"quartermaster/internal/say"
	"quartermaster/internal/shape"
)

// ImportReportsView is a result as it goes over the wire.
type ImportReportsView struct {
	Files    []ImportReportView         `field:"files"`
	Warnings []string                   `field:"warnings,omit" help:"What is odd about all of them, such as files of another map."`
	DryRun   bool                       `field:"dry_run,omit" in:"true" help:"Present in the response to a dry run, and to the making of a layer."`
	Layer    *MadeLayer                 `field:"layer,omit" help:"The layer that was made; absent where the files would change nothing."`
	Changes  []revisions.DifferenceView `field:"changes,omit" help:"Of a dry run: what would change. The sid of a new record is temporary."`
	Omitted  *int                       `field:"changes_omitted,omit,min=0" help:"Of a dry run: changes beyond those that are listed."`
}

// ImportReportView is what became of a file, as it goes over the wire. What only an update has is nil for other imports; behind two
// pointers stands what may be null in an update.
type ImportReportView struct {
	Path      string           `field:"path" help:"Below the server root; as uploaded if nothing is stored." example:"db/types.xml"`
	Uploaded  string           `field:"uploaded,null" help:"As uploaded, if that is another path." example:"types.xml"`
	Kind      mission.Kind     `field:"kind" help:"other: stored unchanged. log: read as a log, see GET .../logs." example:"types"`
	Status    string           `field:"status" in:"imported,skipped,failed" help:"The warnings say why a file is skipped."`
	Created   int              `field:"created,min=0" example:"2"`
	Updated   int              `field:"updated,min=0" example:"1"`
	Unchanged int              `field:"unchanged,min=0" example:"2045"`
	Deleted   int              `field:"deleted,min=0"`
	OpensAs   string           `field:"opens_as,null" help:"The title of its form; null without one."`
	Warnings  []string         `field:"warnings"`
	Error     string           `field:"error,null" help:"Why it failed, with the line if known."`
	Says      []say.Message    `field:"says,omit" help:"The warnings as rules with parameters, in their order."`
	Reason    *say.Message     `field:"reason,omit" help:"The error as a rule with parameters."`
	Base      **UpdateBaseView `field:"base,omit,null" help:"Of an update: what both sides have begun with."`
	Own       *OwnInUpdateView `field:"own,omit" help:"Of an update: what becomes of your own values and entries."`
	Taken     *int             `field:"taken,omit,min=0" help:"Of an update: records that take something from the file."`
	Kept      keptView         `field:"kept,min=0" help:"Whether an unreadable file is stored. Of an update: records that keep their own."`
	Conflicts []ConflictView   `field:"conflicts,omit" help:"Of an update: what both sides have changed."`
	Omitted   *int             `field:"conflicts_omitted,omit,min=0" help:"Of an update: conflicts beyond those that are listed."`
	Revision  **int64          `field:"revision,omit,null,min=1" help:"Of an update: the revision that it made, if any."`
}

// UpdateBaseView is what an update of a file has begun with, as it goes over the wire.
type UpdateBaseView struct {
	Kind mission.BaseKind `field:"kind" in:"delivered,update,version,import,none" help:"What both sides have begun with."`
	Name string           `field:"name,null" help:"Of a version."`
}

// OwnInUpdateView is what becomes of an owner's own in an update, as it goes over the wire.
type OwnInUpdateView struct {
	Kept    int `field:"kept,min=0" help:"Own values that stay."`
	Taken   int `field:"taken,min=0" help:"Own values that those of the file take the place of."`
	Removed int `field:"removed,min=0" help:"Own entries that are deleted."`
}

// keptView says of an import whether a file is kept, and of an update how many records keep something.
type keptView struct{ What any }

// AnyOf returns what it is one of.
func (keptView) AnyOf() []*shape.Type { return []*shape.Type{shape.Of[bool](), shape.Of[int]()} }

// ConflictView is a conflict as it goes over the wire.
type ConflictView struct {
	_        struct{}        `help:"A value that both sides have changed, with names in place of ids."`
	Resource string          `field:"resource"`
	SID      string          `field:"sid,null" help:"null for a record that was deleted."`
	Name     string          `field:"name"`
	Field    string          `field:"field,null" help:"With the path of a value inside it; null for a deleted record."`
	Base     json.RawMessage `field:"base,null" help:"Null where there was none, or it is not known."`
	Mine     json.RawMessage `field:"mine,null" help:"As stored."`
	Theirs   json.RawMessage `field:"theirs,null" help:"As in the file."`
	Taken    mission.Side    `field:"taken" in:"mine,theirs"`
}

// View returns the result as it goes over the wire.
func (r Result) View() ImportReportsView {
	v := ImportReportsView{Warnings: r.Warnings, DryRun: r.DryRun, Layer: r.Layer}
	for _, f := range r.Files {
		v.Files = append(v.Files, viewReport(f))
	}
	if !r.DryRun {
		return v
	}
	v.Changes, v.Omitted = make([]revisions.DifferenceView, len(r.Changes)), &r.Omitted
	for i, d := range r.Changes {
		v.Changes[i] = revisions.ViewDifference(d)
	}
	return v
}

// AppendJSON appends the result as it goes over the wire.
func (r Result) AppendJSON(b []byte) []byte { return shape.Append(b, r.View()) }

func viewReport(r mission.Report) ImportReportView {
	v := ImportReportView{
		Path: r.Path, Uploaded: r.Uploaded, Kind: r.Kind, Status: r.Status, Created: r.Created, Updated: r.Updated, Unchanged: r.Unchanged,
		Deleted: r.Deleted, OpensAs: r.OpensAs, Warnings: mission.Sentences(r.Warnings), Says: r.Warnings,
		Error: mission.Sentence(r.Error), Kept: keptView{r.Kept},
	}
	if !r.Error.IsNone() {
		v.Reason = &r.Error
	}
	if r.Conflicts != nil {
		v.addUpdate(r)
	}
	return v
}

// addUpdate adds what only the report of an update has.
func (v *ImportReportView) addUpdate(r mission.Report) {
	v.Base, v.Own, v.Taken, v.Kept, v.Omitted = new((*UpdateBaseView)(r.Base)), (*OwnInUpdateView)(&r.Own), &r.Taken, keptView{r.KeptRecords},
		&r.Omitted
	v.Conflicts, v.Revision = make([]ConflictView, len(r.Conflicts)), new(*int64)
	for i, c := range r.Conflicts {
		v.Conflicts[i] = ConflictView{
			Resource: c.Resource, SID: c.SID, Name: c.Name, Field: c.Field, Base: c.Base, Mine: c.Mine, Theirs: c.Theirs, Taken: c.Taken,
		}
	}
	if r.Revision > 0 {
		*v.Revision = &r.Revision
	}
}

// report is a mission.Report as it goes over the wire, where kept is a number in an update.
type report struct {
	mission.Report
	Kept     any           `json:"kept"`
	Warnings []string      `json:"warnings"`
	Error    string        `json:"error"`
	Says     []say.Message `json:"says"` // the warnings; none before they were data
	Reason   say.Message   `json:"reason"`
}

func (r report) report() mission.Report {
	r.Report.Warnings, r.Report.Error = r.Says, r.Reason.Or(say.Parse(r.Error))
	for _, warning := range r.Warnings[min(len(r.Says), len(r.Warnings)):] {
		r.Report.Warnings = append(r.Report.Warnings, say.Plain(warning))
	}
	switch kept := r.Kept.(type) {
	case bool:
		r.Report.Kept = kept
	case float64:
		r.KeptRecords = int(kept)
	}
	return r.Report
}

// Parse reads what AppendJSON has written. It returns an error for any other text.
func Parse(text []byte) (Result, error) {
	var read struct {
		Files    []report
		Warnings []string
		DryRun   bool `json:"dry_run"`
		Layer    *MadeLayer
		Changes  []struct {
			Resource, SID, Title string
			Before, After        map[string]json.RawMessage
		}
		Omitted int `json:"changes_omitted"`
	}
	err := json.Unmarshal(text, &read)
	r := Result{Warnings: read.Warnings, DryRun: read.DryRun, Layer: read.Layer, Omitted: read.Omitted}
	for _, file := range read.Files {
		r.Files = append(r.Files, file.report())
	}
	for _, c := range read.Changes {
		if res := record.AtPath(c.Resource); res != nil {
			r.Changes = append(r.Changes, record.Difference{Resource: res, SID: c.SID, Title: c.Title, Before: c.Before, After: c.After})
		}
	}
	return r, err
}
