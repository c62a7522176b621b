package record

// Job is work that continues after the request that started it.
type Job struct {
	Identity
	UserID        int64   `field:"user_id,hidden"`
	InstanceID    *int64  `field:"instance_id,readonly" example:"1" help:"Id of its instance; null once that is deleted."`
	Kind          string  `field:"kind,readonly" in:"import bulk recipe undo revert schedule schedule-change delivery pull" help:"What is being done."`
	State         string  `field:"state,readonly" in:"queued running done failed cancelled" help:"The same as status."`
	Status        string  `field:"status,readonly" in:"queued running done failed cancelled" sql:"r.state" help:"A failed one has an error."`
	Progress      int64   `field:"progress,readonly" example:"30" unit:"%" help:"How much of it is done."`
	Done          int64   `field:"done,readonly" example:"12" help:"Number of files or steps processed."`
	Total         int64   `field:"total,readonly" example:"40" help:"Total number of files or steps; 0 while not known."`
	What          Said    `field:"what,readonly" example:"db/types.xml" help:"What is being processed, such as a file."`
	Error         *Said   `field:"error,readonly" help:"Why it failed."`
	Result        JSON    `field:"result,readonly,unlisted" example:"{\"files\":[]}" help:"What the request would have returned directly."`
	FirstRevision *int64  `field:"first_revision,readonly" sql:"NULLIF(r.first_revision, 0)" example:"41" help:"The first, if in a row."`
	Revision      *int64  `field:"revision,readonly" sql:"NULLIF(r.revision, 0)" example:"41" help:"Its last revision; null for none."`
	CreatedAt     Moment  `field:"created_at,readonly" label:"Asked for" help:"When it was requested."`
	StartedAt     *Moment `field:"started_at,readonly" label:"Begun" help:"When it was first started."`
	FinishedAt    *Moment `field:"finished_at,readonly" label:"Ended" help:"When it ended. It is deleted a week later."`
	InstanceSID   *string `field:"instance_sid,hidden" sql:"i.sid"`
}

// Jobs belong to a user. Package queue writes them.
var Jobs = Define[Job]("jobs", Owned,
	called("job", "Long work that runs in the background, such as imports and changes of many records: its progress and result."),
	titled("kind"),
	computing("progress", "CASE WHEN r.state = 'done' THEN 100 WHEN r.total > 0 THEN r.done * 100 / r.total ELSE 0 END"),
	joining("LEFT JOIN instances i ON i.id = r.instance_id"),
	filtering(byText("kind"), byText("state")))
