package delivery

import (
	"quartermaster/internal/outcome"
	"quartermaster/internal/record"
	"quartermaster/internal/shape"
)

// DeliveryView is a delivery as it goes over the wire. One that was listed has no files.
type DeliveryView struct {
	SID       string         `field:"sid,null,sid" help:"Null where there was nothing to send; no delivery is stored then."`
	Revision  int64          `field:"revision,null" help:"Of its files; null for a rollback to before the first delivery." example:"12"`
	Status    Status         `field:"status" in:"queued,running,done,failed,cancelled" help:"failed: not all files were sent." example:"done"`
	Who       string         `field:"who" example:"Ada"`
	Override  bool           `field:"override"`
	Reason    string         `field:"reason,null"`
	Before    string         `field:"before,null" help:"Of a rollback: the delivery before which the files are again."`
	Job       string         `field:"job,null" help:"The job that makes it; null for one of the command line." example:"aB3dE5fG7h"`
	Error     string         `field:"error,null"`
	CanGoBack bool           `field:"can_roll_back" help:"It has sent or deleted something, and the copies are kept." example:"true"`
	Sent      int            `field:"sent" example:"1"`
	Deleted   int            `field:"deleted"`
	Files     []SentFileView `field:"files,omit" help:"Not in lists." example:"[]"`
	Created   record.Moment  `field:"created_at"`
	Started   record.Moment  `field:"started_at,null" example:"2026-02-01T12:00:00.000000Z"`
	Finished  record.Moment  `field:"finished_at,null" example:"2026-02-01T12:00:04.000000Z"`
}

// SentFileView is a file of a delivery as it goes over the wire.
type SentFileView struct {
	Path   string     `field:"path" example:"mpmissions/dayzOffline.chernarusplus/db/types.xml"`
	Status FileStatus `field:"status" in:"waiting,sending,replacing,sent,deleted,changed on the server,not sent,taken back,failed"`
	Bytes  int64      `field:"bytes" example:"1048576"`
	SHA256 string     `field:"sha256,null" example:"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"`
	Error  string     `field:"error,null"`
}

// View returns the delivery as it goes over the wire.
func (d Delivery) View() DeliveryView {
	v := DeliveryView{
		SID: d.SID, Revision: d.Revision, Status: d.Status, Who: d.Who, Override: d.Options.Override, Reason: d.Options.Reason, Before: d.BackTo,
		Job: d.Job, Error: outcome.Sentence(d.Error), CanGoBack: d.CanGoBack(), Sent: d.Counts[Sent], Deleted: d.Counts[Deleted],
		Created: record.Moment(d.Created), Started: record.Moment(d.Started), Finished: record.Moment(d.Finished),
	}
	if d.Files != nil {
		v.Files = []SentFileView{}
	}
	for _, f := range d.Files {
		v.Files = append(v.Files, SentFileView{f.Path, f.Status, f.Bytes, f.SHA256, outcome.Sentence(f.Error)})
	}
	return v
}

// AppendJSON appends the delivery as it goes over the wire.
func (d Delivery) AppendJSON(b []byte) []byte { return shape.Append(b, d.View()) }

// CanGoBack reports whether the files can be brought back to before the delivery.
func (d Delivery) CanGoBack() bool {
	return d.Finished != 0 && d.Copies && d.Counts[Sent]+d.Counts[Deleted] > 0
}

// PlanView is a plan as it goes over the wire.
type PlanView struct {
	Revision int64             `field:"revision" example:"12"`
	Files    []PlannedFileView `field:"files"`
	Blocked  []string          `field:"blocked"`
	Problems struct {
		Errors   int `field:"error"`
		Warnings int `field:"warning" example:"2"`
		Infos    int `field:"info" example:"5"`
	} `field:"problems"`
	Server RunningServer `field:"server"`
}

// PlannedFileView is a file of a plan as it goes over the wire.
type PlannedFileView struct {
	Path        string     `field:"path" example:"mpmissions/dayzOffline.chernarusplus/db/types.xml"`
	Status      FileStatus `field:"status" in:"new,changed,same,changed on the server,only on the server" example:"changed"`
	Bytes       int64      `field:"bytes" example:"1048576"`
	SHA256      string     `field:"sha256,null" example:"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"`
	Records     int        `field:"records" example:"2048"`
	OnServer    string     `field:"on_server" help:"Below the target's folder." example:"mpmissions/dayzOffline.chernarusplus/db/types.xml"`
	BothChanged bool       `field:"both_changed" help:"The instance has changed it too since it was delivered."`
	ReadAtStart bool       `field:"read_at_start" help:"The game reads it only when its server starts." example:"true"`
	Deletable   bool       `field:"deletable" help:"It was delivered and is gone from the instance."`
	Error       string     `field:"error,null" help:"Why it cannot be sent."`
}

// RunningServer is the running game server.
type RunningServer struct {
	_       struct{} `help:"The running game server; null where it cannot be asked."`
	Running *bool    `field:"running" example:"false"`
	Players *int     `field:"players" example:"0"`
}

// View returns the plan as it goes over the wire.
func (p Plan) View() PlanView {
	v := PlanView{Revision: p.Revision, Blocked: outcome.Sentences(p.Blocked), Server: p.Server.view()}
	v.Problems.Errors, v.Problems.Warnings, v.Problems.Infos = p.Problems.Errors, p.Problems.Warnings, p.Problems.Infos
	for _, f := range p.Files {
		v.Files = append(v.Files, PlannedFileView{
			f.Path, f.Status, f.Bytes, f.SHA256, f.Records, f.Remote, f.Both, f.AtStart(), f.Gone, f.Error,
		})
	}
	return v
}

// AppendJSON appends the plan as it goes over the wire.
func (p Plan) AppendJSON(b []byte) []byte { return shape.Append(b, p.View()) }

func (s GameStatus) view() RunningServer {
	if !s.Known {
		return RunningServer{}
	}
	return RunningServer{Running: &s.Running, Players: &s.Players}
}

// RollbackPlanView is a plan of a rollback as it goes over the wire.
type RollbackPlanView struct {
	DryRun     bool             `field:"dry_run" example:"true"`
	Before     string           `field:"before" help:"The delivery." example:"aB3dE5fG7h"`
	Revision   int64            `field:"revision,null" help:"That was delivered before it." example:"11"`
	Deliveries int              `field:"deliveries,min=0" help:"How many are taken back." example:"1"`
	Files      []RolledBackView `field:"files"`
	Blocked    []string         `field:"blocked"`
	Server     RunningServer    `field:"server"`
}

// RolledBackView is a file of a plan of a rollback as it goes over the wire.
type RolledBackView struct {
	Path        string     `field:"path" example:"mpmissions/dayzOffline.chernarusplus/db/types.xml"`
	Effect      FileStatus `field:"effect" in:"restored,deleted,changed on the server,same" help:"Changed files stay." example:"restored"`
	Bytes       int64      `field:"bytes,min=0" example:"1048576"`
	SHA256      string     `field:"sha256,null" example:"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"`
	OnServer    string     `field:"on_server" help:"Its path there." example:"mpmissions/dayzOffline.chernarusplus/db/types.xml"`
	ReadAtStart bool       `field:"read_at_start" help:"Whether the game reads it only when its server starts." example:"true"`
	Error       string     `field:"error,null"`
}

// View returns the plan as it goes over the wire.
func (p RollbackPlan) View() RollbackPlanView {
	v := RollbackPlanView{
		DryRun: true, Before: p.Before, Revision: p.Revision, Deliveries: p.Deliveries, Blocked: outcome.Sentences(p.Blocked),
		Server: p.Server.view(),
	}
	for _, f := range p.Files {
		v.Files = append(v.Files, RolledBackView{f.Path, p.Effect(&f), f.Bytes, f.SHA256, f.Remote, f.AtStart(), f.Error})
	}
	return v
}

// AppendJSON appends the plan as it goes over the wire.
func (p RollbackPlan) AppendJSON(b []byte) []byte { return shape.Append(b, p.View()) }
