package store

import (
	"context"
	"errors"
	"slices"

	"quartermaster/internal/access"
	"quartermaster/internal/record"
)

// ErrReviewed is returned for a change to what players meet, where that is reviewed and the change was not.
var ErrReviewed = errors.New("Changes of this instance are made in drafts and reviewed.") //nolint:staticcheck // the sentence of the API

// Review says whether what players meet in an instance changes only by layers that another member has approved.
const (
	ReviewOff      = "off"
	ReviewRequired = "required"
)

// Override is the wish to change something beside the review, and why. Only who may manage the instance has it fulfilled.
type Override struct{ Reason string }

type overrideKey struct{}

// Overriding returns a context of changes that are made beside the review for the reason that o has then; none where that is empty.
func Overriding(ctx context.Context, o *Override) context.Context {
	return context.WithValue(ctx, overrideKey{}, o)
}

// OverrideOf returns why changes with a context are made beside the review; empty where they are not.
func OverrideOf(ctx context.Context) string {
	if o, _ := ctx.Value(overrideKey{}).(*Override); o != nil {
		return o.Reason
	}
	return ""
}

// reviewState is what an edit knows of the review of its instance, which it holds locked.
type reviewState uint8

const (
	unknownReview reviewState = iota
	notReviewed
	reviewed
)

func reviewStateOf(setting string) reviewState {
	if setting == ReviewRequired {
		return reviewed
	}
	return notReviewed
}

// Approve lets the edit change what players meet, as what it does was approved.
func (e *Edit) Approve() { e.approved = true }

// IsReviewed reports whether changes to what players meet in the edit's instance have to be approved.
func (e *Edit) IsReviewed(ctx context.Context) (bool, error) {
	if e.review == unknownReview {
		var setting string
		if err := e.QueryRow(ctx, `SELECT review FROM instances WHERE id = $1`, e.Scope.InstanceID).Scan(&setting); err != nil {
			return false, err
		}
		e.review = reviewStateOf(setting)
	}
	return e.review == reviewed, nil
}

// checkReview returns ErrReviewed for a change that would have to be approved. It is called when the edit has its revision, and with that
// the lock of its instance: the setting does not change until the edit is stored.
func (e *Edit) checkReview(ctx context.Context, r *record.Resource, before, after []record.Row) error {
	if e.approved || e.db.origin != nil || !playersMeet(r, before, after) { // what is done to a copy is checked when it is carried over
		return nil
	}
	if r == record.Instances { // of which the change itself may be one of the setting
		e.review = reviewStateOf(before[0][r.Index("review")].(string))
	}
	required, err := e.IsReviewed(ctx)
	if err != nil || !required {
		return err
	}
	why := OverrideOf(ctx)
	if why == "" {
		return ErrReviewed
	}
	if err := e.Scope.Demand(access.Manage); err != nil {
		return err
	}
	return e.noteOverride(ctx, why)
}

// playersMeet reports whether a change is one of what generated files show.
func playersMeet(r *record.Resource, before, after []record.Row) bool {
	if r != record.Instances {
		return r.Reviewed()
	}
	for i := range min(len(before), len(after)) {
		if Differs(r, before[i], after[i], func(f *record.Field) bool { return slices.Contains(generatedBy, f.Name) }) {
			return true
		}
	}
	return false
}

// generatedBy are the settings of an instance that its generated files depend on.
var generatedBy = []string{"map_id", "mission", "use_types_config"}

// noteOverride notes once for the revision why it was made beside the review.
func (e *Edit) noteOverride(ctx context.Context, why string) error {
	n, err := e.Exec(ctx, `UPDATE revisions SET override = $1 WHERE instance_id = $2 AND number = $3 AND override IS NULL`, why,
		e.Scope.InstanceID, e.Number)
	if err != nil || n == 0 {
		return err
	}
	return e.Audit(ctx, Audited{
		What: AuditOverride, InstanceID: e.Scope.InstanceID, About: "review", Details: map[string]string{"reason": why},
	})
}

// auditReview keeps that an edit has changed whether changes are reviewed.
func (e *Edit) auditReview(ctx context.Context, r *record.Resource, before, after []record.Row) error {
	if r != record.Instances || len(before) == 0 || len(after) == 0 {
		return nil
	}
	was, is := before[0][r.Index("review")], after[0][r.Index("review")]
	if record.Same(was, is) {
		return nil
	}
	return e.Audit(ctx, Audited{
		What: AuditReview, InstanceID: e.Scope.InstanceID, About: "review", Details: map[string]string{"review": is.(string)},
	})
}

// reviewedOr returns ErrReviewed in place of ErrNotFound where the statement that makes a revision has found no instance because its
// changes have to be approved, and access.Denied where the person may less by now.
func (db *DB) reviewedOr(ctx context.Context, r *record.Resource, s Scope, err error) error {
	if err = db.lost(ctx, s, err); !errors.Is(err, ErrNotFound) || !r.Reviewed() {
		return err
	}
	if _, failed := db.ScopeOf(ctx, s.Person(), s.InstanceID); failed != nil {
		return err
	}
	if required, failed := db.IsReviewed(ctx, s); failed == nil && required {
		return ErrReviewed
	}
	return err
}

// IsReviewed reports whether changes to what players meet in the scope's instance have to be approved.
func (db *DB) IsReviewed(ctx context.Context, s Scope) (bool, error) {
	var setting string
	err := db.QueryRow(ctx, `SELECT review FROM instances WHERE id = $1`, s.InstanceID).Scan(&setting)
	return setting == ReviewRequired, err
}
