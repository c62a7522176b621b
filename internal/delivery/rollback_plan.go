package delivery

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"quartermaster/internal/mission"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// RollbackPlan says what a rollback would do.
type RollbackPlan struct {
	Plan              // its files are those that the rollback is about; one without a digest is to be deleted
	Before     string // the public identifier of the delivery
	Deliveries int    // how many are taken back

	options Options
}

// Restored is the effect of a rollback on a file that the server has, or has had, otherwise.
const Restored FileStatus = "restored"

// Effect returns what the rollback does with a file: Restored, Deleted, ChangedThere for one that it leaves because somebody has changed
// it on the server since, or Same.
func (p *RollbackPlan) Effect(f *File) FileStatus {
	switch {
	case !f.Differs():
		return Same
	case !p.options.sends(f):
		return ChangedThere
	case f.SHA256 == "":
		return Deleted
	}
	return Restored
}

// PlanRollback compares what the server had before a delivery with what it has, and changes nothing. Its errors are those of
// StartRollback, but for BlockedError: what holds the rollback back is in the plan.
func (s *Service) PlanRollback(ctx context.Context, scope store.Scope, sid string, o Options) (p RollbackPlan, err error) {
	d := Delivery{Options: o, BackTo: sid, scope: scope}
	if err := o.check(true); err != nil {
		return p, err
	}
	if _, err := s.Find(ctx, scope, sid); err != nil {
		return p, err
	}
	if d.Revision, err = s.revisionBefore(ctx, scope, sid); err != nil {
		return p, err
	}
	l, err := s.connect(ctx, scope)
	if err != nil {
		return p, err
	}
	defer l.close()
	v, err := s.surveyBack(ctx, &d, l)
	if err != nil {
		return p, err
	}
	if err := o.fits(&v.plan); err != nil {
		return p, err
	}
	if err := s.guard(ctx, scope, &v.plan, o); err != nil {
		return p, err
	}
	slices.SortFunc(v.plan.Files, func(a, b File) int { return cmp.Compare(a.Path, b.Path) })
	return RollbackPlan{Plan: v.plan, Before: sid, Deliveries: v.deliveries, options: o}, nil
}

// CompareRollback returns how a file of the server differs from what a rollback would make of it. It returns store.ErrNotFound for a
// file that the rollback is not about, validate.Errors for one that is too large, and the errors of PlanRollback.
func (s *Service) CompareRollback(ctx context.Context, scope store.Scope, sid, name string) (c mission.Comparison, err error) {
	then, err := s.before(ctx, scope, sid, name)
	if err != nil {
		return c, err
	}
	there, err := s.there(ctx, scope, name)
	if err != nil {
		return c, err
	}
	return s.Missions.CompareVersions(ctx, scope, name, there, then)
}

// before returns what the server had of a file before a delivery; nil if it had none.
func (s *Service) before(ctx context.Context, scope store.Scope, sid, name string) (text []byte, err error) {
	if _, err := s.Find(ctx, scope, sid); err != nil {
		return nil, err
	}
	first, err := s.presentBefore(ctx, &Delivery{BackTo: sid, scope: scope})
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(first, func(f SentFile) bool { return f.Path == name })
	switch {
	case i < 0:
		return nil, store.ErrNotFound
	case first[i].before.sha256 == "":
		return nil, nil
	case first[i].before.bytes > maxCompared:
		return nil, validate.Refusal("path", "The file is too large to be compared.")
	}
	out := bytes.NewBuffer([]byte{})
	err = s.copyTo(ctx, first[i].copy, out)
	return out.Bytes(), err
}

// presentBefore returns filesBefore on the present server.
func (s *Service) presentBefore(ctx context.Context, d *Delivery) ([]SentFile, error) {
	l, err := s.connect(ctx, d.scope)
	if err != nil {
		return nil, err
	}
	defer l.close()
	place, _, err := l.open(ctx)
	if err != nil {
		return nil, err
	}
	first, _, err := s.filesBefore(ctx, d, place.Address())
	return first, err
}
