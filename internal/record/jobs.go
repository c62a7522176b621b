package record

// Job is work that continues after the request that started it.
type Job struct {
	Identity
	UserID      int64   `field:"user_id,hidden"`
	InstanceID  *int64  `field:"instance_id,readonly" example:"1" help:"The id of the instance that it works on; null after that has been deleted."`
	Kind        string  `field:"kind,readonly" in:"import" help:"What is being done."`
	State       string  `field:"state,readonly" in:"queued running done failed cancelled" help:"A job that is done has a result, a failed one an error. What a cancelled job had imported is kept."`
	Done        int64   `field:"done,readonly" example:"12" help:"Number of files processed."`
	Total       int64   `field:"total,readonly" example:"40" help:"Total number of files; 0 while not known."`
	What        string  `field:"what,readonly" example:"db/types.xml" help:"The file being processed."`
	Error       *string `field:"error,readonly" help:"Why it failed."`
	Result      JSON    `field:"result,readonly,unlisted" example:"{\"files\":[]}" help:"Once the job is done, what the request would have returned without a job; empty until then. For a cancelled job, what had been imported."`
	CreatedAt   Moment  `field:"created_at,readonly" label:"Asked for" help:"When it was requested."`
	StartedAt   *Moment `field:"started_at,readonly" label:"Begun" help:"When it was first started."`
	FinishedAt  *Moment `field:"finished_at,readonly" label:"Ended" help:"When it ended. It is deleted a week later."`
	InstanceSID *string `field:"instance_sid,hidden" sql:"i.sid"`
}

// Jobs belong to a user. Package queue writes them.
var Jobs = Define[Job]("jobs", Owned,
	called("job", "Imports that run in the background: their progress and results."),
	titled("kind"),
	joining("LEFT JOIN instances i ON i.id = r.instance_id"),
	filtering(byText("kind"), byText("state")))
