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
	about("Imports game files, or ZIPs of them, as records. Each file is imported completely or not at all, and the response reports on "+
		"every one. More than 50 files, or 2 MiB unpacked, become a job. merge, the default mode, keeps records that are missing from a "+
		"file; replace deletes them; update brings a new version of the game or of a mod together with your own changes, in one "+
		"revision: what only the files have changed since the base is taken, what only you have changed stays, what both have changed "+
		"is a conflict. The base is what was last delivered, or taken in by an update or a pull, else the version of the game that the "+
		"stored file comes from; last is the last import. Without a base nothing of yours is overwritten or deleted. A dry run takes "+
		"nothing from your plan; send dry_run before the files, or in the query. With layer, the name of one, what the files would change "+
		"becomes a layer that is off, or proposed where changes are reviewed: turned on it does what the import would do, but for the "+
		"layout of files that are there already and files that are not text."))

type importInput struct {
	Files    []shape.File            `field:"files[],required" help:"Game files, or ZIPs of them." example:"[\"types.xml\"]"`
	Mode     mission.Mode            `field:"mode" in:"merge,replace,update" help:"What happens to your records." example:"merge"`
	Base     string                  `field:"base" help:"Of an update: auto (the default), last, or a version such as 1.28."`
	Prefer   mission.Side            `field:"prefer" in:"mine,theirs" help:"Of an update: which side wins conflicts; mine by default."`
	Choices  map[string]mission.Side `field:"choices" in:"mine,theirs" help:"Of an update: by sid.field, sid or resource."`
	DryRun   bool                    `field:"dry_run" help:"1: only show what would change. Send it before the files."`
	Layer    string                  `field:"layer,max=255" help:"Make a layer of this name of what would change, and change nothing. Send it before the files."`
	OtherMap string                  `field:"other_map" in:"import,refuse" help:"What happens to files of another map; import by default."`
	Async    bool                    `field:"async" help:"1: import as a job and answer 202."`
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
		failed.Problems.AddSentence("files."+strconv.Itoa(i), cmp.Or(report.Uploaded, report.Path)+": "+mission.Sentence(report.Error))
	}
	return failed
}
