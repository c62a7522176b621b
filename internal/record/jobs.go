package record

// Job is work that outlives the request that asked for it.
type Job struct {
	Identity
	UserID      int64   `field:"user_id,hidden"`
	InstanceID  *int64  `field:"instance_id,readonly" example:"1" help:"The id of the instance that it works on; null once that is deleted."`
	Kind        string  `field:"kind,readonly" in:"import" help:"What is done."`
	State       string  `field:"state,readonly" in:"queued running done failed cancelled" help:"A job that is done has a result, one that failed an error. What a cancelled one had imported stays."`
	Done        int64   `field:"done,readonly" example:"12" help:"Files that are through."`
	Total       int64   `field:"total,readonly" example:"40" help:"Files in all; 0 while that is not known."`
	What        string  `field:"what,readonly" example:"db/types.xml" help:"The file that it is about."`
	Error       *string `field:"error,readonly" help:"Why it failed."`
	Result      JSON    `field:"result,readonly,unlisted" example:"{\"files\":[]}" help:"What the request would have answered at once, once the job is done; empty until then. Of a cancelled one, what was imported before."`
	CreatedAt   Moment  `field:"created_at,readonly" label:"Asked for" help:"When it was asked for."`
	StartedAt   *Moment `field:"started_at,readonly" label:"Begun" help:"When it was first begun."`
	FinishedAt  *Moment `field:"finished_at,readonly" label:"Ended" help:"When it ended; it is deleted a week later."`
	InstanceSID *string `field:"instance_sid,hidden" sql:"i.sid"`
}

// Jobs belong to a user. Package queue writes them.
var Jobs = Define[Job]("jobs", Owned,
	Called("job", "Imports that were too large to be answered at once: how far they are, and their results."),
	Titled("kind"),
	Joining("LEFT JOIN instances i ON i.id = r.instance_id"),
	Filtering(ByText("kind"), ByText("state")))
