package operation

import (
	"cmp"
	"context"
	"errors"
	"strconv"

	"quartermaster/internal/access"
	"quartermaster/internal/imports"
	"quartermaster/internal/mission"
	"quartermaster/internal/queue"
	"quartermaster/internal/shape"
)

var importing = define("import files", post, "files", access.Edit, "Read game files, or ZIPs of them, into records.", importFiles,
	uploads, queues(), stores("The body is too large, or the plan has no room for the files."),
	fails[imports.ImportReportsView]("The request is not valid, or every file failed."),
	about("Imports game files, or ZIPs of them, as records. Each file is imported completely or not at all, and the response reports on every one. Large uploads "+
		"become jobs."))

type importInput struct {
	Files    []shape.File            `field:"files[],required" help:"Game files, or ZIPs of them. Files are recognized by their content." example:"[\"types.xml\",\"events.xml\"]"`
	Mode     mission.Mode            `field:"mode" in:"merge,replace,update" help:"merge, the default, keeps records that are missing from a file; replace deletes them; update brings an update of the game or of a mod together with your own changes: what only the files have changed since the base is taken, what only the records have changed stays, and what both have changed is a conflict. An update is one revision." example:"merge"`
	Base     string                  `field:"base" help:"For update: what the records and the files have both begun with. auto, the default: what was last delivered, or taken in by an update or a pull; else the version of the game that the stored file comes from; else nothing. last: the last import. Or the name of a version of the game of the instance's map, such as 1.28; an unknown one is 422. Without a base nothing of the records is overwritten or deleted: what is new is taken, and every other difference is a conflict."`
	Prefer   mission.Side            `field:"prefer" in:"mine,theirs" help:"For update: what counts in conflicts: mine, the default, the records; theirs, the files."`
	Choices  map[string]mission.Side `field:"choices" in:"mine,theirs" help:"For update: what counts in the conflicts of choices[sid.field], choices[sid], choices[resource/name] or choices[resource]."`
	DryRun   bool                    `field:"dry_run" help:"1: show what would change without changing anything. Must come before the files, or in the query, so that the limits of the plan do not apply."`
	OtherMap string                  `field:"other_map" in:"import,refuse" help:"What to do with files that seem to be from a server on another map than the instance's. import, the default, imports them, with a warning in the response; refuse answers 422 and changes nothing. It has no effect on a dry run."`
	Async    bool                    `field:"async" help:"1: import as a job, as is always done with more than 50 files or more than 2 MiB unpacked. The response is 202."`
}

// importFiles reads game files into records and reports on each, or makes a job of that.
func importFiles(ctx context.Context, call *Call, _ importInput) (imports.ImportReportsView, error) {
	upload, err := call.importUpload(ctx)
	defer func() { _ = upload.Close() }()
	if err != nil {
		return imports.ImportReportsView{}, err
	}
	order, err := upload.Order()
	if err != nil {
		return imports.ImportReportsView{}, err
	}
	done, err := call.Imports.Import(ctx, call.Scope, &upload, order)
	switch {
	case errors.Is(err, queue.ErrTooMany):
		err = errTooManyJobs
	case err == nil && done.Job != "":
		call.Queued(done.Job)
	case err == nil && done.Result.Failed():
		err = noneImported(done.Result)
	}
	return done.Result.View(), err
}

// importUpload reads the files that are sent and how to import them, which may stand in the query too.
func (c *Call) importUpload(ctx context.Context) (upload imports.Upload, err error) {
	intake, err := c.Stored.Intake(ctx, c.Scope)
	if err != nil {
		return upload, err
	}
	upload.Intake = intake
	for _, f := range shape.Of[importInput]().Fields {
		upload.Set(f.Name, c.Sent.Text(f.Name))
	}
	if err := c.Upload(&upload, 0); err != nil {
		return upload, imports.ReadError(err)
	}
	return upload, upload.Load(ctx)
}

// noneImported says why each file failed.
func noneImported(result imports.Result) error {
	failed := Failed{Data: result.AppendJSON(nil)}
	for i, report := range result.Files {
		failed.Problems.AddSentence("files."+strconv.Itoa(i), cmp.Or(report.Uploaded, report.Path)+": "+report.Error)
	}
	return failed
}
