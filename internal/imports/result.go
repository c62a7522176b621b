package imports

import (
	"encoding/json"
	"slices"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/revisions"
	"quartermaster/internal/shape"
	"quartermaster/internal/store"
)

// The most that a dry run reports, so that a result can be sent, stored and shown.
const (
	maxChanges     = 1000
	maxChangeBytes = 1 << 20
)

// Result describes what an import did, or what a dry run would do.
type Result struct {
	Files    []mission.Report
	Warnings []string // about the upload as a whole
	DryRun   bool
	Changes  []store.Difference // of a dry run: the first ones
	Omitted  int                // changes that are left out
}

// rehearsed returns the result of a dry run.
func rehearsed(reports []mission.Report, changes []store.Difference) Result {
	n, size := 0, 0
	for n < len(changes) && n < maxChanges {
		if size += sizeOf(changes[n]); size > maxChangeBytes {
			break
		}
		n++
	}
	return Result{Files: reports, DryRun: true, Changes: changes[:n], Omitted: len(changes) - n}
}

func sizeOf(d store.Difference) (size int) {
	for _, fields := range []map[string]json.RawMessage{d.Before, d.After} {
		for _, value := range fields {
			size += len(value)
		}
	}
	return size
}

// Failed reports whether every file failed, or was not reached.
func (r Result) Failed() bool {
	return !slices.ContainsFunc(r.Files, func(f mission.Report) bool { return f.Status != mission.Failed && f.Status != mission.Cancelled })
}

// AppendJSON appends the result as it goes over the wire.
func (r Result) AppendJSON(b []byte) []byte {
	b = append(b, `{"files":[`...)
	for _, f := range r.Files {
		b = jsontree.AppendValue(jsontree.AppendComma(b), reportObject(f))
	}
	b = append(b, ']')
	if len(r.Warnings) > 0 {
		b = jsontree.AppendValue(append(b, `,"warnings":`...), r.Warnings)
	}
	if !r.DryRun {
		return append(b, '}')
	}
	b = append(b, `,"dry_run":true,"changes":[`...)
	for _, d := range r.Changes {
		b = shape.Append(jsontree.AppendComma(b), revisions.ViewDifference(d))
	}
	b = append(b, `],"changes_omitted":`...)
	return append(jsontree.AppendInt(b, int64(r.Omitted)), '}')
}

func reportObject(r mission.Report) *jsontree.Object {
	o := new(jsontree.Object)
	o.Set("path", r.Path)
	o.Set("uploaded", orNil(r.Uploaded))
	o.Set("kind", string(r.Kind))
	o.Set("status", r.Status)
	o.Set("created", r.Created)
	o.Set("updated", r.Updated)
	o.Set("unchanged", r.Unchanged)
	o.Set("deleted", r.Deleted)
	o.Set("opens_as", orNil(r.OpensAs))
	o.Set("warnings", append([]string{}, r.Warnings...))
	if r.Error != "" {
		o.Set("error", r.Error)
	} else {
		o.Set("error", nil)
	}
	if r.Conflicts == nil {
		o.Set("kept", r.Kept)
		return o
	}
	o.Set("base", baseObject(r.Base))
	o.Set("own", ownObject(r.Own))
	o.Set("taken", r.Taken)
	o.Set("kept", r.KeptRecords)
	o.Set("conflicts", conflictObjects(r.Conflicts))
	o.Set("conflicts_omitted", r.Omitted)
	o.Set("revision", nil)
	if r.Revision > 0 {
		o.Set("revision", r.Revision)
	}
	return o
}

func baseObject(b *mission.BaseName) any {
	if b == nil {
		return nil
	}
	o := new(jsontree.Object)
	o.Set("kind", string(b.Kind))
	o.Set("name", orNil(b.Name))
	return o
}

func ownObject(own mission.Own) *jsontree.Object {
	o := new(jsontree.Object)
	o.Set("kept", own.Kept)
	o.Set("taken", own.Taken)
	o.Set("removed", own.Removed)
	return o
}

func conflictObjects(list []mission.Conflict) []any {
	objects := make([]any, len(list))
	for i, c := range list {
		o := new(jsontree.Object)
		o.Set("resource", c.Resource)
		o.Set("sid", orNil(c.SID))
		o.Set("name", c.Name)
		o.Set("field", orNil(c.Field))
		o.Set("base", valueOf(c.Base))
		o.Set("mine", valueOf(c.Mine))
		o.Set("theirs", valueOf(c.Theirs))
		o.Set("taken", string(c.Taken))
		objects[i] = o
	}
	return objects
}

func valueOf(raw json.RawMessage) any {
	value, _ := jsontree.Parse(raw) // made by mission
	return value
}

func orNil(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// report is a mission.Report as it goes over the wire, where kept is a number in an update.
type report struct {
	mission.Report
	Kept any `json:"kept"`
}

func (r report) report() mission.Report {
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
		Changes  []struct {
			Resource, SID, Title string
			Before, After        map[string]json.RawMessage
		}
		Omitted int `json:"changes_omitted"`
	}
	err := json.Unmarshal(text, &read)
	r := Result{Warnings: read.Warnings, DryRun: read.DryRun, Omitted: read.Omitted}
	for _, file := range read.Files {
		r.Files = append(r.Files, file.report())
	}
	for _, c := range read.Changes {
		if res := resourceAt(c.Resource); res != nil {
			r.Changes = append(r.Changes, store.Difference{Resource: res, SID: c.SID, Title: c.Title, Before: c.Before, After: c.After})
		}
	}
	return r, err
}

// resourceAt finds a resource of instances by its path; nil for one that is no longer declared.
func resourceAt(path string) *record.Resource {
	for _, r := range record.All() {
		if r.Path == path && r.Scope == record.InInstance {
			return r
		}
	}
	return nil
}
