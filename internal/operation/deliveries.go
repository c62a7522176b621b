package operation

import (
	"context"
	"errors"

	"quartermaster/internal/access"
	"quartermaster/internal/delivery"
	"quartermaster/internal/mission"
	"quartermaster/internal/outcome"
	"quartermaster/internal/problem"
	"quartermaster/internal/pull"
	"quartermaster/internal/queue"
	"quartermaster/internal/record"
	"quartermaster/internal/say"
	"quartermaster/internal/shape"
	"quartermaster/internal/validate"
)

// Deliveries are what one can do to bring files to the game server, and back.
var Deliveries = []*Operation{
	define("plan delivery", get, "delivery-plan", access.Read, "What a delivery would send, and what holds it back.", planDelivery,
		about("Compares the generated files with those of the game server and with what was last delivered, and changes nothing. With `merge` "+
			"it also says, field by field, "+
			"where the server and the instance have both changed something. `blocked` says in sentences what holds a delivery of all that "+
			"differs back. 404 if no target is set; if the server cannot be reached, 422 says why.")),
	define("compare with server", get, "delivery-plan/{path}", access.Read, "How one generated file differs from that of the server.",
		compareWithServer, refuses,
		about("The records and the text that differ between a generated file and that of the server; with `Accept: text/x-diff`, as a patch.")),
	definePages("list deliveries", "deliveries", record.Deliveries, access.Read, "The deliveries of an instance, the latest first.",
		listDeliveries,
		about("A page of the deliveries and rollbacks, without their files.")),
	define("deliver", post, "deliveries", access.Deliver, "Send what differs to the game server.", deliver,
		queues("delivery"), conflicts(deliveryUnderWay), audited("delivery.started"),
		about("Sends the files that differ: a copy of each file that is replaced is kept, it is written under a temporary name, read back, "+
			"and renamed. Files that someone "+
			"has changed on the server stay, unless `prefer` or `choices` says `mine`, or `merge` takes them in first. Errors of the lint, and a "+
			"running game server, hold a "+
			"delivery back (422 on `override`) unless `override` is true, with a `reason`; lists of players may be sent at any time. A delivery "+
			"that takes longer than two "+
			"seconds is a job, which can be cancelled. Where nothing is to be sent, the response is 200 with `sid` null and `files` that "+
			"someone has changed on the server, "+
			"and no delivery is stored. 409 while another delivery of the instance is under way. With `dry_run` it answers the plan, and sends "+
			"nothing.")),
	define("get delivery", get, "deliveries/{delivery}", access.Read, "One delivery with its files.", getDelivery,
		about("A delivery with what has become of each file.")),
	define("roll back", post, "deliveries/{delivery}/rollback", access.Deliver,
		"Bring the server's files back to how they were before a delivery.", rollBack,
		queues("delivery"), conflicts(deliveryUnderWay), audited("rollback"),
		about("Brings the files that this delivery and all later ones have sent or deleted back to how they were before it; files that they "+
			"have added are deleted. Files "+
			"that someone has changed since stay, unless `prefer` says `mine`. A rollback is a delivery itself and can be rolled back. Copies "+
			"are kept for 30 days, and "+
			"those of the last ten deliveries for longer. With `dry_run` it answers what would become of each file, and what would hold it back, "+
			"and changes nothing.")),
	define("compare rollback", get, "deliveries/{delivery}/rollback/{path}", access.Read,
		"What a rollback would change in one file of the server.", compareRollback, refuses,
		about("The records and the text that differ between a file of the server and what a rollback would make of it; with `Accept: "+
			"text/x-diff`, as a patch.")),
	define("forget copies", remove, "deliveries/{delivery}/copies", access.Deliver,
		"Delete the copies of the files that a delivery has replaced.", forgetCopies,
		conflicts("The delivery still needs its copies."),
		about("The copies count to the storage of your plan until they go by themselves. Without them nothing goes back to before the "+
			"delivery. 409 while it needs them.")),
}

const deliveryUnderWay = "Another delivery of this instance is running."

type planInput struct {
	Merge   bool                    `field:"merge" help:"1 adds what a pull of files changed on the server would do." example:"true"`
	Prefer  mission.Side            `field:"prefer" in:"mine,theirs" help:"With merge: which side counts in conflicts."`
	Choices map[string]mission.Side `field:"choices,hidden" in:"mine,theirs"`
}

type planWithMerge struct {
	delivery.PlanView
	Merge *pullResult `field:"merge,omit,null" help:"With merge=1: what a pull of files changed on the server would do; null for none."`
}

// planDelivery answers how the files of an instance compare with those of its game server.
func planDelivery(ctx context.Context, call *Call, in planInput) (planWithMerge, error) {
	plan, err := call.Deliveries.Plan(ctx, call.Scope)
	if err != nil || !in.Merge {
		return planWithMerge{PlanView: plan.View()}, deliveryError(err)
	}
	merge := new(pullResult)
	if paths := plan.ChangedThere(); len(paths) > 0 {
		options := pull.Options{Paths: paths, Prefer: in.Prefer, Choices: mission.Choices(in.Choices), DryRun: true}
		result, err := call.Pulls.Now(ctx, call.Scope, options, func(int, int, say.Message) {})
		if err != nil {
			return planWithMerge{}, pullError(err)
		}
		merge.text = result.AppendJSON(nil)
	}
	return planWithMerge{plan.View(), merge}, nil
}

func compareWithServer(ctx context.Context, call *Call, _ none) (fileComparison, error) {
	c, err := call.Deliveries.Compare(ctx, call.Scope, call.Param("*"))
	if err != nil {
		return fileComparison{}, deliveryError(err)
	}
	return compared(call, c)
}

func compareRollback(ctx context.Context, call *Call, _ none) (fileComparison, error) {
	c, err := call.Deliveries.CompareRollback(ctx, call.Scope, call.Param("delivery"), call.Param("*"))
	if err != nil {
		return fileComparison{}, deliveryError(err)
	}
	return compared(call, c)
}

type deliveryInput struct {
	Paths    []string                 `field:"paths,max=10000" help:"Left out: all files that differ."`
	Prefer   delivery.Side            `field:"prefer" in:"mine,server" help:"Changed files: mine replaces, server leaves." example:"server"`
	Choices  map[string]delivery.Side `field:"choices" in:"mine,server" help:"The same of single files, by their paths."`
	Delete   []string                 `field:"delete,max=10000" help:"Files that were delivered and are gone from the instance."`
	Merge    *mergeInput              `field:"merge" help:"First pull files changed on the server, as mode update does. Not for a rollback."`
	Override bool                     `field:"override" help:"Deliver although something holds it back."`
	Reason   string                   `field:"reason,max=1000" help:"Required with override."`
	DryRun   bool                     `field:"dry_run" help:"Answer what would be done, and change nothing."`
}

type mergeInput struct {
	Prefer  mission.Side            `field:"prefer" in:"mine,theirs"`
	Choices map[string]mission.Side `field:"choices" in:"mine,theirs" help:"Of an update: by sid.field, sid, resource or path."`
}

func (in deliveryInput) options() delivery.Options {
	o := delivery.Options{
		Paths: in.Paths, Prefer: in.Prefer, Choices: in.Choices, Delete: in.Delete, Override: in.Override, Reason: in.Reason,
	}
	if in.Merge != nil {
		o.Merge = &delivery.Merge{Prefer: in.Merge.Prefer, Choices: mission.Choices(in.Merge.Choices)}
	}
	return o
}

// delivered is a delivery, or what it would be.
type delivered struct{ What any }

// AnyOf returns what it is one of.
func (delivered) AnyOf() []*shape.Type {
	return []*shape.Type{shape.Of[delivery.DeliveryView](), shape.Of[delivery.PlanView]()}
}

// rolledBack is a rollback, or what it would be.
type rolledBack struct{ What any }

// AnyOf returns what it is one of.
func (rolledBack) AnyOf() []*shape.Type {
	return []*shape.Type{shape.Of[delivery.DeliveryView](), shape.Of[delivery.RollbackPlanView]()}
}

// deliver sends files to the game server of an instance. What takes long is a job.
func deliver(ctx context.Context, call *Call, in deliveryInput) (delivered, error) {
	if in.DryRun {
		plan, err := call.Deliveries.Plan(ctx, call.Scope)
		return delivered{plan.View()}, deliveryError(err)
	}
	d, err := call.Deliveries.Start(ctx, call.Scope, in.options())
	shown, err := started(ctx, call, d, err)
	return delivered{shown}, err
}

// rollBack brings the files of the game server back to before a delivery, or answers what that would do.
func rollBack(ctx context.Context, call *Call, in deliveryInput) (rolledBack, error) {
	if in.DryRun {
		plan, err := call.Deliveries.PlanRollback(ctx, call.Scope, call.Param("delivery"), in.options())
		return rolledBack{plan.View()}, deliveryError(err)
	}
	d, err := call.Deliveries.StartRollback(ctx, call.Scope, call.Param("delivery"), in.options())
	shown, err := started(ctx, call, d, err)
	return rolledBack{shown}, err
}

// started answers with what a delivery has done, or else with its job.
func started(ctx context.Context, call *Call, d delivery.Delivery, err error) (delivery.DeliveryView, error) {
	if err != nil {
		return delivery.DeliveryView{}, deliveryError(err)
	}
	if d, err = call.Deliveries.Await(ctx, d); err == nil && d.Finished == 0 {
		call.Queued(d.Job, [2]string{"delivery", d.SID})
	}
	return d.View(), err
}

func listDeliveries(ctx context.Context, call *Call, _ none) (reader[delivery.DeliveryView], error) {
	return func(offset, limit int) (list []delivery.DeliveryView, total int64, err error) {
		deliveries, total, err := call.Deliveries.List(ctx, call.Scope, limit, offset)
		for _, d := range deliveries {
			list = append(list, d.View())
		}
		return list, total, err
	}, nil
}

func getDelivery(ctx context.Context, call *Call, _ none) (delivery.DeliveryView, error) {
	d, err := call.Deliveries.Find(ctx, call.Scope, call.Param("delivery"))
	return d.View(), err
}

func forgetCopies(ctx context.Context, call *Call, _ none) (gone, error) {
	return gone{}, deliveryError(call.Deliveries.ForgetCopies(ctx, call.Scope, call.Param("delivery")))
}

// deliveryError says what keeps a delivery from beginning.
func deliveryError(err error) error {
	var blocked delivery.BlockedError
	var unreached *delivery.UnreachedError
	switch {
	case errors.As(err, &blocked):
		var problems validate.Errors
		for _, reason := range blocked {
			problems.AddSentence("override", outcome.Sentence(reason))
		}
		return problems
	case errors.As(err, &unreached):
		return validate.Refusal("target", unreached.Sentence())
	case errors.Is(err, delivery.ErrBusy):
		return problem.UnderWay.Usual()
	case errors.Is(err, delivery.ErrOtherServer):
		return validate.Refusal("delivery", "The delivery went to a different server.")
	case errors.Is(err, delivery.ErrNoCopies):
		return validate.Refusal("delivery", "The copies this needs are gone.")
	case errors.Is(err, queue.ErrTooMany):
		return errTooManyJobs
	}
	return err
}
