package revisions

import (
	"encoding/json"
	"reflect"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// RevisionView is how a revision looks on the wire.
type RevisionView struct {
	Revision
	Changes []ChangeView `field:"changes,omit" help:"In the history of a record, the changes to that record."`
}

// Revision is what is known of a revision beside its changes.
type Revision struct {
	Number       int64         `field:"number,min=1" help:"Increases with every change to the instance." example:"12"`
	Author       string        `field:"author,null" help:"Name of the account; null if it was deleted." example:"Ada"`
	Action       string        `field:"action" help:"create, update, delete, batch, import, apply, fix, reset or revert." example:"update"`
	Summary      string        `field:"summary" example:"events: StaticHeliCrash"`
	ChangesCount int64         `field:"changes_count,min=0" help:"Number of records changed." example:"1"`
	CreatedAt    record.Moment `field:"created_at"`
	Override     string        `field:"override,null" help:"Why it was made beside the review; null for one that was not." example:"The traders were empty"`
}

// View returns a revision as it goes over the wire, without its changes.
func View(v store.Revision) RevisionView { return RevisionView{Revision: revisionOf(v)} }

func revisionOf(v store.Revision) Revision {
	return Revision{v.Number, v.Author, v.Action, Summary(v.Summary), v.Records, record.Moment(v.CreatedAt), v.Override}
}

// ViewOfChange returns a revision with what it did to one record.
func ViewOfChange(c store.RecordChange) RevisionView {
	return RevisionView{revisionOf(c.Revision), ChangeViews([]store.Change{c.Change})}
}

// RevisionWithChanges is a revision with a page of what it did to records.
type RevisionWithChanges struct {
	Revision
	Changes []ChangeView `field:"changes" help:"A page of the changes."`
}

// WithChanges returns a revision with changes that it made.
func WithChanges(v store.Revision, changes []ChangeView) RevisionWithChanges {
	return RevisionWithChanges{revisionOf(v), changes}
}

// recordName says which record a change is about.
type recordName struct {
	Resource string `field:"resource" help:"What follows the instance in the URL of the resource's list." example:"events"`
	SID      string `field:"sid,sid"`
	Title    string `field:"title" help:"Name of the record, or path of the file; may be empty." example:"StaticHeliCrash"`
}

// sides are the fields of a record before and after a change.
type sides struct {
	Before Fields `field:"before" help:"Fields that differ, or all; null for none. Of a document by path." example:"{\"nominal\":3}"`
	After  Fields `field:"after" help:"As before." example:"{\"nominal\":5}"`
}

// ChangeView is how a change looks on the wire.
type ChangeView struct {
	recordName
	sides
}

// ViewChange returns a change as it goes over the wire, without what is not shown of records.
func ViewChange(c store.Change) ChangeView {
	return ChangeView{recordName{pathOf(c.Resource), c.SID, c.Title}, sidesOf(c.Difference())}
}

// ChangeViews returns changes as they go over the wire.
func ChangeViews(changes []store.Change) []ChangeView {
	list := make([]ChangeView, len(changes))
	for i, c := range changes {
		list[i] = ViewChange(c)
	}
	return list
}

// DifferenceView is how a difference of a record between two revisions looks on the wire.
type DifferenceView struct {
	recordName
	Change string `field:"change" in:"added,removed,changed" example:"changed"`
	sides
}

// ViewDifference returns a difference as it goes over the wire.
func ViewDifference(d record.Difference) DifferenceView {
	name := recordName{d.Resource.Path, d.SID, d.Title}
	return DifferenceView{name, d.Change(), sidesOf(d)}
}

// Fields are the shown fields of a record of a resource, by their names, as they go over the wire; null for a record that is not there.
type Fields struct {
	resource *record.Resource
	values   map[string]json.RawMessage
}

func sidesOf(d record.Difference) sides {
	return sides{Fields{d.Resource, d.Before}, Fields{d.Resource, d.After}}
}

// AppendJSON implements shape.Appender.
func (f Fields) AppendJSON(b []byte) []byte { return f.resource.AppendFields(b, f.values) }

// LooksLike returns the type that has the tags.
func (Fields) LooksLike() reflect.Type { return reflect.TypeFor[*map[string]any]() }

// pathOf returns the segment of the address of a resource's list.
func pathOf(resource string) string {
	if r := record.Named(resource); r != nil {
		return r.Path
	}
	return resource
}
