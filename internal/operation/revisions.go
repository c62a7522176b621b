package operation

import (
	"context"
	"io"

	"quartermaster/internal/access"
	"quartermaster/internal/record"
	"quartermaster/internal/revisions"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// History is what one can do with the revisions of an instance.
var History = []*Operation{
	definePages("list revisions", "revisions", record.Revisions, access.Read, "The revisions of an instance, or those of one record.",
		listRevisions,
		about("The revisions of the instance, newest first: who made them, when, and how many changes. With `resource` and `sid`, those of "+
			"one record, which say what they did to it; or those that `by`, `of`, `record`, `since` and `until` choose.")),
	defineExport("export revisions", "revisions/export", access.Read, "All changes, or those that a filter chooses, as a file of JSON.",
		exportRevisions,
		holding[[]revisions.ExportedChange], exports(csvType), choosing(record.Exported), asking("of=types"),
		about("The changes of the instance, oldest first. They are sent while they are read, so that the history may be of any size. With "+
			"`format=csv` or `Accept: text/csv` it is CSV, as at the same path with `.csv` behind it.")),
	defineExport("export changes", "revisions/export.csv", access.Read, "All changes, or those that a filter chooses, as CSV.", exportChanges,
		exports(csvType), choosing(record.Exported), asking("of=types"),
		about("The changes of the instance, oldest first, with a line for each field that was changed.")),
	define("sum up revisions", get, "revisions/summary", access.Read, "Who has changed how much, this month or in other days.", sumUpRevisions,
		about("Who has made how many revisions and changes: in this month, or in the days that `since` and `until` choose.")),
	define("get revision", get, "revisions/{revision}", access.Read, "One revision with what it changed.", getRevision,
		paging(record.Changes),
		about("One revision of the instance with a page of its changes to records.")),
	define("files of a revision", get, "revisions/{revision}/files", access.Read,
		"How the files that a revision imported differ from those imported before: what an update of the game has changed.", filesOfRevision,
		exports(csvType),
		about("For each file that the revision imported, the records that it has more, less or with other values than the file imported "+
			"before, whatever happened to them in "+
			"the instance: what an update of the game or of a mod has changed. Lists up to 1,000 records; as CSV, all.")),
	defineExport("export imported", "revisions/{revision}/files.csv", access.Read, "The same as CSV, with a line for each value that differs.",
		exportImported,
		exports(csvType),
		about("What `files` of a revision lists, in full: a line for each value that differs.")),
	definePages("compare revisions", "revisions/{revision}/diff", record.Changes, access.Read, "How records differ between two revisions.",
		compareRevisions,
		about("The records that differ between two states of the instance, with the values of the fields that do.")),
	define("undo revision", post, "revisions/{revision}/undo", access.Edit,
		"Take back what one revision did, and nothing of what came after it.", undoRevision,
		queues(),
		unreviewed,
		about("Undoes a single revision and keeps everything later. Fails if later changes affect the same fields, and says which.")),
	define("revert to revision", post, "revisions/{revision}/revert", access.Edit,
		"Bring the instance, or one record, back to how it was at a revision.", revertTo,
		queues(),
		unreviewed,
		about("Takes the instance, or one of its records, back to a revision. This makes a new revision, which can be undone.")),
}

type listRevisionsInput struct {
	Resource string `field:"resource" help:"With sid: only changes of this record. As in the resource's URL." example:"types"`
	SID      string `field:"sid,sid" help:"With resource: the record, which may be gone."`
	revisions.Filter
}

// Check asks for what chooses: a record, or else the filter.
func (in *listRevisionsInput) Check(problems *validate.Errors) {
	if in.Resource == "" && in.SID == "" {
		in.Filter.Check(problems)
		return
	}
	recordAt(in.Resource, in.SID, problems)
}

// recordAt finds the resource of the record that is named, nil where none is.
func recordAt(path, sid string, problems *validate.Errors) *record.Resource {
	switch {
	case path == "" && sid == "":
		return nil
	case path == "":
		problems.AddNamed("resource", "", validate.IsRequiredWith.With("sid"))
		return nil
	case sid == "":
		problems.AddNamed("sid", "", validate.IsRequiredWith.With("resource"))
		return nil
	}
	res := revisions.Resource(path)
	if res == nil {
		problems.AddFailure("resource", validate.SelectionIsInvalid)
	}
	return res
}

// listRevisions answers a page of the changes to an instance, or of those to one record.
func listRevisions(ctx context.Context, call *Call, in listRevisionsInput) (reader[revisions.RevisionView], error) {
	if in.SID != "" {
		return viewed(revisions.ViewOfChange, func(offset, limit int) ([]store.RecordChange, int64, error) {
			return call.DB.RecordHistory(ctx, call.Scope, revisions.Resource(in.Resource), in.SID, offset, limit)
		}), nil
	}
	filter, err := in.In(ctx, call.DB, call.Scope)
	return viewed(revisions.View, func(offset, limit int) ([]store.Revision, int64, error) {
		return call.DB.RevisionsThat(ctx, call.Scope, filter, offset, limit)
	}), err
}

// viewed reads the entries of a list as they go over the wire.
func viewed[T, View any](view func(T) View, read reader[T]) reader[View] {
	return func(offset, limit int) (list []View, total int64, err error) {
		all, total, err := read(offset, limit)
		for _, one := range all {
			list = append(list, view(one))
		}
		return list, total, err
	}
}

// getRevision answers one change with a page of the records that it touched.
func getRevision(ctx context.Context, call *Call, _ none) (revisions.RevisionWithChanges, error) {
	revision, err := call.DB.Revision(ctx, call.Scope, call.revision)
	if err != nil {
		return revisions.RevisionWithChanges{}, err
	}
	read := viewed(revisions.ViewChange, func(offset, limit int) ([]store.Change, int64, error) {
		changes, err := call.DB.Changes(ctx, call.Scope, call.revision, offset, limit)
		return changes, revision.Records, err
	})
	changes, page, err := pageThat(ctx, call, record.Changes, call.Sent, read)
	call.page = page
	return revisions.WithChanges(revision, changes), err
}

type compareRevisionsInput struct {
	To int64 `field:"to,min=1" help:"Number of the revision to compare with. Default: the newest." example:"15"`
}

// compareRevisions answers a page of the records that are different at two revisions.
func compareRevisions(ctx context.Context, call *Call, in compareRevisionsInput) (reader[revisions.DifferenceView], error) {
	to, err := otherRevision(ctx, call, in.To)
	if err != nil {
		return nil, err
	}
	all, err := call.DB.Diff(ctx, call.Scope, call.revision, to)
	return viewed(revisions.ViewDifference, func(offset, limit int) ([]record.Difference, int64, error) {
		return onPage(all, offset, limit), int64(len(all)), nil
	}), err
}

// otherRevision is the one to compare with: the newest where none is named.
func otherRevision(ctx context.Context, call *Call, number int64) (int64, error) {
	if number == 0 {
		newest, _, err := call.DB.Revisions(ctx, call.Scope, 0, 1)
		if err != nil || len(newest) == 0 {
			return 0, err
		}
		return newest[0].Number, nil
	}
	if _, err := call.DB.Revision(ctx, call.Scope, number); err != nil {
		return 0, validate.Wrong("to", validate.SelectionIsInvalid)
	}
	return number, nil
}

type exportRevisionsInput struct {
	revisions.Filter
	formatChoice
}

// exportRevisions sends the chosen changes, the oldest first.
func exportRevisions(ctx context.Context, call *Call, in exportRevisionsInput) (Export, error) {
	if call.wantsCSV(in.formatChoice) {
		return exportChanges(ctx, call, in.Filter)
	}
	each, err := changesThat(ctx, call, in.Filter)
	return Export{Name: "history.json", Type: jsonType, Write: func(w io.Writer) error { return revisions.WriteJSON(w, each) }}, err
}

// changesThat returns the changes that both filters of a request find.
func changesThat(ctx context.Context, call *Call, in revisions.Filter) (revisions.Each, error) {
	filter, err := in.In(ctx, call.DB, call.Scope)
	if err != nil {
		return nil, err
	}
	each := revisions.Of(ctx, call.DB, call.Scope, filter)
	meets, err := call.chooser(ctx, record.Exported)
	if meets == nil {
		return each, err
	}
	return each.That(meets), nil
}

func exportChanges(ctx context.Context, call *Call, in revisions.Filter) (Export, error) {
	each, err := changesThat(ctx, call, in)
	return csvExport("history.csv", func(w io.Writer) error { return revisions.WriteCSV(w, each) }), err
}

type contributions struct {
	Since  record.Moment  `field:"since,null"`
	People []contribution `field:"people" help:"Those with the most changes first."`
}

type contribution struct {
	Author         string        `field:"author,null" help:"Null for accounts that are gone." example:"Ada"`
	RevisionsCount int64         `field:"revisions_count,min=1" example:"14"`
	ChangesCount   int64         `field:"changes_count,min=0" help:"Changes of records." example:"310"`
	LastAt         record.Moment `field:"last_at"`
}

// sumUpRevisions answers who made the chosen revisions, those of this month where the request says no days.
func sumUpRevisions(ctx context.Context, call *Call, in revisions.Filter) (contributions, error) {
	filter, err := in.In(ctx, call.DB, call.Scope)
	if err != nil {
		return contributions{}, err
	}
	if filter.Since == 0 && filter.Until == 0 {
		filter.Since = revisions.Month(call.Clock())
	}
	people, err := call.DB.Contributions(ctx, call.Scope, filter)
	answer := contributions{Since: record.Moment(max(filter.Since, 0))}
	for _, c := range people {
		answer.People = append(answer.People, contribution{c.Author, c.Revisions, c.Records, record.Moment(c.Last)})
	}
	return answer, err
}
