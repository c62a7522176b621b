package delivery

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"

	"quartermaster/internal/queue"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// Start queues a delivery; one that IsEmpty has ended already. It returns validate.Errors for options that make no sense, BlockedError
// for what holds it back, ErrBusy while another one is under way, queue.ErrTooMany when the user has too many jobs, and the errors of
// Plan.
func (s *Service) Start(ctx context.Context, scope store.Scope, o Options) (Delivery, error) {
	d := Delivery{Options: o, scope: scope}
	l, err := s.examined(ctx, &d)
	if err != nil {
		return d, err
	}
	l.close()
	return d, s.enqueue(ctx, &d)
}

// Deliver is Start for a process without a queue: it makes the delivery and returns how it has ended. Its errors are those of Start; a file
// that was not sent is none.
func (s *Service) Deliver(
	ctx context.Context, scope store.Scope, o Options, progress func(done, total int, what say.Message),
) (Delivery, error) {
	d := Delivery{Options: o, scope: scope}
	l, err := s.examined(ctx, &d)
	if err != nil {
		return d, err
	}
	return s.make(ctx, d, l, progress)
}

// StartRollback queues a rollback to before a delivery: the files that it and later ones have sent or deleted are again as they were,
// and those that they have added are gone. Its errors are those of Start, store.ErrNotFound, and ErrNoCopies.
func (s *Service) StartRollback(ctx context.Context, scope store.Scope, sid string, o Options) (Delivery, error) {
	d, l, err := s.back(ctx, scope, sid, o)
	if err != nil {
		return d, err
	}
	l.close()
	return d, s.enqueue(ctx, &d)
}

// Rollback is StartRollback for a process without a queue, as Deliver is Start, with the errors of StartRollback.
func (s *Service) Rollback(
	ctx context.Context, scope store.Scope, sid string, o Options, progress func(done, total int, what say.Message),
) (Delivery, error) {
	d, l, err := s.back(ctx, scope, sid, o)
	if err != nil {
		return d, err
	}
	return s.make(ctx, d, l, progress)
}

// examined connects to the server and looks at it before a delivery begins, so that who asks for one learns at once what holds it back.
// The caller closes the link.
func (s *Service) examined(ctx context.Context, d *Delivery) (*link, error) {
	if err := d.Options.check(d.BackTo != ""); err != nil {
		return nil, err
	}
	l, err := s.connect(ctx, d.scope)
	if err != nil {
		return nil, err
	}
	fit := false
	defer func() {
		if !fit {
			l.close()
		}
	}()
	err = s.examine(ctx, d, l)
	fit = err == nil
	return l, err
}

func (s *Service) examine(ctx context.Context, d *Delivery, l *link) error {
	v, err := s.surveyFor(ctx, d, l)
	if err != nil {
		return err
	}
	if err := d.Options.fits(&v.plan); err != nil {
		return err
	}
	if err := s.guard(ctx, d.scope, &v.plan, d.Options); err != nil {
		return err
	}
	d.Revision = v.plan.Revision
	if len(v.plan.Blocked) > 0 && !d.Options.Override {
		return BlockedError(v.plan.Blocked)
	}
	return s.endIfEmpty(ctx, d, v)
}

// endIfEmpty ends a delivery that has nothing to send, nothing to merge and nothing of interrupted ones to finish. It is not stored.
func (s *Service) endIfEmpty(ctx context.Context, d *Delivery, v *survey) error {
	held := d.Options.held(&v.plan)
	if len(d.Options.chosen(&v.plan)) > 0 || d.Options.Merge != nil && len(held) > 0 {
		return nil
	}
	left, err := s.unsettled(ctx, d.scope.InstanceID, v.server)
	if err != nil || len(left) > 0 {
		return err
	}
	d.Status, d.Created, d.Files, d.Counts = Done, s.DB.Now(), []SentFile{}, map[FileStatus]int{}
	d.Started, d.Finished = d.Created, d.Created
	for _, i := range held {
		d.Files = append(d.Files, heldFile(&v.plan.Files[i]))
		d.Counts[ChangedThere]++
	}
	d.server = v.server
	r := &run{Service: s, d: d, survey: v}
	same, err := r.adopted(ctx)
	if err != nil || len(same) == 0 {
		return err
	}
	return s.DB.Tx(ctx, func(tx *store.Tx) error { return r.adopt(ctx, tx, same) })
}

// IsEmpty reports whether there was nothing to send. Such a delivery is not stored.
func (d Delivery) IsEmpty() bool { return d.SID == "" }

// back returns a rollback that has been examined.
func (s *Service) back(ctx context.Context, scope store.Scope, sid string, o Options) (d Delivery, l *link, err error) {
	if _, err := s.Find(ctx, scope, sid); err != nil {
		return d, nil, err
	}
	d = Delivery{Options: o, BackTo: sid, scope: scope}
	if d.Revision, err = s.revisionBefore(ctx, scope, sid); err != nil {
		return d, nil, err
	}
	l, err = s.examined(ctx, &d)
	return d, l, err
}

// enqueue makes a job of a delivery, unless that has ended already.
func (s *Service) enqueue(ctx context.Context, d *Delivery) error {
	if d.Finished != 0 {
		return nil
	}
	d.SID, d.Job, d.Status = store.NewSID(), store.NewSID(), Queued
	text, err := json.Marshal(payload{d.SID})
	if err != nil {
		return err
	}
	job := queue.Job{SID: d.Job, UserID: d.scope.Person(), InstanceID: d.scope.InstanceID, Kind: Kind, Payload: text}
	_, err = s.Jobs.Add(ctx, job, func(ctx context.Context, _ string) error { return s.insert(ctx, d) })
	return err
}

// make makes a delivery in this process over a link, which it closes, unless it has ended already.
func (s *Service) make(ctx context.Context, d Delivery, l *link, progress func(done, total int, what say.Message)) (Delivery, error) {
	defer l.close()
	if d.Finished != 0 {
		return d, nil
	}
	d.SID, d.Status = store.NewSID(), Queued
	working, unlock, err := s.lock(ctx, d.scope.InstanceID, d.SID)
	if err != nil {
		return d, err
	}
	defer unlock()
	if err := s.insert(ctx, &d); err != nil {
		return d, err
	}
	if err := s.carryOut(working, &d, l, progress); err != nil {
		return d, err
	}
	return s.Find(context.WithoutCancel(ctx), d.scope, d.SID)
}

// maxReason is how many bytes a reason may have.
const maxReason = 1000

// check returns validate.Errors for options that contradict themselves, or do not fit a rollback.
func (o Options) check(back bool) error {
	switch {
	case o.Override && o.Reason == "":
		return validate.Wrong("reason", validate.IsRequired)
	case o.Merge != nil && back:
		return validate.Refusal("merge", "A rollback merges nothing.")
	case len(o.Reason) > maxReason:
		tooLong := "The reason must not have more than " + strconv.Itoa(maxReason) + " bytes."
		return validate.Refused("reason", validate.IsTooLong.Saying(tooLong))
	}
	return nil
}

// fits returns validate.Errors for options that name files which are not in the plan, or must not be deleted.
func (o Options) fits(p *Plan) error {
	var problems validate.Errors
	for i, name := range o.Paths {
		if p.find(name) == nil {
			problems.AddNamed("paths."+strconv.Itoa(i), "", validate.SelectionIsInvalid.Saying("The instance has no file "+name+"."))
		}
	}
	for i, name := range o.Delete {
		if f := p.find(name); f == nil || !f.Gone {
			problems.AddSentence("delete."+strconv.Itoa(i),
				"Only files that were delivered and are gone from the instance can be deleted; "+name+" is none.")
		}
	}
	return problems.Err()
}

// find returns the file of a path, or nil.
func (p *Plan) find(name string) *File {
	i := slices.IndexFunc(p.Files, func(f File) bool { return f.Path == name })
	if i < 0 {
		return nil
	}
	return &p.Files[i]
}

// Await waits a moment for a delivery to end, and returns it with its files. It returns store.ErrNotFound if the delivery, or its job, is
// gone.
func (s *Service) Await(ctx context.Context, d Delivery) (Delivery, error) {
	if d.Finished != 0 {
		return d, nil
	}
	if err := s.Jobs.Await(ctx, d.scope.Person(), d.Job); err != nil {
		return d, err
	}
	return s.Find(ctx, d.scope, d.SID)
}
